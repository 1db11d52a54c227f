import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gallery-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const scratch = async () => (await readdir(folder)).filter((name) => name.startsWith('showreel-gallery-'));

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a gallery that is ended by %s leaves nothing behind',
  async (signal) => {
    const gallery = spawn(process.execPath, ['scripts/gallery.ts'], {
      env: { ...process.env, TMPDIR: folder, GALLERY: join(folder, 'films'), GALLERY_ONLY: 'sample/ 16:9' },
      stdio: 'ignore',
    });
    const ended = once(gallery, 'exit');
    while (gallery.exitCode === null && (await scratch()).length === 0) await sleep(50);
    expect(await scratch()).toHaveLength(1);
    // Also in the middle of its start.
    await sleep(signal === 'SIGINT' ? 0 : 4_000);
    gallery.kill(signal);
    expect((await ended)[0]).toBe(1);
    expect(await scratch()).toEqual([]);
  },
);
