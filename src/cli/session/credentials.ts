/**
 * The keys that `showreel login` has got, each for the service that gave it. They are kept in the configuration folder of the
 * user, in a file that only this user may read.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';

interface Kept {
  /** The service that was signed in to last. Commands that name none use it. */
  current: string | null;
  /** By the address of the service. */
  keys: Record<string, string>;
}

/** `~/.config/showreel` on Linux (or below XDG_CONFIG_HOME), and what macOS and Windows have for it. */
export const credentialsFile = () => join(envPaths('showreel', { suffix: '' }).config, 'credentials.json');

export async function readKept(path = credentialsFile()): Promise<Kept> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return { current: null, keys: {} };
  try {
    const { current, keys } = JSON.parse(text) as Partial<Kept>;
    return { current: current ?? null, keys: keys ?? {} };
  } catch {
    throw new Error(`${path} is damaged. Remove it, and sign in again with \`showreel login\`.`);
  }
}

export async function keepKey(baseUrl: string, key: string, path = credentialsFile()): Promise<void> {
  const { keys } = await readKept(path);
  await write(path, { current: baseUrl, keys: { ...keys, [baseUrl]: key } });
}

/** Forgets the key of one service. The file is removed with the last key. */
export async function forgetKey(baseUrl: string, path = credentialsFile()): Promise<void> {
  const { current, keys } = await readKept(path);
  const left = Object.fromEntries(Object.entries(keys).filter(([url]) => url !== baseUrl));
  if (Object.keys(left).length === 0) return rm(path, { force: true });
  await write(path, { current: current === baseUrl ? Object.keys(left)[0]! : current, keys: left });
}

/** The file appears complete or not at all. Nobody else may read it, and nobody else may list its folder. */
async function write(path: string, kept: Kept): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
