import { join } from 'node:path';
import { getJson, send } from '../api.ts';
import { type Running, stranger } from '../stranger.ts';
import { layDownBacklog } from './backlog-project.ts';

interface Task {
  id: string;
  title: string;
  status: string;
  assignee: string[];
  labels: string[];
  description?: string;
  priority?: string;
  milestone?: string;
  dueDate?: string;
  acceptanceCriteriaItems?: { text: string; checked: boolean }[];
}

interface Backlog {
  tasks: Task[];
  drafts: Task[];
  milestones: { id: string; title: string }[];
  documents: { title: string }[];
  decisions: { title: string }[];
  config: Record<string, unknown>;
}

async function state({ origin }: Running): Promise<Backlog> {
  const [tasks, drafts, milestones, documents, decisions, settings] = await Promise.all([
    getJson<Task[]>(`${origin}/api/tasks`),
    getJson<Task[]>(`${origin}/api/drafts`),
    getJson<Backlog['milestones']>(`${origin}/api/milestones`),
    getJson<Backlog['documents']>(`${origin}/api/docs`),
    getJson<Backlog['decisions']>(`${origin}/api/decisions`),
    getJson<Record<string, unknown>>(`${origin}/api/config`),
  ]);
  return {
    tasks: tasks.map(short),
    drafts: drafts.map(short),
    milestones,
    documents,
    decisions,
    config: settings,
  };
}

const short = (task: Task): Task => ({
  id: task.id,
  title: task.title,
  status: task.status,
  assignee: task.assignee,
  labels: task.labels,
  description: task.description,
  priority: task.priority,
  milestone: task.milestone,
  dueDate: task.dueDate,
  acceptanceCriteriaItems: task.acceptanceCriteriaItems,
});

const create = ({ origin }: Running, task: Partial<Task>) => send('POST', `${origin}/api/tasks`, task);
const change = ({ origin }: Running, id: string, to: Partial<Task>) =>
  send('PUT', `${origin}/api/tasks/${id}`, to);

async function configure({ origin }: Running, to: object): Promise<unknown> {
  return send('PUT', `${origin}/api/config`, { ...(await getJson<object>(`${origin}/api/config`)), ...to });
}

const has = (tasks: readonly Task[], wanted: Partial<Task>) =>
  tasks.filter((task) =>
    Object.entries(wanted).every(([key, value]) => `${task[key as keyof Task]}` === `${value}`),
  ).length === 1;

export const backlog = stranger<Backlog>({
  app: 'backlog',
  package: 'backlog.md',
  version: '1.52.0',
  async start({ modules, folder, port }) {
    await layDownBacklog(folder);
    return {
      command: [
        process.execPath,
        join(modules, 'backlog.md/cli.js'),
        'browser',
        '--no-open',
        '-p',
        `${port}`,
      ],
    };
  },
  state,
  tasks: [
    {
      id: 'create',
      instruction: 'Create a new task called "Print the flyers" with the priority High and the label "print"',
      isDone: ({ tasks }) => has(tasks, { title: 'Print the flyers', priority: 'high', labels: ['print'] }),
      solve: (at) => create(at, { title: 'Print the flyers', priority: 'high', labels: ['print'] }),
    },
    {
      id: 'create-in-progress',
      instruction: 'Add a task "Call the caterer" to the column In Progress',
      isDone: ({ tasks }) => has(tasks, { title: 'Call the caterer', status: 'In Progress' }),
      solve: (at) => create(at, { title: 'Call the caterer', status: 'In Progress' }),
    },
    {
      id: 'priority',
      instruction: 'Set the priority of "Fix the footer links" to Medium',
      isDone: ({ tasks }) => has(tasks, { id: 'TASK-2', priority: 'medium', status: 'In Progress' }),
      solve: (at) => change(at, 'TASK-2', { priority: 'medium' }),
    },
    {
      id: 'move',
      instruction: 'Move the card "Order name badges" to Done',
      isDone: ({ tasks }) => has(tasks, { id: 'TASK-3', status: 'Done' }),
      solve: (at) => change(at, 'TASK-3', { status: 'Done' }),
    },
    {
      id: 'rename',
      instruction: 'Rename the task "Write the launch newsletter" to "Write the summer newsletter"',
      isDone: ({ tasks }) => has(tasks, { id: 'TASK-1', title: 'Write the summer newsletter' }),
      solve: (at) => change(at, 'TASK-1', { title: 'Write the summer newsletter' }),
    },
    {
      id: 'assign',
      instruction: 'Assign the task "Order name badges" to nora',
      isDone: ({ tasks }) =>
        tasks.some(({ id, assignee }) => id === 'TASK-3' && /^@?nora$/i.test(assignee.join())),
      solve: (at) => change(at, 'TASK-3', { assignee: ['nora'] }),
    },
    {
      id: 'milestone',
      instruction: 'Add a milestone named "Summer fair"',
      isDone: ({ milestones }) => milestones.filter(({ title }) => title === 'Summer fair').length === 1,
      solve: ({ origin }) => send('POST', `${origin}/api/milestones`, { title: 'Summer fair' }),
    },
    {
      id: 'document',
      instruction: 'Create a new document with the title "Press kit"',
      isDone: ({ documents }) => documents.filter(({ title }) => title === 'Press kit').length === 1,
      solve: ({ origin }) =>
        send('POST', `${origin}/api/docs`, { filename: 'Press kit', content: 'All we have.' }),
    },
    {
      id: 'project-name',
      instruction: 'Go to the settings and change the project name to "Lighthouse"',
      isDone: ({ config: { projectName } }) => projectName === 'Lighthouse',
      solve: (at) => configure(at, { projectName: 'Lighthouse' }),
    },
    {
      id: 'toggle',
      instruction: 'Schalte in den Einstellungen Auto Commit ein',
      isDone: ({ config: { autoCommit } }) => autoCommit === true,
      solve: (at) => configure(at, { autoCommit: true }),
    },
  ],
});
