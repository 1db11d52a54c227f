import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { run } from './shell.ts';

const subnet = '10.77.0';
/** Where machines reach what runs beside them, on the switch itself. */
export const switchAddress = `${subnet}.1`;

/** A machine's place in the network. */
export interface Place {
  address: string;
  /** Of the process that holds the machine's own network open. */
  pid: number;
}

/**
 * A network with nothing but the machines that join it. The process that calls this has to be in a network of its own
 * (`unshare --net`), which becomes the switch between them: nothing leads to the network of this machine.
 *
 * @param hostsPath the file with the names of all machines, which grows as they join
 */
export async function createNetwork(hostsPath: string) {
  const links = JSON.parse(await run('ip', ['-json', 'link'])) as { ifname: string }[];
  if (links.length !== 1)
    throw new Error('Expected to be in a network of its own, with nothing but loopback.');
  await run('ip', ['link', 'set', 'lo', 'up']);
  await run('ip', ['link', 'add', 'switch', 'type', 'bridge']);
  await run('ip', ['addr', 'add', `${switchAddress}/24`, 'dev', 'switch']);
  await run('ip', ['link', 'set', 'switch', 'up']);
  const names = new Map<string, string>([['localhost', '127.0.0.1']]);
  const holders: (() => void)[] = [];

  return {
    hostsPath,
    async join(name: string): Promise<Place> {
      const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
      await once(holder, 'spawn');
      holders.push(() => holder.kill('SIGKILL'));
      const pid = holder.pid!;
      const address = `${subnet}.${holders.length + 1}`;
      const port = `machine${holders.length}`;
      const inside = (...words: string[]) =>
        run('nsenter', ['--net', '--target', String(pid), 'ip', ...words]);
      await isApart(pid);
      await run('ip', ['link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(pid)]);
      await run('ip', ['link', 'set', port, 'master', 'switch', 'up']);
      await inside('link', 'set', 'lo', 'up');
      await inside('addr', 'add', `${address}/24`, 'dev', 'eth0');
      await inside('link', 'set', 'eth0', 'up');
      names.set(name, address);
      // Written into the same file, which the containers have mounted.
      await writeFile(hostsPath, [...names].map(([host, at]) => `${at} ${host}\n`).join(''));
      return { address, pid };
    },
    close(): void {
      for (const end of holders) end();
    },
  };
}

/** `unshare` has a process before that process has its network. */
async function isApart(pid: number): Promise<void> {
  const networkOf = (process: number | 'self') => run('readlink', [`/proc/${process}/ns/net`]);
  const ours = await networkOf('self');
  while ((await networkOf(pid)) === ours);
}
