import { join } from 'node:path';
import { expectedStates, serveApp, verify } from './judge.ts';
import type { Material } from './material.ts';
import type { AppTask } from './source.ts';

/**
 * Proves on one task of each application that the judge can say no and yes: no to the state that an application begins with, yes to
 * the state in which the task is done.
 * @throws where it cannot, since no figure would mean anything then
 */
export async function checkJudge(
  material: Material,
  tasks: readonly AppTask[],
  folder: string,
): Promise<void> {
  const firsts = new Map(tasks.toReversed().map((task) => [task.app, task]));
  await Promise.all([...firsts.values()].map((task) => checkOn(material, task, folder)));
}

async function checkOn(material: Material, { app, id }: AppTask, folder: string): Promise<void> {
  const [{ seed, solved }, server] = await Promise.all([
    expectedStates(material, app, [id]),
    serveApp(material, app, join(folder, `${app}.log`)),
  ]);
  try {
    const judged = async (state: unknown) => {
      await fetch(`${server.url}api/state`, { method: 'PUT', body: JSON.stringify(state) });
      return verify(material, app, id, server.url);
    };
    const [before, after] = [await judged(seed), await judged(solved[id])];
    if (before.ok || before.tripped || !after.ok)
      throw new Error(
        `The judge of ${app} ${id} cannot be trusted: expected no and yes, came “${before.message}” and “${after.message}”.`,
      );
  } finally {
    await server.stop();
  }
}
