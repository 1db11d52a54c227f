import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { TestProject } from 'vitest/node';

const cell = join(import.meta.dirname, '../../src/worker/cell/child.ts');
/** The first users that cells run as, where the tests run as root. No test has more cells at once. */
const users = { first: 64_612, count: 64 };

/**
 * Keeps for cells what Node compiles of them. They are killed when their job is done, and write nothing down; as users of their
 * own they may not even read what root's processes have written. Without this, each start of a cell costs 1.3 s of a processor in
 * place of 0.7 s, and a run of all tests starts hundreds.
 */
export default async function setup(project: TestProject): Promise<void> {
  const folder = String(project.config.env.NODE_COMPILE_CACHE);
  const written = await loadOneCell(folder);
  for (const name of await readdir(written)) await chmod(join(written, name), 0o644);
  // Node looks into a folder for each user, by this ending.
  const own = `-${process.getuid?.()}`;
  if (own !== '-0') return;
  const shared = basename(written);
  for (let user = users.first; user < users.first + users.count; user++) {
    const link = join(dirname(written), `${shared.slice(0, -own.length)}-${user}`);
    await symlink(shared, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Starts a cell, and lets it end as other programs do. @returns the folder of what Node has compiled of it */
async function loadOneCell(folder: string): Promise<string> {
  const ending = `import module from 'node:module';
    process.once('SIGTERM', () => { console.log(module.getCompileCacheDir()); process.exit(); });`;
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(ending)}`, cell],
    {
      env: { PATH: process.env.PATH, HOME: '/', NODE_COMPILE_CACHE: folder },
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    },
  );
  let said = '';
  child.stdout?.on('data', (text) => {
    said += text;
  });
  const ended = once(child, 'close');
  // A cell writes one byte when it has loaded everything.
  (child.stdio[3] as Duplex).once('data', () => child.kill('SIGTERM'));
  const [code] = await ended;
  if (code !== 0) throw new Error(`A cell did not load: it ended with ${code}.`);
  return said.trim();
}
