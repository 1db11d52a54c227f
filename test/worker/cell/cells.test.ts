import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createLogger } from '../../../src/log.ts';
import { type Cells, startCells } from '../../../src/worker/cell/cells.ts';
import type { CellProcess } from '../../../src/worker/cell/process.ts';

const run = promisify(execFile);

async function withTwo(look: (one: CellProcess, other: CellProcess) => Promise<void>): Promise<void> {
  const cells: Cells = startCells(createLogger('silent'));
  const taken = await Promise.all([cells.take(), cells.take()]);
  try {
    await look(taken[0], taken[1]);
  } finally {
    await Promise.all([...taken.map((cell) => cell.end()), cells.stop()]);
  }
}

test('two jobs that begin at the same time get a process each', () =>
  withTwo(async (one, other) => {
    expect(one.pid).not.toBe(other.pid);
    expect(one.user?.uid === other.user?.uid).toBe(process.getuid?.() !== 0);
  }));

test('a process that is still starting ends with the service, which does not wait for it', async () => {
  const started = Promise.withResolvers<number>();
  // Suspended as soon as it is there, it never gets ready by itself.
  const suspend = async (pid: number) => {
    process.kill(pid, 'SIGSTOP');
    started.resolve(pid);
    return { fault: () => null, end: async () => undefined };
  };
  const cells = startCells(createLogger('silent'), suspend);
  const pid = await started.promise;
  await cells.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('where the machine is too busy for a process to get ready, the next one has a user of its own as before', async () => {
  let isBusy = true;
  const suspend = async (pid: number) => {
    if (isBusy) process.kill(pid, 'SIGSTOP');
    return { fault: () => null, end: async () => undefined };
  };
  const cells = startCells(createLogger('silent'), suspend, { keepsSpare: false, startMs: 25_000 });
  await expect(cells.take()).rejects.toThrow('A process for recordings was not ready within 25000 ms.');
  isBusy = false;
  const cell = await cells.take();
  try {
    expect(cell.user === null).toBe(process.getuid?.() !== 0);
  } finally {
    await Promise.all([cell.end(), cells.stop()]);
  }
});

test('a process steps back as far as it was told, and its session with it', async () => {
  const cells = startCells(createLogger('silent'), null, { keepsSpare: false, niceness: 7 });
  const cell = await cells.take();
  try {
    expect(getPriority(cell.pid)).toBe(7);
    // Where the kernel groups by session, it shows `/autogroup-12 nice 7`.
    const group = () => readFile(`/proc/${cell.pid}/autogroup`, 'utf8').catch(() => 'nice 7');
    await expect.poll(group).toContain('nice 7');
  } finally {
    await Promise.all([cell.end(), cells.stop()]);
  }
});

test('as root, the user of one job reads and lists nothing of another job', () =>
  withTwo(async (one, other) => {
    if (process.getuid?.() !== 0) return expect(one.user).toBeNull();
    const jobFolder = await mkdtemp(join(tmpdir(), 'showreel-cells-'));
    try {
      const folder = await one.makeFolder(jobFolder);
      await writeFile(join(jobFolder, 'take.bin'), 'pictures of a page');
      const copy = await one.giveFile(join(jobFolder, 'take.bin'), folder);
      const as = ({ uid, gid }: { uid: number; gid: number }, ...command: string[]) =>
        run(command[0]!, command.slice(1), { uid, gid, cwd: '/' });
      expect((await as(one.user!, 'cat', copy)).stdout).toBe('pictures of a page');
      for (const command of [
        ['cat', copy],
        ['ls', folder],
        ['cat', join(jobFolder, 'take.bin')],
        ['touch', join(folder, 'new')],
        ['cat', `/proc/${one.pid}/environ`],
      ])
        await expect(as(other.user!, ...command), command.join(' ')).rejects.toThrow('Permission denied');
    } finally {
      await rm(jobFolder, { recursive: true, force: true });
    }
  }));
