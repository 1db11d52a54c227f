import { readdir, readFile, readlink } from 'node:fs/promises';

/** A process of this machine, as /proc shows it. */
export interface Process {
  pid: number;
  command: string;
  uid: number;
}

/** All processes below `pid`: its children, theirs, and so on. Zombies are left out. */
export async function processesBelow(pid: number): Promise<Process[]> {
  const all = await Promise.all(
    (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((name) => read(Number(name))),
  );
  const below: Process[] = [];
  const parents = [pid];
  for (let parent = parents.pop(); parent !== undefined; parent = parents.pop())
    for (const one of all)
      if (one?.parent === parent) {
        below.push(one);
        parents.push(one.pid);
      }
  return below;
}

/** The processes below `pid` that make films, with those that wait for one. */
export const cellsOf = async (pid: number): Promise<Process[]> =>
  (await processesBelow(pid)).filter(({ command }) => command.includes('worker/cell/child.ts'));

async function read(pid: number): Promise<(Process & { parent: number }) | null> {
  const [status, command] = await Promise.all(
    ['status', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
  );
  const member = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status!)?.[1];
  if (member('State') === undefined || member('State') === 'Z') return null;
  return {
    pid,
    command: command!.replaceAll('\0', ' '),
    uid: Number(member('Uid')),
    parent: Number(member('PPid')),
  };
}

export const isRunning = async (pid: number) => (await read(pid)) !== null;

export const environmentOf = (pid: number) => readFile(`/proc/${pid}/environ`, 'utf8');

/** The local and remote ports of the TCP connections that a process has open. */
export async function tcpPortsOf(pid: number): Promise<number[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')),
  );
  const names = await readdir(`/proc/${pid}/fd`);
  const files = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  const inodes = new Set(files.flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? []));
  return tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local, remote, , , , , , , inode] = line.trim().split(/\s+/);
      if (!inode || !inodes.has(inode)) return [];
      return [local!, remote!].map((address) => Number.parseInt(address.split(':')[1]!, 16));
    }),
  );
}
