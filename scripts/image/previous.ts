import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './shell.ts';
import { codeParts } from './stage.ts';

const root = join(import.meta.dirname, '../..');

/** The release before this one: `OPERATE_FROM` (a commit), else the newest tag of a version before this commit; null where there is none. */
export async function previousRelease(): Promise<string | null> {
  if (process.env.OPERATE_FROM) return process.env.OPERATE_FROM;
  const tag = ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'];
  return run('git', tag, root).catch(() => null);
}

/** Writes the code of a commit into a new folder. */
export async function writeCodeOf(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'code.tar');
  await run('git', ['archive', '--output', archive, commit, ...codeParts], root);
  await run('tar', ['-xf', archive, '-C', folder]);
}
