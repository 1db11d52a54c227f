/** The five applications and their tasks. They lie beside the repository; nothing of them is part of it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { AppTask } from './source.ts';

const run = promisify(execFile);

export interface Material {
  /** The folder that was given, with the judge in it. */
  dir: string;
  tasks: AppTask[];
  /** The Python that runs the judge. */
  python: string;
  /** The folder of an application. */
  appDir(app: string): string;
}

/** Where the material is looked for. */
export const materialDir = () =>
  resolve(process.env.BENCH_APPS_DIR ?? join(import.meta.dirname, '../../../../../shared/apps'));

/** Unpacks the applications into `folder`. Null where there are none. */
export async function openMaterial(folder: string): Promise<Material | null> {
  const dir = materialDir();
  if (!['judge.py', 'tasks.json', 'apps.tar.gz'].every((name) => existsSync(join(dir, name)))) return null;
  await run('tar', ['-xzf', join(dir, 'apps.tar.gz'), '-C', folder]);
  const [root] = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  if (!root) throw new Error(`${join(dir, 'apps.tar.gz')} should hold one folder with the applications.`);
  return {
    dir,
    python: await pythonPath(),
    tasks: JSON.parse(await readFile(join(dir, 'tasks.json'), 'utf8')) as AppTask[],
    appDir: (app) => join(folder, root.name, app),
  };
}

/** What `python3` is in the end: a version manager's own script before it takes longer to start than the judge. */
async function pythonPath(): Promise<string> {
  const { stdout } = await run('python3', ['-c', 'import sys; print(sys.executable)']);
  return stdout.trim() || 'python3';
}
