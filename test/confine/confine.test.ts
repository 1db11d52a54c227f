import { execFile, spawn } from 'node:child_process';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confine } from '../../src/confine/index.ts';

const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65_534, gid: 65_534 };
const run = promisify(execFile);
/** Where it is not installed or the machine forbids namespaces, there is no sandbox to test. */
const hasBubblewrap = await run('bwrap', [
  '--ro-bind',
  '/',
  '/',
  '--unshare-user',
  '--unshare-net',
  'true',
]).then(
  () => true,
  () => false,
);
const runner = join(import.meta.dirname, 'running.ts');

let folder: string;
let listener: Server;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'showreel-confine-test-'));
  await chmod(folder, 0o711);
  listener = createServer((socket) => socket.on('error', () => undefined).end('reached'));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  port = (listener.address() as AddressInfo).port;
});
afterAll(async () => {
  listener.close();
  await rm(folder, { recursive: true, force: true });
});

/** A job of its own: a program that tries to reach things, a file it may read and a folder it may write to. */
async function makeJob(name: string, does: string, owner: { uid: number; gid: number } | null) {
  const home = join(folder, name);
  // Nobody else may enter, as in the service's data folder.
  await mkdir(join(home, 'job'), { recursive: true, mode: 0o700 });
  await mkdir(join(folder, `${name}-bin`));
  const program = join(folder, `${name}-bin`, 'tool');
  await writeFile(program, `#!/bin/bash\n[ "$1" = -version ] && exit\n${does}\n`);
  await chmod(program, 0o755);
  const paths = { reads: join(home, 'job/film'), secret: join(home, 'secret'), writes: join(home, 'job') };
  await writeFile(paths.reads, 'a film', { mode: 0o600 });
  await writeFile(paths.secret, 'a secret', { mode: 0o600 });
  if (owner) for (const path of [home, ...Object.values(paths)]) await chown(path, owner.uid, owner.gid);
  return { program, home, ...paths };
}

const attempts = (secret: string) => `
cat "$1"; echo
echo written > "$2" && echo "wrote its own"
cat ${secret} 2>/dev/null || echo "no secret"
(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo "reached the network" || echo "no network"
touch "$(dirname $1)/../other" 2>/dev/null && echo "wrote elsewhere" || echo "wrote nothing else"
kill -0 ${process.pid} 2>/dev/null && echo "saw the service" || echo "no processes"
head -c 2000000 /dev/zero > "$2" 2>/dev/null && echo "wrote much" || echo "wrote little"
id -u; id -G; env | cut -d= -f1 | sort | tr '\\n' ' '`;

async function attempt(name: string, owner: typeof nobody | null, path = process.env.PATH ?? '') {
  const job = await makeJob(name, '', owner);
  await writeFile(job.program, `#!/bin/bash\n[ "$1" = -version ] && exit\n${attempts(job.secret)}\n`);
  const { stdout } = await run(process.execPath, [runner, job.program, job.reads, job.writes], {
    env: { PATH: path, SHOWREEL_TEST_SECRET: 'secret' },
    cwd: '/',
    ...owner,
  });
  return told(job, stdout);
}

function told(job: Awaited<ReturnType<typeof makeJob>>, stdout: string) {
  const { said, ...confinement } = JSON.parse(stdout);
  return { job, said: said as string, confinement };
}

const expectSandbox = (said: string) => {
  for (const line of [
    'a film',
    'wrote its own',
    'no secret',
    'no network',
    'wrote nothing else',
    'no processes',
    'wrote little',
  ])
    expect(said).toContain(`${line}\n`);
  expect(said).not.toContain('SHOWREEL');
};

describe('a program that reads what strangers made', () => {
  test.runIf(isRoot && hasBubblewrap)(
    'is neither root nor sees anything but its file and folder, where the service is root',
    async () => {
      const { said, confinement, job } = await attempt('root', null);
      expect(confinement).toEqual({ level: 'sandbox', nesting: 'forbidden', limited: true, missing: null });
      expectSandbox(said);
      expect(said).toContain('\n64610\n64610\n');
      // What it read is root's again.
      expect(await stat(job.reads)).toMatchObject({ uid: 0, gid: 0 });
      expect(await readFile(join(job.writes, 'out'))).not.toHaveLength(0);
    },
  );

  test.runIf(hasBubblewrap)(
    'sees nothing but its file and folder, where the service is an ordinary user',
    async () => {
      const { said, confinement } = await attempt('ordinary', isRoot ? nobody : null);
      expect(confinement).toEqual({ level: 'sandbox', nesting: 'forbidden', limited: true, missing: null });
      expectSandbox(said);
    },
  );

  test.runIf(isRoot && hasBubblewrap)(
    'sees nothing but its file and folder in a container too, whose /proc/sys nobody can write to',
    async () => {
      const job = await makeJob('container', '', nobody);
      await writeFile(job.program, `#!/bin/bash\n[ "$1" = -version ] && exit\n${attempts(job.secret)}\n`);
      const seal =
        'mount --bind /proc/sys /proc/sys && mount -o remount,bind,ro /proc/sys && exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"';
      const command = [process.execPath, runner, job.program, job.reads, job.writes];
      const { stdout } = await run('unshare', ['--mount', 'bash', '-c', seal, 'bash', ...command], {
        env: { PATH: process.env.PATH, SHOWREEL_TEST_SECRET: 'secret' },
        cwd: '/',
      });
      const { said, confinement } = told(job, stdout);
      expect(confinement).toEqual({ level: 'sandbox', nesting: 'possible', limited: true, missing: null });
      expectSandbox(said);
    },
  );

  /** A PATH with everything but bubblewrap. */
  async function pathWithoutBubblewrap(name: string): Promise<string> {
    const bin = join(folder, name);
    await mkdir(bin);
    for (const tool of [
      'bash',
      'prlimit',
      'cat',
      'touch',
      'dirname',
      'id',
      'env',
      'cut',
      'sort',
      'tr',
      'head',
      'true',
      'sleep',
    ])
      await symlink((await run('which', [tool])).stdout.trim(), join(bin, tool));
    return bin;
  }

  test.runIf(isRoot)(
    'is a user of its own where there is no bubblewrap and the service is root',
    async () => {
      const { said, confinement } = await attempt('user', null, await pathWithoutBubblewrap('bin-user'));
      expect(confinement).toMatchObject({ level: 'user', limited: true });
      expect(confinement.missing).toContain('install the package bubblewrap');
      for (const line of [
        'a film',
        'wrote its own',
        'no secret',
        'no processes',
        'wrote nothing else',
        'wrote little',
      ])
        expect(said).toContain(`${line}\n`);
      expect(said).toContain('\n64610\n64610\n');
      expect(said).not.toContain('SHOWREEL');
    },
  );

  test('runs as the service, within limits and without its environment, where there is neither', async () => {
    const path = await pathWithoutBubblewrap('bin-none');
    const { said, confinement } = await attempt('none', isRoot ? nobody : null, path);
    expect(confinement).toMatchObject({ level: 'none', limited: true });
    for (const line of ['a film', 'wrote its own', 'wrote little']) expect(said).toContain(`${line}\n`);
    expect(said).not.toContain('SHOWREEL');
  });

  test.runIf(hasBubblewrap)('ends with the service, also where that is killed', async () => {
    const mark = `86${process.pid}`;
    const job = await makeJob('orphan', `exec sleep ${mark}`, null);
    const service = spawn(process.execPath, [runner, job.program, job.reads, job.writes], {
      stdio: 'ignore',
    });
    await expect.poll(() => running(`sleep\0${mark}`)).toBe(1);
    service.kill('SIGKILL');
    await expect.poll(() => running(`sleep\0${mark}`)).toBe(0);
  });

  test('is ended by the kernel when its processor time is used up', async () => {
    const job = await makeJob('busy', 'while :; do :; done', null);
    const reach = { memoryBytes: 2 ** 30, cpuSec: 1, fileBytes: 0 };
    const { words, options, release } = await confine(job.program, {
      reads: [job.reads],
      writes: job.writes,
      ...reach,
    });
    const [first, ...rest] = words;
    await expect(run(first, rest, options).finally(release)).rejects.toThrow();
  });
});

async function running(commandLine: string): Promise<number> {
  const lines = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.startsWith(commandLine)).length;
}
