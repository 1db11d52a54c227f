import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackages } from '../../scripts/packages.ts';
import { childEnvironment } from './child-environment.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A folder in which nothing but our packed packages is installed, and what they say that they depend on. */
export interface Installed {
  folder: string;
  remove(): Promise<void>;
}

/**
 * Packs our packages and installs the tarballs of some of them. Their dependencies come from this repository's packages, so that no registry is
 * needed. npm removes what no installed package names, so an import that a package does not declare fails.
 */
export async function installPacked(names: readonly string[]): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-installed-'));
  await mkdir(join(root, 'dist'), { recursive: true });
  // Inside the repository, where the compiler finds the dependencies.
  const built = await mkdtemp(join(root, 'dist/test-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const own = (await buildPackages(built)).filter((path) => names.includes(basename(path)));
    const manifests = await Promise.all(own.map(manifestIn));
    const wanted = manifests.flatMap(({ dependencies, peerDependencies }) =>
      Object.keys({ ...dependencies, ...peerDependencies }),
    );
    for (const path of await closureOf(wanted.filter((name) => !name.startsWith('@showreel/'))))
      await copyPackage(join(root, path), join(folder, path));
    const tarballs = join(folder, 'tarballs');
    await mkdir(tarballs);
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', tarballs, ...own], { cwd: folder });
    await writeFile(join(folder, 'package.json'), '{"private": true}');
    const packed = (await readdir(tarballs)).map((name) => join(tarballs, name));
    const install = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
    await run('npm', [...install, ...packed], { cwd: folder, env: { ...childEnvironment, HOME: folder } });
  } catch (fault) {
    await remove();
    throw fault;
  } finally {
    await rm(built, { recursive: true, force: true });
  }
  return { folder, remove };
}

/** Without its programs: npm fetches a package again whose programs are not linked. */
async function copyPackage(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  const { bin: _, ...manifest } = await manifestIn(from);
  await writeFile(join(to, 'package.json'), JSON.stringify(manifest));
}

interface Manifest {
  bin?: unknown;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/** The folders of packages and of everything that they depend on, below the root. */
async function closureOf(names: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const visit = async (name: string, from: string): Promise<void> => {
    const path = await findPackage(name, from);
    if (path === null || found.has(path)) return;
    found.add(path);
    const { dependencies } = await manifestIn(join(root, path));
    for (const other of Object.keys(dependencies ?? {})) await visit(other, path);
  };
  for (const name of names) await visit(name, '.');
  return [...found].sort();
}

/** As Node looks: beside the package that names it, then further up. */
async function findPackage(name: string, from: string): Promise<string | null> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    const isThere = await manifestIn(join(root, path)).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
    if (folder === '.') return null;
  }
}
