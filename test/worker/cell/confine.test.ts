import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../../src/recorder/contract/limits.ts';
import { openConfinement } from '../../../src/worker/cell/confine.ts';

const root = '/sys/fs/cgroup';
/** Only root may make groups that nobody has delegated, and only where the machine has cgroup v2 for memory. */
const isUsable = () => {
  try {
    accessSync(join(root, 'cgroup.subtree_control'), constants.W_OK);
    return /\bmemory\b/.test(readFileSync(join(root, 'cgroup.controllers'), 'utf8'));
  } catch {
    return false;
  }
};

test('a folder that is no cgroup is not used, and stays as it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-no-cgroup-'));
  expect(await openConfinement(folder, defaultLimits)).toBeNull();
  expect(await openConfinement(join(folder, 'none'), defaultLimits)).toBeNull();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test.runIf(isUsable())(
  'the kernel ends a process that takes too much, with all that it has started',
  async () => {
    const parent = join(root, `showreel-test-${process.pid}`);
    writeFileSync(join(root, 'cgroup.subtree_control'), '+memory +pids');
    mkdirSync(parent);
    try {
      // The recorder's own 1.5 GB come on top.
      const confine = await openConfinement(parent, { ...defaultLimits, memoryBytes: -1_300 * 2 ** 20 });
      const greedy = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(2 ** 24, 7)), 1)';
      const source = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(greedy)}], { detached: true });
      setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, ['-e', `process.stdin.once('data', () => { ${source} })`], {
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const confined = await confine!(child.pid!);
      expect(confined.fault()).toBeNull();
      const exited = once(child, 'exit');
      child.stdin.write('go');
      expect(await exited).toEqual([null, 'SIGKILL']);
      expect(confined.fault()).toMatchObject({ kind: 'over_limit', retryable: false });
      await confined.end();
      await confined.end();
      expect(existsSync(join(parent, `cell-${child.pid}`))).toBe(false);
    } finally {
      rmdirSync(parent);
    }
  },
);
