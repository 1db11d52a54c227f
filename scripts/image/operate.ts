import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bucketEnvironment, type Gateway, startGateway } from '../../test/support/radosgw.ts';
import { expectOneService } from './as-one.ts';
import { type Customer, demand, expectThat, order, ready, signUp, since } from './ask.ts';
import type { Container } from './containers.ts';
import { type Fleet, first, grow, restartEach } from './fleet.ts';
import { switchAddress } from './network.ts';
import { watchOutages } from './outages.ts';
import { previousRelease, writeCodeOf } from './previous.ts';
import { expectRestored } from './restored.ts';
import { becomeDue, expectOneRefresh } from './scheduled.ts';
import { dataFolderOf, healthy, type Stage, startDatabase, startService, startSite } from './stage.ts';
import { upgrade, upgradeToNext } from './upgrade.ts';

const wish = { prompt: 'Show the pricing', duration_target: '5s', resolution: '720p' };
const backupName = 'nightly.backup';

/**
 * Operates the service from its first start to the next version, on machines that share nothing but the database, the keys and a bucket. It
 * makes some 20 films. A new account has ten, so several customers share them.
 */
export async function operateService(stage: Stage): Promise<void> {
  const gateway = await startGateway(switchAddress);
  try {
    await gateway.createBucket('films');
    await operate({ ...stage, bucket: bucketEnvironment(gateway, 'films') }, gateway);
  } finally {
    await gateway.stop();
  }
}

async function operate(stage: Stage, gateway: Gateway): Promise<void> {
  const { say } = stage;
  await (await startService(stage, 'secrets')).ended;
  const database = await startDatabase(stage);
  const site = await startSite(stage);
  const fleet: Fleet = { apis: new Map(), workers: new Map() };
  const demos: string[] = [];
  const customer = await installAndGrow(stage, fleet, demos);
  await expectOneService([...fleet.apis.values()], customer, wish, say);

  const scheduled = await becomeDue(fleet, database, wish);
  const outages = watchOutages(() => [...fleet.apis.values()]);
  demos.push(...(await loseMachines(stage, fleet, customer)));
  await expectOneRefresh(fleet, database, scheduled);
  say('a schedule that came due meanwhile was followed once');
  demos.push(...(await rotateKeys(stage, fleet, customer)));
  const late = await orderMany(fleet, customer, 2);
  const worker = first(fleet.workers);
  say((await worker.exec('scripts/showreel', 'admin', 'backup', `/var/lib/showreel/${backupName}`)).trim());
  for (const id of late) await ready(first(fleet.apis), customer, id);
  demos.push(...late);
  expectThat(outages.stop() === 0, 'the service always had a machine that answered');
  say('no request of two a second was without an answer from some machine');
  await loseBucket(stage, fleet, gateway, scheduled.customer);

  const api = first(fleet.apis);
  for (const id of demos) await ready(api, customer, id);
  await expectNoFinding(api, ['keys']);
  say('the audit, the comparison of all read models with the log, and the keys have no finding');
  await expectRestored(stage, {
    name: 'restored',
    archive: join(await dataFolderOf(stage, worker), backupName),
    customer,
    demos: demos.slice(0, -2),
  });
  const release = join(import.meta.dirname, '../../test/fixtures/releases/0025.tar');
  await expectRestored(stage, { name: 'upgraded', archive: release, customer: null, demos: [] });

  await upgradeToNext(stage, fleet, await signUp(first(fleet.apis), 'next'), wish);
  for (const id of demos) await ready(first(fleet.apis), customer, id);
  await expectNoFinding(first(fleet.apis));
  say('the audit and the comparison by the next version have no finding, and every film is there');

  for (const machine of [...fleet.apis.values(), ...fleet.workers.values()])
    expectThat(
      (await machine.stop()) === 0,
      `a machine ends with 0 when it is stopped:\n${await machine.log()}`,
    );
  for (const machine of [site, database.server]) await machine.stop();
}

/** Where there is a release before this one, that one is installed, and upgraded to this one. */
async function installAndGrow(stage: Stage, fleet: Fleet, demos: string[]): Promise<Customer> {
  const { say } = stage;
  const release = await previousRelease();
  const from = release ? join(stage.folder, 'previous') : undefined;
  if (release) await writeCodeOf(release, from!);
  await grow(stage, fleet, { apis: 1, workers: 1 }, from);
  const customer = await signUp(first(fleet.apis), 'first');
  demos.push(await order(first(fleet.apis), customer, wish));
  await ready(first(fleet.apis), customer, demos[0]!);
  say(`${release ?? 'this version'} is installed, and a first film is ready`);
  await grow(stage, fleet, { apis: 3, workers: 4 }, from);
  if (!release) {
    say(
      'no release before this one is known (OPERATE_FROM, or a tag v…): the upgrade to a next one is all there is',
    );
    return customer;
  }
  await upgrade(stage, fleet, await signUp(first(fleet.apis), 'upgraded'), wish, { from });
  say(`${release} is upgraded to this version, machine by machine; no request was without an answer`);
  return customer;
}

async function expectNoFinding(machine: Container, ...more: string[][]): Promise<void> {
  for (const question of [['audit', '--all'], ['replay', '--verify'], ...more])
    await machine.exec('scripts/showreel', 'admin', ...question);
}

/** The bucket is away while a film is made, and films are not lost with it. */
async function loseBucket(stage: Stage, fleet: Fleet, gateway: Gateway, customer: Customer): Promise<void> {
  const api = first(fleet.apis);
  const id = await order(api, customer, wish);
  await sleep(2_000);
  await gateway.kill();
  await sleep(10_000);
  const { body } = await demand(api, 'GET', `/api/v1/demos/${id}`, {
    authorization: customer.authorization,
  });
  expectThat(body.status !== 'failed', 'a film outlives its bucket');
  await gateway.revive();
  await ready(api, customer, id);
  await healthy(api);
  stage.say('the bucket was killed for ten seconds while a film was made, which is ready');
}

/** Machines that lose their power in the middle of their work. */
async function loseMachines(stage: Stage, { apis, workers }: Fleet, customer: Customer): Promise<string[]> {
  const demos = await orderMany({ apis, workers }, customer, 5);
  const startedMs = performance.now();
  await sleep(6_000);
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
