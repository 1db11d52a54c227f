import { expectThat } from './ask.ts';
import type { Container } from './containers.ts';
import { healthy, type Stage, startService } from './stage.ts';

/** Machines by their names: what stands behind a load balancer, and what takes jobs. */
export interface Fleet {
  apis: Map<string, Container>;
  workers: Map<string, Container>;
}

export const first = (machines: Map<string, Container>): Container => [...machines.values()][0]!;

/** Starts what is missing. @param code see `startService` */
export async function grow(
  stage: Stage,
  { apis, workers }: Fleet,
  wanted: { apis: number; workers: number },
  code?: string,
): Promise<void> {
  for (const [role, machines, count] of [
    ['api', apis, wanted.apis],
    ['worker', workers, wanted.workers],
  ] as const)
    for (let number = machines.size + 1; number <= count; number++) {
      const name = `${role}-${number}`;
      machines.set(name, await startService(stage, role, { name }, code));
    }
  for (const api of apis.values()) await healthy(api);
}

/**
 * One machine after the other, as a rolling update.
 * @param suffix of the names of the new machines
 * @param code see `startService`
 * @param between is done when two machines are new
 */
export async function restartEach(
  stage: Stage,
  { apis, workers }: Fleet,
  suffix: string,
  code?: string,
  between: () => Promise<void> = async () => undefined,
): Promise<void> {
  let left = 2;
  for (const [role, machines] of [
    ['api', apis],
    ['worker', workers],
  ] as const)
    for (const name of [...machines.keys()]) {
      const machine = machines.get(name)!;
      machines.delete(name);
      expectThat(
        (await machine.stop()) === 0,
        `${name} ends with 0 when it is stopped:\n${await machine.log()}`,
      );
      const again = await startService(stage, role, { name: `${name}${suffix}` }, code);
      if (role === 'api') await healthy(again);
      machines.set(`${name}${suffix}`, again);
      if (--left === 0) await between();
    }
}
