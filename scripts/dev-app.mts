// TEMPORARY
import { mkdtemp } from 'node:fs/promises';
import { openMaterial } from './bench/planner/apps/material.ts';
import { runTask } from './bench/planner/apps/run-task.ts';
import { createPlanner } from '../src/planner/index.ts';
import { pino } from 'pino';
const folder = await mkdtemp('/tmp/w/dev-');
const material = (await openMaterial(folder))!;
const log = pino({ level: 'silent' });
for (const spec of process.argv.slice(2)) {
  const [app, id] = spec.split(':');
  for (const task of material.tasks.filter((t) => t.app.includes(app!) && (!id || id.split(',').includes(t.id.replace('task_', ''))))) {
    console.error('=====', task.app, task.id, task.instruction);
    const r = await runTask({ material, mode: 'drive', folder, log: log as any }, task, createPlanner(null, log as any));
    console.error(r.ok ? 'OK' : 'FAIL', r.message, 'plan', r.planMs?.toFixed(0), 'replay', r.replayMs?.toFixed(0), 'rehearsal writes', r.writesInRehearsal, 'film writes', r.writesInFilm, r.twice ?? '');
    console.error(r.steps.map((s) => JSON.stringify(s)).join('\n'));
    if (r.trouble.length) console.error('TROUBLE', JSON.stringify(r.trouble.map(({ type, intent, status, message }) => ({ type, intent, status, message }))));
    if (r.errors.length) console.error('ERRORS', r.errors);
    console.error('SUMMARY', r.summary);
  }
}
process.exit(0);
