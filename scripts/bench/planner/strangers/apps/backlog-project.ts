import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The project that the board begins with: four tasks in three columns. */
export async function layDownBacklog(folder: string): Promise<void> {
  const root = join(folder, 'backlog');
  for (const name of ['tasks', 'drafts', 'docs', 'decisions', 'milestones', 'completed', 'archive/tasks'])
    await mkdir(join(root, name), { recursive: true });
  await writeFile(join(root, 'config.yml'), config);
  const write = (n: number, title: string, status: string, rest: string) =>
    writeFile(
      join(root, 'tasks', `task-${n} - ${title.replaceAll(' ', '-')}.md`),
      taskFile(n, title, status, rest),
    );
  await write(1, 'Write the launch newsletter', 'To Do', 'assignee: []\nlabels: [marketing]\npriority: high');
  await write(2, 'Fix the footer links', 'In Progress', "assignee: ['@olga']\nlabels: [website]");
  await write(3, 'Order name badges', 'To Do', 'assignee: []\nlabels: [print]\npriority: low');
  await write(4, 'Book the photographer', 'Done', 'assignee: []\nlabels: []');
}

const config = `project_name: "Harbour"
default_status: "To Do"
statuses: ["To Do", "In Progress", "Done"]
labels: [marketing, website, print]
date_format: yyyy-mm-dd
max_column_width: 20
auto_open_browser: false
default_port: 6420
remote_operations: false
auto_commit: false
check_active_branches: false
task_prefix: "task"
`;

const taskFile = (n: number, title: string, status: string, rest: string) => `---
id: TASK-${n}
title: ${title}
status: ${status}
created_date: '2029-01-0${n} 10:00'
${rest}
dependencies: []
ordinal: ${n}000
---

## Description

<!-- SECTION:DESCRIPTION:BEGIN -->
What there is to say about it.
<!-- SECTION:DESCRIPTION:END -->
`;
