import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Verdict } from '../apps/source.ts';
import { serveStranger } from './serve.ts';
import type { Stranger } from './stranger.ts';

/**
 * Proves that each task of an application can be judged: no for the state that the application begins with, yes when the task has been
 * done without the page. Tasks are done one after the other on one server.
 * @throws where a task cannot be judged, since no figure would mean anything then
 */
export async function proveTasks(stranger: Stranger, folder: string): Promise<void> {
  const at = join(folder, `proof-${stranger.app}`);
  await mkdir(at);
  const server = await serveStranger(stranger, at);
  try {
    const seed = await server.state();
    const done = stranger.tasks.filter((task) => task.isDone(seed)).map(({ id }) => id);
    if (done.length > 0)
      throw new Error(`${stranger.app}: done before anything was done: ${done.join(', ')}.`);
    for (const task of stranger.tasks) {
      await task.solve(server.running);
      if (!(await isDoneSoon(() => server.verify(task.id))))
        throw new Error(
          `${stranger.app} ${task.id}: not done when it is done: ${JSON.stringify(await server.state())}`,
        );
    }
  } finally {
    await server.stop();
    await rm(at, { recursive: true, force: true });
  }
}

/** An application may answer before it has written down what it was told. */
async function isDoneSoon(verify: () => Promise<Verdict>): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < 2_000; waitedMs += 100) {
    if ((await verify()).ok) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}
