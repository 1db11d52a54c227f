import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import type { Image } from './build-image.ts';
import { type ComposeService, seccompPathOf, volumeOf } from './compose-file.ts';
import type { Container, ContainerOptions, createHost } from './containers.ts';

/** What containers are made of. */
export interface Stage {
  /** For what a proof writes itself. */
  folder: string;
  host: Awaited<ReturnType<typeof createHost>>;
  image: Image;
  /** The file system of the database that stands in for PostgreSQL's image. */
  database: string;
  services: Record<string, ComposeService>;
  /** Of a bucket, for all machines. Where it is set, each machine has a data folder of its own. */
  bucket?: Record<string, string>;
  say(line: string): void;
}

/** What of a version is code of ours. The rest of an image is packages of others, and what was built. */
export const codeParts = ['src', 'db', 'package.json'];

/**
 * Starts a service of compose.yaml as Docker would.
 * @param name of the machine that it runs on; default: the service's own
 * @param code a folder with the code of another version, which lies over that of the image
 */
export async function startService(
  stage: Stage,
  service: string,
  { name = service, ...more }: Partial<ContainerOptions> = {},
  code?: string,
): Promise<Container> {
  const options = await optionsOf(stage, service, name);
  if (code)
    for (const part of codeParts)
      options.mounts.push({ source: join(code, part), target: `/opt/showreel/${part}`, isReadOnly: true });
  // The films show a page of this network, in which no address is public.
  const env = { ...options.env, ...stage.bucket, SHOWREEL_ALLOW_HOSTS: 'site', ...more.env };
  return stage.host.start({ ...options, ...more, env });
}

/** The sample site, on a machine of its own. */
export const startSite = (stage: Stage): Promise<Container> =>
  startService(stage, 'api', {
    name: 'site',
    args: [
      'node',
      '-e',
      "import('/opt/showreel/src/web/sample-site/serve.ts').then(({ serveSampleSite }) => serveSampleSite({ port: 8080, host: '0.0.0.0' }))",
    ],
  });

export interface Database {
  server: Container;
  password: string;
  /** Asks the database of the service. @returns rows without titles */
  query(sql: string): Promise<string>;
}

/** Starts PostgreSQL as its image does, and waits until it has the database. */
export async function startDatabase(stage: Stage, more: Partial<ContainerOptions> = {}): Promise<Database> {
  const service = stage.services.database!;
  const options = await optionsOf(stage, 'database', 'database');
  const server = await stage.host.start({
    ...options,
    rootfs: stage.database,
    user: { uid: 0, gid: 0 },
    args: ['sh', '-c', beginAsImage, ...(service.command ?? ['postgres'])],
    env: { PATH: '/usr/bin:/bin', PGDATA: '/var/lib/postgresql/data', ...service.environment },
    cwd: '/',
    ...more,
  });
  return { server, ...(await prepareDatabase(server, service)) };
}

/** The volume of compose.yaml with the data folder. */
const dataVolume = 'media';
const dataVolumeOf = ({ bucket }: Stage, machine: string): string =>
  bucket ? `${dataVolume}-${machine}` : dataVolume;

/** @returns where this machine has the data folder of one of the service's machines */
export const dataFolderOf = (stage: Stage, { name }: Container): Promise<string> =>
  stage.host.volume(dataVolumeOf(stage, name), stage.image.rootfs, '/var/lib/showreel');

/** What Docker would make of a service of compose.yaml and of the image. */
async function optionsOf(
  stage: Stage,
  service: string,
  name: string,
): Promise<ContainerOptions & { mounts: ContainerOptions['mounts'][number][] }> {
  const { host, image, services } = stage;
  const { rootfs, config } = image;
  const composed = services[service]!;
  const mounts = [];
  for (const words of composed.volumes) {
    const { name: volume, target, isReadOnly } = volumeOf(words);
    const own = volume === dataVolume ? dataVolumeOf(stage, name) : volume;
    mounts.push({ source: await host.volume(own, rootfs, target), target, isReadOnly });
  }
  return {
    name,
    rootfs,
    user: await userOf(rootfs, config.User),
    args: [...config.Entrypoint, ...(composed.command ?? config.Cmd)],
    env: { ...Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s))), ...composed.environment },
    cwd: config.WorkingDir,
    isReadOnly: composed.read_only,
    dropsCapabilities: composed.cap_drop.includes('ALL'),
    noNewPrivileges: composed.security_opt.includes('no-new-privileges:true'),
    seccompPath: seccompPathOf(composed),
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

/** As the image of PostgreSQL begins: a cluster with the password of the file, at the first start alone. */
const beginAsImage = `
set -e
bin=$(echo /usr/lib/postgresql/*/bin)
mkdir -p "$PGDATA"; chown postgres "$PGDATA"; chmod 700 "$PGDATA"
[ -s "$PGDATA/PG_VERSION" ] || {
  install -o postgres -m 600 "$POSTGRES_PASSWORD_FILE" /tmp/password
  setpriv --reuid=postgres --regid=postgres --clear-groups "$bin/initdb" --auth=scram-sha-256 -U "$POSTGRES_USER" --pwfile=/tmp/password >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
}
exec setpriv --reuid=postgres --regid=postgres --clear-groups "$bin/postgres" -c unix_socket_directories=/tmp -c listen_addresses='*' "$@"`;

/** Waits for the server, and makes the database that `POSTGRES_DB` asks for. */
async function prepareDatabase(
  server: Container,
  { environment }: ComposeService,
): Promise<Omit<Database, 'server'>> {
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
  const there = await psql(`select 1 from pg_database where datname = '${environment.POSTGRES_DB}'`);
  if (there !== '1') await psql(`create database ${environment.POSTGRES_DB}`);
  return { password, query: (sql) => psql(sql, environment.POSTGRES_DB) };
}

/** Waits until every check of an API is well. */
export async function healthy(api: Container): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await ask(api, 'GET', '/api/v1/health').catch((error: Error) => error);
    if (!(answer instanceof Error) && answer.status === 200) return;
    if (tries > 120) {
      const said = answer instanceof Error ? answer.message : JSON.stringify(answer);
      throw new Error(`The API did not become healthy: ${said}\n${await api.log()}`);
    }
    await sleep(250);
  }
}
