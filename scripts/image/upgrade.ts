import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeNextVersion } from '../../test/support/next-version.ts';
import { type Customer, expectThat, order, ready, type Wish } from './ask.ts';
import { type Fleet, first, restartEach } from './fleet.ts';
import { watchOutages } from './outages.ts';
import { healthy, type Stage, startService } from './stage.ts';

/** Folders with code of other versions; that of the image is the default. */
interface Versions {
  from?: string;
  to?: string;
}

/**
 * A rolling upgrade under requests. In the middle, machines of the older version lose their power and are started again as they were, and an
 * API of that version is added. @returns what that API printed
 */
export async function upgrade(
  stage: Stage,
  fleet: Fleet,
  customer: Customer,
  wish: Wish,
  { from, to }: Versions,
): Promise<string> {
  const outages = watchOutages(() => [...fleet.apis.values()]);
  const demos = [await order(first(fleet.apis), customer, wish)];
  let added = '';
  await restartEach(stage, fleet, 'x', to, async () => {
    await loseAndStart(stage, fleet.workers, [...fleet.workers.keys()][0]!, from);
    // An API of the older version that autoscaling starts now, with a database that is newer than its code.
    const late = await startService(stage, 'api', { name: `api-late${lates++}` }, from);
    await healthy(late);
    demos.push(await order(late, customer, wish), await order(last(fleet), customer, wish));
    added = await late.log();
    await late.stop();
  });
  for (const id of demos) await ready(first(fleet.apis), customer, id);
  const unanswered = outages.stop();
  expectThat(
    unanswered === 0,
    `the service always had a machine that answered; ${unanswered} requests had none`,
  );
  return added;
}
let lates = 1;

/** From this version to a next one, which is made up of it: with a migration, a function, a fact and a read model that are new. */
export async function upgradeToNext(
  stage: Stage,
  fleet: Fleet,
  customer: Customer,
  wish: Wish,
): Promise<void> {
  const to = join(stage.folder, 'next');
  await writeNextVersion(to);
  const log = await upgrade(stage, fleet, customer, wish, { to });
  expectThat(log.includes('which still works with it'), `an older API starts beside newer ones:\n${log}`);
  await outdatedRebuilt(fleet);
  stage.say(
    'this version is upgraded to a next one, machine by machine; machines of this version that started in the middle worked, and no request was without an answer',
  );
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
  workers: Fleet['workers'],
  name: string,
  code: string | undefined,
): Promise<void> {
  const machine = workers.get(name)!;
  workers.delete(name);
  await machine.kill();
  workers.set(name, await startService(stage, 'worker', { name: `${name}r` }, code));
}

const last = ({ apis }: Fleet) => [...apis.values()].at(-1)!;
