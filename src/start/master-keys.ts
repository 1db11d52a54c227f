import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log.ts';

/**
 * The keys that seal stored secrets and sign tickets. They come from the setting, else from `secret.key` in the data folder. Where
 * that file is missing, it is made with mode 0600.
 * @returns 32-byte keys; the first one seals
 * @throws Error that names the setting or the file where a key is not 32 bytes in hex or base64
 */
export async function masterKeys(
  configured: string | null,
  dataDir: string,
  log: Logger,
): Promise<[Buffer, ...Buffer[]]> {
  if (configured) return parseKeys(configured, 'SHOWREEL_SECRET_KEYS');
  const path = join(dataDir, 'secret.key');
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept !== null) return parseKeys(kept.trim(), path);
  await mkdir(dataDir, { recursive: true });
  // The file is linked into its place. Of two processes that start together, one wins, and both read a complete file.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    await link(draft, path);
    log.info({ path }, 'made a secret key; every process of this service needs the same one');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return parseKeys((await readFile(path, 'utf8')).trim(), path);
}

function parseKeys(text: string, source: string): [Buffer, ...Buffer[]] {
  const [first, ...others] = text.split(',').map((part, index) => parseKey(part.trim(), index, source));
  return [first!, ...others];
}

function parseKey(text: string, index: number, source: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== 32)
    throw new Error(
      `${source}: key ${index + 1} must be 32 bytes in hex (64 characters) or base64; this one has ${key.length} bytes.`,
    );
  return key;
}
