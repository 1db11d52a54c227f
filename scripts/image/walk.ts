import { readFile, writeFile } from 'node:fs/promises';
import { demand, expectThat, order, ready, sampleWish, signUp, since } from './ask.ts';
import type { Container } from './containers.ts';
import { healthy, type Stage, startDatabase, startService, startSite } from './stage.ts';

/** Goes the way of somebody who starts compose.yaml for the first time: secrets, database, service, a film, and a restart. */
export async function walkService(stage: Stage): Promise<void> {
  const { say } = stage;
  expectThat((await (await startService(stage, 'secrets')).ended) === 0, 'the service `secrets` ends with 0');
  const { server, password } = await startDatabase(stage);
  say('secrets are made and the database answers');

  const site = await startSite(stage);
  const startedMs = performance.now();
  const [api, worker] = [await startService(stage, 'api'), await startService(stage, 'worker')];
  await healthy(api);
  say(`the API is healthy, ${since(startedMs)} after its start`);
  for (const container of [api, worker]) await expectConfined(container, password);
  say(
    'no process is root, has a capability or can get one; system calls are filtered; no environment has the password',
  );

  const customer = await signUp(api, 'first');
  const demo = await order(api, customer, sampleWish);
  await ready(api, customer, demo);
  say(`a first film of 10 s at 1080p is ready, ${since(startedMs)} after the start`);
  say(`doctor in the container of the worker:\n${await worker.exec('scripts/showreel', 'doctor')}`);

  for (const container of [api, worker])
    expectThat(
      (await container.stop()) === 0,
      `it ends with 0 when it is stopped:\n${await container.log()}`,
    );
  const again = await startService(stage, 'api', { name: 'api-again' });
  await healthy(again);
  const { body } = await demand(again, 'GET', `/api/v1/demos/${demo}`, {
    authorization: customer.authorization,
  });
  expectThat(body.status === 'ready', 'the demo is there after a restart');
  say('stopped with 0, started again, and the demo is there');
  for (const container of [again, site, server]) await container.stop();
}

/** The first process of a container is tini; its child is the service. */
async function expectConfined(container: Container, password: string): Promise<void> {
  const pid = await container.pid();
  const [child] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  const status = await readFile(`/proc/${child}/status`, 'utf8');
  const value = (name: string) => new RegExp(`^${name}:\\s*(\\S+)`, 'm').exec(status)?.[1];
  expectThat(value('Uid') !== '0', 'the service is not root');
  for (const set of ['CapPrm', 'CapEff', 'CapBnd'])
    expectThat(/^0+$/.test(value(set) ?? ''), `${set} is empty`);
  expectThat(value('NoNewPrivs') === '1', 'no program gives more rights');
  expectThat(value('Seccomp') === '2', 'system calls are filtered');
  expectThat(
    !(await readFile(`/proc/${child}/environ`, 'utf8')).includes(password),
    'no environment has the password',
  );
  const written = await writeFile(`/proc/${child}/root/opt/showreel/written`, '').then(
    () => true,
    () => false,
  );
  expectThat(!written, 'the image is read-only');
}
