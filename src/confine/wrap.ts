import { dirname } from 'node:path';
import type { Identity } from './identity.ts';

/** What a program may reach in the file system, apart from system libraries. */
export interface Places {
  /** Files; in the folder that it writes, where there is one. */
  reads: readonly string[];
  /** A folder. */
  writes: string | null;
}

/** What the kernel gives the program at most. */
export interface Limits {
  memoryBytes: number;
  cpuSec: number;
  /** Of the largest file it may write. */
  fileBytes: number;
}

/** Where Linux distributions keep programs and libraries. None of them holds secrets. */
const system = [
  ...['/bin', '/sbin', '/lib', '/lib64', '/nix/store'],
  ...['/etc/alternatives', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d'],
];

export type Nesting = 'forbidden' | 'possible';
const userNamespace: Record<Nesting, string[]> = {
  forbidden: ['--unshare-user', '--disable-userns'],
  possible: ['--unshare-user'],
};

/** The words before a program that let the kernel enforce limits. `prlimit` replaces itself by the program. */
export const limitWords = ({ memoryBytes, cpuSec, fileBytes }: Limits): string[] => [
  'prlimit',
  `--as=${memoryBytes}`,
  `--cpu=${cpuSec}`,
  `--fsize=${fileBytes}`,
  '--core=0',
];

/**
 * The words before a program that give it a file system with the system's programs, what it reads and what it writes, no network, no
 * other process, and an end with its parent. There is no /proc: as root it would be a way out.
 *
 * @param identity who the program is to be. Root prepares the sandbox itself and then becomes this user. An ordinary user stays who it
 *   is, in a user namespace.
 * @param nesting whether the program may make user namespaces within that one. bubblewrap forbids it by /proc/sys, which containers
 *   cannot write to.
 */
export function sandboxWords(
  program: string,
  { reads, writes }: Places,
  identity: Identity | null,
  nesting: Nesting,
): string[] {
  const readable = program.startsWith('/') ? [program, ...reads] : reads;
  const parents = [...readable, ...(writes ? [writes] : []), '/etc/alternatives', '/nix/store'].flatMap(
    parentsOf,
  );
  return [
    ...['bwrap', '--die-with-parent', '--new-session', '--unshare-pid', '--unshare-net', '--unshare-ipc'],
    ...['--unshare-uts', '--unshare-cgroup-try', ...(identity ? [] : userNamespace[nesting])],
    ...['--ro-bind', '/usr', '/usr', '--dev', '/dev'],
    // bwrap would make them for its own user alone.
    ...[...new Set(parents)].flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...system.flatMap((path) => ['--ro-bind-try', path, path]),
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    ...(writes ? ['--bind', writes, writes] : []),
    // Everything else is memory, which nobody bounds.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', '/', ...(identity ? becoming(identity) : ['--'])],
  ];
}

const becoming = ({ uid, gid }: Identity) => [
  ...['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--'],
  ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--inh-caps=-all', '--no-new-privs'],
];

/** The folders above a path, from the top, without the root and without those that the sandbox has anyway. */
function parentsOf(path: string): string[] {
  const above = dirname(path);
  if (above === '/' || above === '.' || above === '/usr' || above.startsWith('/usr/')) return [];
  return [...parentsOf(above), above];
}
