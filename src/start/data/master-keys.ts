import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditPurposes } from '../../domain/audit/purposes.ts';
import type { Logger } from '../../log.ts';
import type { KeyRing, KeySource } from '../../secrets.ts';

export const keyFilePath = (dataDir: string) => join(dataDir, 'secret.key');

/**
 * The keys that seal stored secrets and sign tickets. They come from the setting, else from `secret.key` in the data folder. Where
 * that file is missing, it is made with mode 0600. A file is followed: keys that an operator adds are known without a restart.
 * @returns where they are found; the first one seals
 * @throws Error that names the setting or the file where a key is not 32 bytes in hex or base64
 */
export async function masterKeys(
  configured: string | null,
  dataDir: string,
  log: Logger,
): Promise<KeySource> {
  if (configured) {
    const ring = parseKeys(configured, 'SHOWREEL_SECRET_KEYS');
    return () => ring;
  }
  const path = keyFilePath(dataDir);
  if ((await readFile(path).catch(() => null)) === null) await makeKeyFile(path, dataDir, log);
  return followKeyFile(path, log);
}

async function makeKeyFile(path: string, dataDir: string, log: Logger): Promise<void> {
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
}

/** How long a process goes on sealing with the old key. What is sealed with a key that it does not know makes it look at once. */
const lookEveryMs = 1_000;
export const followedWithinMs = 2 * lookEveryMs;

function followKeyFile(path: string, log: Logger): KeySource {
  const read = () => parseKeys(readFileSync(path, 'utf8').trim(), path);
  const stamp = () => {
    const { ino, mtimeNs, size } = statSync(path, { bigint: true });
    return [ino, mtimeNs, size].join(' ');
  };
  let seen = stamp();
  let ring = read();
  let lookedAt = performance.now();
  return (missed) => {
    if (!missed && performance.now() - lookedAt < lookEveryMs) return ring;
    lookedAt = performance.now();
    try {
      const now = stamp();
      if (now === seen) return ring;
      ring = read();
      seen = now;
      log.info({ keys: ring.masters.length }, 'the secret keys have changed');
    } catch (err) {
      log.error({ err, path }, 'the secret keys cannot be read again; those that are known go on');
    }
    return ring;
  };
}

/** @throws Error that names the source where a part is neither a key nor what is left of one */
export function parseKeys(text: string, source: string): KeyRing {
  const parts = text.split(',').map((part) => part.trim());
  const masters = parts.flatMap((part, index) =>
    part.startsWith(retiredPrefix) ? [] : [parseKey(part, index, source)],
  );
  const retired = parts.flatMap((part, index) =>
    part.startsWith(retiredPrefix) ? parseRetired(part, index, source) : [],
  );
  const [first, ...others] = masters;
  if (!first || parts[0]!.startsWith(retiredPrefix))
    throw new Error(`${source}: key 1 seals, so it must be a whole key and not what is left of one.`);
  return { masters: [first, ...others], retired };
}

const keyBytes = 32;

function parseKey(text: string, index: number, source: string): Buffer {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (key.length !== keyBytes)
    throw new Error(
      `${source}: key ${index + 1} must be 32 bytes in hex (64 characters) or base64; this one has ${key.length} bytes.`,
    );
  return key;
}

const retiredPrefix = 'audit:';

function parseRetired(text: string, index: number, source: string): KeyRing['retired'][number][] {
  const keys = text.slice(retiredPrefix.length).split(':');
  if (keys.length !== auditPurposes.length || !keys.every((key) => /^[0-9a-f]{64}$/.test(key)))
    throw new Error(
      `${source}: key ${index + 1} is not what \`showreel admin keys retire\` has left of a key.`,
    );
  return auditPurposes.map((purpose, place) => ({ purpose, key: Buffer.from(keys[place]!, 'hex') }));
}

/** As the setting and the file have them. */
export function writeKeys({ masters, retired }: KeyRing): string {
  const left: string[] = [];
  for (let place = 0; place < retired.length; place += auditPurposes.length)
    left.push(
      retiredPrefix +
        retired
          .slice(place, place + auditPurposes.length)
          .map(({ key }) => key.toString('hex'))
          .join(':'),
    );
  return [...masters.map((master) => master.toString('hex')), ...left].join(',');
}
