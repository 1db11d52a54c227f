import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isInstalled, run } from './shell.ts';

const root = join(import.meta.dirname, '../..');

/** An image's file system, writable, and what it says of itself. */
export interface Image {
  rootfs: string;
  config: ImageConfig;
}

export interface ImageConfig {
  User: string;
  Env: string[];
  WorkingDir: string;
  Entrypoint: string[];
  Cmd: string[];
}

/** Debian's tools that build and run images without a registry and without a daemon. @param more of the same names as their packages */
export async function installTools(more: readonly string[] = []): Promise<void> {
  const missing = [];
  for (const tool of ['mmdebstrap', 'buildah', 'runc', ...more])
    if (!(await isInstalled(tool))) missing.push(tool);
  if (missing.length === 0) return;
  await run('apt-get', ['update', '-qq']);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing]);
}

/** Builds images in a folder of its own, from a base that mmdebstrap makes of Debian's packages. */
export function createBuilder(folder: string) {
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const buildah = (...args: string[]) => run('buildah', [...store, ...args]);

  return {
    /** Makes the image that the Dockerfile begins with, under the name that it has there. @returns that name */
    async makeBase(): Promise<string> {
      const base = /^ARG BASE=(\S+)$/m.exec(await readFile(join(root, 'Dockerfile'), 'utf8'))?.[1];
      const suite = /^debian:(\w+)-/.exec(base ?? '')?.[1];
      if (!base || !suite) throw new Error('Dockerfile: expected a line ARG BASE=debian:<suite>-…');
      const tree = join(folder, 'base.tar');
      await mkdir(folder, { recursive: true });
      await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', suite, tree]);
      const container = await buildah('from', 'scratch');
      await buildah('add', '-q', container, tree, '/');
      await trustOwnAuthority(container);
      await buildah('commit', '-q', container, `docker.io/library/${base}`);
      await rm(tree);
      return base;
    },
    async build(context: string, tag: string): Promise<Image> {
      // As in Docker, each instruction runs as root of the image; the network is for npm and Debian alone.
      const words = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--format', 'docker'];
      await buildah('bud', ...words, '--tag', tag, context);
      const { OCIv1 } = JSON.parse(await buildah('inspect', '--type', 'image', tag));
      return { rootfs: await buildah('mount', await buildah('from', tag)), config: OCIv1.config };
    },
    /** The base with further packages: what stands in for an image of others. */
    async withPackages(base: string, packages: readonly string[]): Promise<string> {
      const container = await buildah('from', `docker.io/library/${base}`);
      const install = `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${packages.join(' ')} >/dev/null`;
      await buildah('run', '--isolation', 'chroot', '--network', 'host', container, 'sh', '-c', install);
      return buildah('mount', container);
    },
    async remove(): Promise<void> {
      await buildah('rm', '--all').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };

  /** Where this machine reaches registries through a proxy with an authority of its own, the build has to trust that one too. */
  async function trustOwnAuthority(container: string): Promise<void> {
    const authority = process.env.NODE_EXTRA_CA_CERTS;
    if (!authority) return;
    await buildah('add', '-q', container, authority, '/etc/ssl/certs/of-this-machine.crt');
    await buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/of-this-machine.crt', container);
  }
}

/** The files that git knows, as a fresh clone has them, without .git. */
export async function copyCheckout(target: string): Promise<void> {
  const files = (await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root))
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  for (const folder of new Set(files.map((file) => join(target, file, '..'))))
    await mkdir(folder, { recursive: true });
  for (const file of files) await copyFile(join(root, file), join(target, file));
}
