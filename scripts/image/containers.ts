import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNetwork } from './network.ts';
import { run } from './shell.ts';

/** What a container is started with; `readComposeFile` reads it from a service of compose.yaml. */
export interface ContainerOptions {
  name: string;
  rootfs: string;
  user: { uid: number; gid: number };
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
  isReadOnly: boolean;
  dropsCapabilities: boolean;
  noNewPrivileges: boolean;
  /** Of the profile's file, in Docker's and runc's common format; null for none. */
  seccompPath: string | null;
  /** How much of the processors it may take; default: everything. */
  cpus?: number;
  mounts: readonly { source: string; target: string; isReadOnly: boolean }[];
}

export interface Container {
  name: string;
  address: string;
  /** On this machine, of the container's first process. */
  pid(): Promise<number>;
  exec(...args: string[]): Promise<string>;
  /** What it printed so far. */
  log(): Promise<string>;
  ended: Promise<number | null>;
  /** What all its processes together have taken of the processors. */
  cpuSeconds(): Promise<number>;
  /** As a machine that loses its power. */
  kill(): Promise<void>;
  /** As `docker stop` does. */
  stop(): Promise<number | null>;
}

/** What Docker gives a container that drops none. */
const usualCapabilities = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'SETGID',
  'SETUID',
  'SETPCAP',
].map((name) => `CAP_${name}`);

/** Runs containers by runc, each with a network of its own as on a machine of its own. This process has to be in the network of them all. */
export async function createHost(folder: string) {
  await mkdir(folder, { recursive: true });
  const network = await createNetwork(join(folder, 'hosts'));
  const running = new Map<string, Container>();

  return {
    /** A volume as Docker makes it: new ones belong to whom the folder in the image belongs to. */
    async volume(name: string, rootfs: string, target: string): Promise<string> {
      const path = join(folder, 'volumes', name);
      await mkdir(path, { recursive: true });
      const like = await stat(join(rootfs, target)).catch(() => null);
      if (like && like.uid !== 0) await chown(path, like.uid, like.gid);
      return path;
    },
    async start(options: ContainerOptions): Promise<Container> {
      const bundle = join(folder, options.name);
      await mkdir(bundle, { recursive: true });
      const machine = await network.join(options.name);
      await writeFile(
        join(bundle, 'config.json'),
        JSON.stringify(await bundleOf(options, network.hostsPath, machine.pid)),
      );
      const logFile = await open(join(bundle, 'log'), 'w');
      const words = ['run', '--bundle', bundle, options.name];
      const child: ChildProcess = spawn('runc', words, { stdio: ['ignore', logFile.fd, logFile.fd] });
      await logFile.close();
      const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      const container: Container = {
        name: options.name,
        address: machine.address,
        ended,
        pid: async () => JSON.parse(await run('runc', ['state', options.name])).pid,
        exec: (...args) => run('runc', ['exec', options.name, ...args]),
        log: () => readFile(join(bundle, 'log'), 'utf8'),
        async cpuSeconds() {
          const { data } = JSON.parse(await run('runc', ['events', '--stats', options.name]));
          return data.cpu.usage.total / 1e9;
        },
        async kill() {
          await run('runc', ['kill', options.name, 'KILL']);
          await ended;
        },
        async stop() {
          await run('runc', ['kill', options.name, 'TERM']);
          const late = setTimeout(
            () => void run('runc', ['kill', options.name, 'KILL']).catch(() => undefined),
            20_000,
          );
          return ended.finally(() => clearTimeout(late));
        },
      };
      running.set(options.name, container);
      void ended.then(() => running.delete(options.name));
      // It cannot be asked anything before runc has made it.
      while (running.has(options.name) && !(await container.pid().catch(() => null))) await sleep(50);
      return container;
    },
    async close(): Promise<void> {
      await Promise.all([...running.values()].map((container) => container.stop().catch(() => null)));
      network.close();
    },
  };
}

async function bundleOf(options: ContainerOptions, hosts: string, networkPid: number) {
  const capabilities = options.dropsCapabilities ? [] : usualCapabilities;
  const effective = options.user.uid === 0 ? capabilities : [];
  const bind = (source: string, destination: string, isReadOnly: boolean) => ({
    ...{ type: 'bind', source, destination },
    options: ['rbind', isReadOnly ? 'ro' : 'rw'],
  });
  const memory = (destination: string, mode: string) => ({
    ...{ type: 'tmpfs', source: 'tmpfs', destination },
    options: ['nosuid', 'nodev', `mode=${mode}`],
  });
  return {
    ociVersion: '1.0.2',
    process: {
      user: options.user,
      args: options.args,
      env: Object.entries(options.env).map(([name, value]) => `${name}=${value}`),
      cwd: options.cwd,
      capabilities: { bounding: capabilities, permitted: effective, effective },
      noNewPrivileges: options.noNewPrivileges,
    },
    root: { path: options.rootfs, readonly: options.isReadOnly },
    hostname: options.name,
    mounts: [
      { type: 'proc', source: 'proc', destination: '/proc' },
      { ...memory('/dev', '755'), options: ['nosuid', 'mode=755'] },
      {
        type: 'devpts',
        source: 'devpts',
        destination: '/dev/pts',
        options: ['nosuid', 'noexec', 'newinstance', 'ptmxmode=0666'],
      },
      memory('/dev/shm', '1777'),
      { type: 'sysfs', source: 'sysfs', destination: '/sys', options: ['nosuid', 'noexec', 'nodev', 'ro'] },
      memory('/tmp', '1777'),
      bind(hosts, '/etc/hosts', true),
      ...options.mounts.map(({ source, target, isReadOnly }) => bind(source, target, isReadOnly)),
    ],
    linux: {
      namespaces: [
        ...['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })),
        { type: 'network', path: `/proc/${networkPid}/ns/net` },
      ],
      ...(options.cpus && { resources: { cpu: { quota: options.cpus * 100_000, period: 100_000 } } }),
      // What Docker hides and seals of /proc.
      maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list', '/proc/sched_debug', '/sys/firmware'],
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
      ...(options.seccompPath && { seccomp: JSON.parse(await readFile(options.seccompPath, 'utf8')) }),
    },
  };
}
