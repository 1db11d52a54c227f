import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeNextVersion } from '../../test/support/next-version.ts';
import { type Customer, expectThat, order, ready, type Wish } from './ask.ts';
import { type Fleet, first, restartEach } from './fleet.ts';
import { watchOutages } from './outages.ts';
import { healthy, type Stage, startService } from './stage.ts';

/** @returns the folder with the code of a made-up next version */
async function nextCode(stage: Stage): Promise<string> {
  const folder = join(stage.folder, 'next');
  await writeNextVersion(folder);
  return folder;
}

/** From this version to a next one. In the middle, machines of this version lose their power, and are started again as they were. */
export async function upgradeToNext(
  stage: Stage,
  fleet: Fleet,
  customer: Customer,
  wish: Wish,
): Promise<string[]> {
  const outages = watchOutages(() => [...fleet.apis.values()]);
  const demos = [await order(first(fleet.apis), customer, wish)];
  const code = await nextCode(stage);
  await restartEach(stage, fleet, 'x', code, async () => {
    await loseAndStart(stage, fleet.workers, 'worker', [...fleet.workers.keys()][0]!);
    // An API of this version that autoscaling starts now, with a database that is newer than its code.
    const added = await startService(stage, 'api', { name: 'api-late' });
    await healthy(added);
    const log = await added.log();
    expectThat(log.includes('which still works with it'), `an older API starts beside newer ones:\n${log}`);
    demos.push(await order(added, customer, wish), await order(last(fleet), customer, wish));
    await added.stop();
  });
  for (const id of demos) await ready(first(fleet.apis), customer, id);
  const unanswered = outages.stop();
  expectThat(
    unanswered === 0,
    `the service always had a machine that answered; ${unanswered} requests had none`,
  );
  await outdatedRebuilt(fleet);
  stage.say(
    'this version is upgraded to a next one, machine by machine; machines of this version that started in the middle worked, and no request was without an answer',
  );
  return demos;
}

/** A minute after the last process of the older version, the newer ones build once more what that version wrote to. */
async function outdatedRebuilt({ apis, workers }: Fleet): Promise<void> {
  for (let tries = 0; tries < 90; tries++) {
    for (const machine of [...apis.values(), ...workers.values()])
      if ((await machine.log()).includes('older code, which has ended, wrote to a read model')) return;
    await sleep(2_000);
  }
  throw new Error(
    'Expected a newer machine to build the read models once more to which older code has written',
  );
}

async function loseAndStart(
  stage: Stage,
  machines: Fleet['workers'],
  role: 'api' | 'worker',
  name: string,
): Promise<void> {
  const machine = machines.get(name)!;
  machines.delete(name);
  await machine.kill();
  machines.set(name, await startService(stage, role, { name: `${name}r` }));
}

const last = ({ apis }: Fleet) => [...apis.values()].at(-1)!;
