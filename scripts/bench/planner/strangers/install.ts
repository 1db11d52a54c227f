import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stranger } from './stranger.ts';

const run = promisify(execFile);

/** Installs an application outside the repository, once. Scripts of packages do not run. @returns its `node_modules` */
export async function install({ package: name, version }: Stranger): Promise<string> {
  const root = process.env.BENCH_STRANGERS_DIR ?? join(tmpdir(), 'showreel-strangers');
  const folder = join(root, `${name.replace('/', '+')}@${version}`);
  const modules = join(folder, 'node_modules');
  const whole = join(folder, 'installed');
  if (existsSync(whole)) return modules;
  console.error(`installing ${name}@${version} in ${folder} …`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  await run('npm', ['install', ...flags, `${name}@${version}`], {
    cwd: folder,
    timeout: 300_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  await writeFile(whole, '');
  return modules;
}
