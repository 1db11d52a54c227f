// TEMPORARY: dev-sample.mts OUT EVERY OFFSET [app]
import { appendFile, mkdtemp, writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { openMaterial } from './bench/planner/apps/material.ts';
import { runTask } from './bench/planner/apps/run-task.ts';
import { createPlanner } from '../src/planner/index.ts';
const [out, every, offset, app, ids] = process.argv.slice(2);
const folder = await mkdtemp('/tmp/w/dev-');
const material = (await openMaterial(folder))!;
const log = pino({ level: 'silent' }) as any;
await writeFile(out!, '');
const tasks = material.tasks.filter((t) => (!app || app === '-' || t.app.includes(app)) && (!ids || ids.split(',').includes(t.id.replace('task_', '')))).filter((_, i) => i % Number(every) === Number(offset));
for (const task of tasks) {
  console.error('=====', task.app, task.id, task.instruction);
  const r = await runTask({ material, mode: 'drive', folder, log }, task, createPlanner(null, log));
  console.error(r.ok ? 'OK' : 'FAIL', r.message);
  await appendFile(out!, `${JSON.stringify(r)}\n`);
}
process.exit(0);
