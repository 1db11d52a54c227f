import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectOneService } from './as-one.ts';
import { type Customer, expectThat, order, ready, signUp, since } from './ask.ts';
import { type Fleet, first, restartEach } from './fleet.ts';
import { watchOutages } from './outages.ts';
import { expectRestored } from './restored.ts';
import { healthy, type Stage, startDatabase, startService, startSite } from './stage.ts';
import { upgradeToNext } from './upgrade.ts';

const wish = { prompt: 'Show the pricing', duration_target: '5s', resolution: '720p' };
const backupName = 'nightly.backup';

/**
 * Operates the service from its first start to the next version, on machines that share nothing but the database and the media. It makes
 * 13 films. A new account has ten, so two customers share them.
 */
export async function operateService(stage: Stage): Promise<void> {
  const { say } = stage;
  await (await startService(stage, 'secrets')).ended;
  const { server } = await startDatabase(stage);
  const site = await startSite(stage);
  const fleet: Fleet = { apis: new Map(), workers: new Map() };
  await grow(stage, fleet, 1, 1);
  const customer = await signUp(first(fleet.apis), 'first');
  const demos = [await order(first(fleet.apis), customer, wish)];
  await ready(first(fleet.apis), customer, demos[0]!);
  say('installed, and a first film is ready');

  await grow(stage, fleet, 3, 4);
  await expectOneService([...fleet.apis.values()], customer, wish, say);

  const outages = watchOutages(() => [...fleet.apis.values()]);
  demos.push(...(await loseMachines(stage, fleet, customer)));
  demos.push(...(await rotateKeys(stage, fleet, customer)));
  const late = await orderMany(fleet, customer, 2);
  const worker = first(fleet.workers);
  say((await worker.exec('scripts/showreel', 'admin', 'backup', `/var/lib/showreel/${backupName}`)).trim());
  for (const id of late) await ready(first(fleet.apis), customer, id);
  demos.push(...late);
  expectThat(outages.stop() === 0, 'the service always had a machine that answered');
  say('no request of two a second was without an answer from some machine');

  const api = first(fleet.apis);
  for (const id of demos) await ready(api, customer, id);
  for (const question of [['audit', '--all'], ['replay', '--verify'], ['keys']])
    await api.exec('scripts/showreel', 'admin', ...question);
  say('the audit, the comparison of all read models with the log, and the keys have no finding');
  const volume = await stage.host.volume('media', stage.image.rootfs, '/var/lib/showreel');
  await expectRestored(stage, {
    name: 'restored',
    archive: join(volume, backupName),
    customer,
    demos: demos.slice(0, -2),
  });
  const release = join(import.meta.dirname, '../../test/fixtures/releases/0025.tar');
  await expectRestored(stage, { name: 'upgraded', archive: release, customer: null, demos: [] });

  const second = await signUp(first(fleet.apis), 'second');
  await upgradeToNext(stage, fleet, second, wish);
  for (const question of [
    ['audit', '--all'],
    ['replay', '--verify'],
  ])
    await first(fleet.apis).exec('scripts/showreel', 'admin', ...question);
  say('the audit and the comparison by the next version have no finding');

  for (const machine of [...fleet.apis.values(), ...fleet.workers.values()])
    expectThat(
      (await machine.stop()) === 0,
      `a machine ends with 0 when it is stopped:\n${await machine.log()}`,
    );
  for (const machine of [site, server]) await machine.stop();
}

async function grow(
  stage: Stage,
  { apis, workers }: Fleet,
  apiCount: number,
  workerCount: number,
): Promise<void> {
  for (const [role, machines, count] of [
    ['api', apis, apiCount],
    ['worker', workers, workerCount],
  ] as const)
    for (let number = machines.size + 1; number <= count; number++) {
      const name = `${role}-${number}`;
      machines.set(name, await startService(stage, role, { name }));
    }
  for (const api of apis.values()) await healthy(api);
}

/** Machines that lose their power in the middle of their work. */
async function loseMachines(stage: Stage, { apis, workers }: Fleet, customer: Customer): Promise<string[]> {
  const demos = await orderMany({ apis, workers }, customer, 5);
  const startedMs = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  const [one, , three] = workers.keys();
  for (const [machines, name] of [
    [workers, one!],
    [workers, three!],
    [apis, [...apis.keys()][0]!],
  ] as const) {
    const machine = machines.get(name)!;
    machines.delete(name);
    await machine.kill();
  }
  for (const id of demos) await ready(first(apis), customer, id);
  stage.say(
    `two of four workers and one of three APIs were killed; five films are ready ${since(startedMs)} after they were ordered`,
  );
  return demos;
}

/** As docs/operation.md says for keys in a setting: known to all first, then used by all, then everything is sealed with it. */
async function rotateKeys(stage: Stage, fleet: Fleet, customer: Customer): Promise<string[]> {
  const path = join(await stage.host.volume('secrets', stage.image.rootfs, '/run/showreel'), 'secret-keys');
  const old = (await readFile(path, 'utf8')).trim();
  const next = randomBytes(32).toString('hex');
  for (const keys of [`${old},${next}`, `${next},${old}`]) {
    await writeFile(path, `${keys}\n`);
    await restartEach(stage, fleet, 'n');
  }
  const demos = await orderMany(fleet, customer, 1);
  const worker = first(fleet.workers);
  await worker.exec('scripts/showreel', 'admin', 'keys', 'reseal');
  for (const id of demos) await ready(first(fleet.apis), customer, id);
  stage.say('keys are rotated by two rolling restarts');
  return demos;
}

async function orderMany({ apis }: Fleet, customer: Customer, count: number): Promise<string[]> {
  const demos = [];
  for (let n = 0; n < count; n++) demos.push(await order([...apis.values()][n % apis.size]!, customer, wish));
  return demos;
}
