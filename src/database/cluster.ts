import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../log.ts';
import type { Native } from './native.ts';

export interface Cluster {
  /** The service's data folder, absolute and without symlinks. */
  dataDir: string;
  /** PostgreSQL's own folder below it. */
  folder: string;
  native: Native;
}

/**
 * PostgreSQL makes its data folder absolute and enters it by that name, which fails for `nobody` when a folder above is
 * closed to it (a clone in root's home, mode 0700). It starts inside the folder instead and knows it by this name, which
 * the kernel follows without walking the path; the server's children inherit the working directory.
 */
export const dataFolderFromWithin = '/proc/self/cwd';
export const databaseUser = 'showreel';

const secretOf = (cluster: Cluster) => join(cluster.dataDir, 'postgres.secret');
export const readPassword = async (cluster: Cluster) => (await readFile(secretOf(cluster), 'utf8')).trim();

/**
 * Creates the cluster where there is none.
 * @param durable waits until it is on the disk; tests save themselves that.
 * @returns true when it did.
 */
export async function initialiseCluster(cluster: Cluster, durable: boolean, log: Logger): Promise<boolean> {
  if (await lstat(join(cluster.folder, 'PG_VERSION')).catch(() => null)) {
    await checkVersion(cluster);
    return false;
  }
  // Built beside and renamed when complete: a crash half-way leaves a draft, which the next start throws away.
  const draft = `${cluster.folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (cluster.native.identity) await chown(draft, cluster.native.identity.uid, cluster.native.identity.gid);
  const password = randomBytes(24).toString('base64url');
  await runInitdb(cluster, draft, password, durable ? [] : ['--no-sync']);
  await rm(secretOf(cluster), { force: true });
  await writeFile(secretOf(cluster), `${password}\n`, { mode: 0o600 });
  await rename(draft, cluster.folder);
  log.info({ folder: cluster.folder }, 'created an embedded PostgreSQL cluster');
  return true;
}

async function runInitdb(cluster: Cluster, draft: string, password: string, flags: string[]): Promise<void> {
  const { identity, folder } = cluster.native;
  // initdb opens the password file itself, as its own user: a private folder that this user can enter. Root's TMPDIR may be
  // closed to others; a pipe does not serve, since Linux refuses to open another user's.
  const exchange = await mkdtemp(join(identity ? '/tmp' : tmpdir(), 'showreel-initdb-'));
  try {
    const passwordFile = join(exchange, 'password');
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (identity) for (const path of [passwordFile, exchange]) await chown(path, identity.uid, identity.gid);
    // The built-in C.UTF-8 locale knows Unicode letters and needs neither ICU nor a locale of the machine.
    await run(join(folder, 'bin', 'initdb'), {
      args: [
        `--pgdata=${dataFolderFromWithin}`,
        `--username=${databaseUser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        ...flags,
      ],
      cwd: draft,
      ...identity,
    });
  } finally {
    await rm(exchange, { recursive: true, force: true });
  }
}

function run(
  program: string,
  options: { args: string[]; cwd: string; uid?: number; gid?: number },
): Promise<void> {
  const { args, ...rest } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...rest,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: serverEnvironment,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString('utf8')).slice(-4000);
      });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Creating the embedded database failed (initdb ended with ${code}):\n${said}`));
    });
  });
}

/** Nothing of our own environment: it may carry secrets, and PG* variables would change what the server does. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

async function checkVersion(cluster: Cluster): Promise<void> {
  const found = (await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8')).trim();
  const installed = await readFile(
    join(cluster.native.folder, 'share', 'postgresql', 'postgres.bki'),
    'utf8',
  ).then(
    (text) => /^# PostgreSQL (\d+)/.exec(text)?.[1],
    () => undefined,
  );
  if (installed && found !== installed)
    throw new Error(
      `The data in ${cluster.folder} belongs to PostgreSQL ${found}, but the installed server is ${installed}: dump it with the old version and restore it, or set DATABASE_URL.`,
    );
}
