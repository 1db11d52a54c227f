import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  memoryOf,
  parseStat,
  processesBelow,
  proportionalBytes,
} from '../../../src/recorder/browser/limits/process-tree.ts';
import { type TreeLimit, watchTree } from '../../../src/recorder/browser/limits/tree-watch.ts';

const plenty = { memoryBytes: 2 ** 40, cpuMs: 2 ** 40, processes: 2 ** 40 };

/** Runs a program as the leader of a session while `look` looks at it. */
async function withProgram<T>(source: string, look: (pid: number) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['-e', source], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    await once(child.stdout, 'data');
    return await look(child.pid!);
  } finally {
    process.kill(-child.pid!, 'SIGKILL');
  }
}
const idle = 'setInterval(() => {}, 1000); console.log("ready");';
const firstOver = (pid: number, limits: Partial<typeof plenty>) =>
  new Promise<TreeLimit>((resolve) => {
    watchTree(pid, { ...plenty, ...limits }, resolve);
  });

test('the name of a process may hold brackets, spaces and numbers', () => {
  const stat = '42 (a) R 1 2 (x) S 7 8 9 0 -1 4194560 1 2 3 4 150 25 10 5 20 0 11 0 99 1 2';
  expect(parseStat(stat)).toEqual({ parent: 7, session: 9, cpuMs: 1_900, threads: 11 });
});

describe('the tree of a process', () => {
  test('has the children of its children, also where their parent has ended', async () => {
    // The grandchild outlives the child, and then has another parent.
    const source = `const { spawn } = require('node:child_process');
      const inner = ${JSON.stringify(`const { spawn } = require('node:child_process');
        spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).unref(); process.exit()`)};
      spawn(process.execPath, ['-e', inner], { stdio: 'ignore' }).on('exit', () => console.log('ready'));
      setInterval(() => {}, 1000);`;
    const found = await withProgram(source, async (pid) => processesBelow(pid));
    expect(found).toHaveLength(2);
    expect(found.map(({ parent }) => parent)).not.toContain(found[0]?.pid);
  });

  test('has no process that is beside it', async () => {
    const found = await withProgram(idle, async (pid) => processesBelow(pid));
    expect(found.map(({ pid }) => pid)).not.toContain(process.pid);
    expect(found).toHaveLength(1);
    expect(found[0]?.threads).toBeGreaterThan(1);
  });
});

test('the memory of a process is what it keeps, and its exact share of that is less', async () => {
  const source = `const kept = Buffer.alloc(100 * 2 ** 20, 7); ${idle}`;
  const [memory, share] = await withProgram(source, async (pid) => [memoryOf(pid), proportionalBytes(pid)]);
  expect(memory.ownBytes).toBeGreaterThan(100 * 2 ** 20);
  expect(memory.ownBytes).toBeLessThan(250 * 2 ** 20);
  expect(memory.fileBytes).toBeGreaterThan(10 * 2 ** 20);
  expect(share).toBeGreaterThan(100 * 2 ** 20);
  expect(share).toBeLessThan(memory.ownBytes + memory.fileBytes);
});

describe('a watch tells the limit that was gone over', () => {
  test('of memory, soon', async () => {
    const source = `const kept = []; setInterval(() => kept.push(Buffer.alloc(2 ** 20, 7)), 1); ${idle}`;
    expect(await withProgram(source, (pid) => firstOver(pid, { memoryBytes: 150 * 2 ** 20 }))).toBe(
      'memoryBytes',
    );
  });

  test('of processor time, also of children', async () => {
    const source = `require('node:child_process').spawn(process.execPath, ['-e', 'for (;;);']); ${idle}`;
    expect(await withProgram(source, (pid) => firstOver(pid, { cpuMs: 500 }))).toBe('cpuMs');
  });

  test('of processes and threads', async () => {
    const source = `const { Worker } = require('node:worker_threads');
      for (let i = 0; i < 10; i++) new Worker('setInterval(() => {}, 1000)', { eval: true }); ${idle}`;
    expect(await withProgram(source, (pid) => firstOver(pid, { processes: 16 }))).toBe('processes');
  });

  test('and none where what several processes share is counted once', async () => {
    // Ten programs of 40 to 50 MB, most of which is the program that all of them share.
    const source = `const { spawn } = require('node:child_process');
      const inner = 'setInterval(() => {}, 1000); console.log("loaded");';
      let loaded = 0;
      for (let i = 0; i < 10; i++) spawn(process.execPath, ['-e', inner]).stdout.once('data', () => {
        if (++loaded === 10) setTimeout(() => { ${idle} }, 500);
      });`;
    const over = await withProgram(source, async (pid) => {
      const all = processesBelow(pid).map((one) => memoryOf(one.pid));
      const memoryBytes = all.reduce((sum, { ownBytes, fileBytes }) => sum + ownBytes + fileBytes, 0) * 0.8;
      const late = new Promise<null>((resolve) => setTimeout(resolve, 500, null));
      return Promise.race([firstOver(pid, { memoryBytes }), late]);
    });
    expect(over).toBeNull();
  });
});
