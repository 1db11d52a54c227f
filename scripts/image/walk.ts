import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Image } from './build-image.ts';
import { type ComposeService, seccompPathOf, volumeOf } from './compose-file.ts';
import type { Container, ContainerOptions, createHost } from './containers.ts';

interface Parts {
  host: Awaited<ReturnType<typeof createHost>>;
  image: Image;
  /** The file system of the database that stands in for PostgreSQL's image. */
  database: string;
  services: Record<string, ComposeService>;
  say(line: string): void;
}

/** As the image of PostgreSQL begins: a cluster with the password of the file, at the first start alone. */
const startDatabase = `
set -e
bin=$(echo /usr/lib/postgresql/*/bin)
mkdir -p "$PGDATA"; chown postgres "$PGDATA"; chmod 700 "$PGDATA"
[ -s "$PGDATA/PG_VERSION" ] || {
  install -o postgres -m 600 "$POSTGRES_PASSWORD_FILE" /tmp/password
  setpriv --reuid=postgres --regid=postgres --clear-groups "$bin/initdb" --auth=scram-sha-256 -U "$POSTGRES_USER" --pwfile=/tmp/password >/dev/null
  rm /tmp/password
}
exec setpriv --reuid=postgres --regid=postgres --clear-groups "$bin/postgres" -c unix_socket_directories=/tmp`;

const serveSite =
  "import('/opt/showreel/src/web/sample-site/serve.ts').then(({ serveSampleSite }) => serveSampleSite({ port: 8080 }))";

/** Goes the way of somebody who starts compose.yaml for the first time: secrets, database, service, a film, and a restart. */
export async function walkService({ host, image, database, services, say }: Parts): Promise<void> {
  const start = async (name: string, more: Partial<ContainerOptions> = {}) =>
    host.start({ ...(await optionsOf({ host, image, service: services[name]!, name })), ...more });

  expectThat((await (await start('secrets')).ended) === 0, 'the service `secrets` ends with 0');
  const databaseServer = await start('database', {
    rootfs: database,
    user: { uid: 0, gid: 0 },
    args: ['sh', '-c', startDatabase],
    env: { PATH: '/usr/bin:/bin', PGDATA: '/var/lib/postgresql/data', ...services.database!.environment },
    cwd: '/',
  });
  const env = await prepareDatabase(databaseServer, services.database!);
  say('secrets are made and the database answers');

  const site = await start('api', { name: 'site', args: ['node', '-e', serveSite] });
  const startedMs = performance.now();
  // The film shows a page of this network, which has nothing that is public.
  const open = async (name: string) => {
    const options = await optionsOf({ host, image, service: services[name]!, name });
    return { ...options, env: { ...options.env, SHOWREEL_ALLOW_HOSTS: 'localhost' } };
  };
  const api = await host.start(await open('api'));
  const worker = await host.start(await open('worker'));
  await healthy(api);
  say(`the API is healthy, ${since(startedMs)} after its start`);
  for (const container of [api, worker]) await expectConfined(container, env.password);
  say(
    'no process is root, has a capability or can get one; system calls are filtered; no environment has the password',
  );

  const demo = await film(api);
  say(`a first film of 10 s at 1080p is ready, ${since(startedMs)} after the start`);
  say(`doctor in the container of the worker:\n${await worker.exec('scripts/showreel', 'doctor')}`);

  for (const container of [api, worker])
    expectThat(
      (await container.stop()) === 0,
      `it ends with 0 when it is stopped:\n${await container.log()}`,
    );
  const again = await host.start({ ...(await open('api')), name: 'api-again' });
  await healthy(again);
  const { status, body } = await ask(again, 'GET', `/api/v1/demos/${demo.id}`, {
    authorization: demo.authorization,
  });
  expectThat(status === 200 && body.status === 'ready', 'the demo is there after a restart');
  say('stopped with 0, started again, and the demo is there');
  for (const container of [again, site, databaseServer]) await container.stop();
}

interface ServiceParts {
  host: Parts['host'];
  image: Image;
  service: ComposeService;
  name: string;
}

/** What Docker would make of a service of compose.yaml and of the image. */
async function optionsOf({ host, image, service, name }: ServiceParts): Promise<ContainerOptions> {
  const { rootfs, config } = image;
  const mounts = [];
  for (const words of service.volumes) {
    const { name: volume, target, isReadOnly } = volumeOf(words);
    mounts.push({ source: await host.volume(volume, rootfs, target), target, isReadOnly });
  }
  return {
    name,
    rootfs,
    user: await userOf(rootfs, config.User),
    args: [...config.Entrypoint, ...(service.command ?? config.Cmd)],
    env: { ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s))), ...service.environment },
    cwd: config.WorkingDir,
    isReadOnly: service.read_only,
    dropsCapabilities: service.cap_drop.includes('ALL'),
    noNewPrivileges: service.security_opt.includes('no-new-privileges:true'),
    seccompPath: seccompPathOf(service),
    mounts,
  };
}

async function userOf(rootfs: string, name: string): Promise<{ uid: number; gid: number }> {
  const line = (await readFile(join(rootfs, 'etc/passwd'), 'utf8'))
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error(`Dockerfile: its USER ${name} is not in /etc/passwd of the image`);
  return { uid: Number(uid), gid: Number(gid) };
}

/** Waits for the server, and makes the database that `POSTGRES_DB` asks for. */
async function prepareDatabase(
  server: Container,
  { environment }: ComposeService,
): Promise<{ password: string }> {
  const password = await server
    .exec('cat', environment.POSTGRES_PASSWORD_FILE!)
    .catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await server.log()}`);
    });
  const psql = (sql: string, database = 'postgres') =>
    server.exec(
      'sh',
      '-c',
      `PGPASSWORD=${password} psql -qAt -h 127.0.0.1 -U showreel ${database} -c "${sql}"`,
    );
  for (let tries = 0; ; tries++) {
    const failed = await psql('select 1').then(
      () => null,
      (error: Error) => error,
    );
    if (!failed) break;
    if (tries > 60) throw new Error(`${failed.message}\n${await server.log()}`);
    await sleep(500);
  }
  await psql(`create database ${environment.POSTGRES_DB}`);
  return { password };
}

async function healthy(api: Container): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await ask(api, 'GET', '/api/v1/health').catch(() => null);
    if (answer?.status === 200) return;
    if (tries > 60)
      throw new Error(`The API did not become healthy: ${JSON.stringify(answer)}\n${await api.log()}`);
    await sleep(500);
  }
}

/** Asks the service from within its network. */
async function ask(
  api: Container,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
) {
  const init = {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  };
  const script = `fetch('http://localhost:3000${path}', ${JSON.stringify(init)}).then(async (answer) => console.log(JSON.stringify({
    status: answer.status, cookies: answer.headers.getSetCookie(), body: await answer.json() })))`;
  return JSON.parse(await api.exec('node', '-e', script)) as {
    status: number;
    cookies: string[];
    body: Record<string, string>;
  };
}

/** Signs up, and makes a film with the key that the new user issues. */
async function film(api: Container): Promise<{ id: string; authorization: string }> {
  const made = async (path: string, headers: Record<string, string>, body: object) => {
    const answer = await ask(api, 'POST', path, headers, body);
    if (answer.status >= 300)
      throw new Error(`POST ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const origin = { origin: 'http://localhost:3000' };
  const person = {
    name: 'First',
    email: 'first@showreel.example',
    password: 'a long password of the first user',
  };
  const { cookies } = await made('/api/auth/sign-up/email', origin, person);
  const key = await made(
    '/api/v1/api-keys',
    { ...origin, cookie: cookies[0]!.split(';', 1)[0]! },
    { name: 'image-test' },
  );
  const authorization = `Bearer ${key.body.key}`;
  const project = await made(
    '/api/v1/projects',
    { authorization },
    { name: 'Sample', url: 'http://localhost:8080/' },
  );
  const wish = {
    prompt: 'Show what it does, switch the pricing to yearly and start a free trial',
    duration_target: '10s',
    resolution: '1080p',
  };
  const { body } = await made('/api/v1/demos', { authorization }, { project_id: project.body.id, ...wish });
  for (;;) {
    const { body: demo } = await ask(api, 'GET', `/api/v1/demos/${body.id}`, { authorization });
    if (demo.status === 'ready') return { id: body.id!, authorization };
    if (demo.status === 'failed') throw new Error(`The film failed: ${demo.error}`);
    await sleep(1000);
  }
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

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Expected that ${what}`);
}

const since = (ms: number) => `${((performance.now() - ms) / 1000).toFixed(1)} s`;
