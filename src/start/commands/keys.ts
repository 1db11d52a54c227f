import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { connect } from '../../database/connect.ts';
import { auditPurposes } from '../../domain/audit/purposes.ts';
import { countSealed, resealAll } from '../../domain/resealing/reseal.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { Logger } from '../../log.ts';
import { openMedia } from '../../media/open.ts';
import { createSecrets, type KeyRing, keyIdOf, signingKeyOf } from '../../secrets.ts';
import { withSession } from '../../store/index.ts';
import { followedWithinMs, keyFilePath, masterKeys, parseKeys, writeKeys } from '../data/master-keys.ts';
import { openDatabase } from './backup.ts';
import { openOperatorDomain } from './operator-domain.ts';

/** The advisory lock of the process that changes the keys or seals with a new one. */
const keysLock = 7310;

export interface KeyStatus {
  keys: { id: string; seals: boolean; texts: number }[];
  /** How many retired keys still verify seals and heads. */
  retired: number;
  /** Texts that no key opens. */
  lost: number;
}

/** What each key is used for. */
export const listKeys = (config: Config, log: Logger): Promise<KeyStatus> =>
  withServices(config, log, (services, ring) => statusOf(services, ring()));

/**
 * Makes a new key that seals from now on, and seals everything with it. Running processes follow the file.
 * @throws Error where the keys are a setting, or where an earlier rotation has not come to its end
 */
export async function rotateKeys(
  config: Config,
  operator: string,
  log: Logger,
  onRow: (rows: number) => void,
): Promise<KeyStatus> {
  refuseSetting(config, 'A new key');
  return withServices(config, log, async (services, ring) => {
    const { keys } = await statusOf(services, ring());
    const left = keys.filter((key) => !key.seals).reduce((sum, { texts }) => sum + texts, 0);
    if (left > 0)
      throw new Error(
        `${left} texts are still sealed with an older key: run \`showreel admin keys reseal\` first.`,
      );
    const { masters, retired } = ring();
    await writeKeyFile(config, { masters: [randomBytes(32), ...masters], retired });
    // By then every process seals with it, so nothing comes in behind the job that would be sealed with the old key.
    await sleep(followedWithinMs);
    return reseal(services, ring, operator, onRow);
  });
}

/** Goes on with a rotation that was interrupted, or seals with a new first key of the setting. */
export const resealWithNewest = (
  config: Config,
  operator: string,
  log: Logger,
  onRow: (rows: number) => void,
): Promise<KeyStatus> =>
  withServices(config, log, (services, ring) => reseal(services, ring, operator, onRow));

/**
 * Takes a key away, but for what verifies the seals and heads that it signed.
 * @returns the new text for the setting, where the keys are one; null where the file was written
 * @throws Error where there is no such key, or where something is still sealed with it
 */
export const retireKey = (config: Config, id: string, log: Logger): Promise<string | null> =>
  withServices(config, log, async (services, ring) => {
    const { keys } = await statusOf(services, ring());
    const key = keys.find((one) => one.id === id);
    if (!key) throw new Error(`There is no key ${id}; there are ${keys.map((one) => one.id).join(', ')}.`);
    if (key.seals) throw new Error(`Key ${id} seals. Run \`showreel admin keys rotate\` first.`);
    if (key.texts > 0)
      throw new Error(
        `${key.texts} texts are still sealed with key ${id}: run \`showreel admin keys reseal\` first.`,
      );
    const { masters, retired } = ring();
    const [first, ...others] = masters;
    const gone = masters.find((master) => keyIdOf(master) === id)!;
    const left = auditPurposes.map((purpose) => ({ purpose, key: signingKeyOf(gone, purpose) }));
    const after: KeyRing = {
      masters: [first, ...others.filter((master) => master !== gone)],
      retired: [...retired, ...left],
    };
    if (config.secretKeys) return writeKeys(after);
    await writeKeyFile(config, after);
    return null;
  });

async function reseal(
  services: DomainServices,
  ring: () => KeyRing,
  operator: string,
  onRow: (rows: number) => void,
): Promise<KeyStatus> {
  const reason = `sealed with key ${services.secrets.sealingKey()}`;
  await resealAll(services, { metadata: { actor: `admin:${operator}`, reason } }, onRow);
  return statusOf(services, ring());
}

async function statusOf({ sql }: DomainServices, { masters, retired }: KeyRing): Promise<KeyStatus> {
  const counts = await countSealed(sql);
  const keys = masters.map((master, place) => {
    const id = keyIdOf(master);
    return { id, seals: place === 0, texts: counts.get(id) ?? 0 };
  });
  const known = keys.reduce((sum, { texts }) => sum + texts, 0);
  const lost = [...counts.values()].reduce((sum, texts) => sum + texts, 0) - known;
  return { keys, retired: retired.length / auditPurposes.length, lost };
}

/** One command at a time, in whatever process. */
async function withServices<T>(
  given: Config,
  log: Logger,
  work: (services: DomainServices, ring: () => KeyRing) => Promise<T>,
): Promise<T> {
  const config = { ...given, dataDir: resolve(given.dataDir) };
  const database = await openDatabase(config, log);
  const sql = connect(database.url, { max: 4, applicationName: 'showreel-keys' });
  try {
    return await withSession(sql, async (session) => {
      await session`select pg_advisory_lock(${keysLock})`;
      // Read under the lock, and looked at anew each time: this process changes them itself.
      const source = await masterKeys(config.secretKeys, config.dataDir, log);
      const ring = () => source(true);
      const services = await openOperatorDomain({
        config,
        sql,
        databaseUrl: database.url,
        media: await openMedia(config),
        secrets: createSecrets(ring),
        log,
      });
      try {
        return await work(services, ring);
      } finally {
        await services.doorbell.stop();
      }
    });
  } finally {
    await sql.end({ timeout: 5 });
    await database.stop();
  }
}

function refuseSetting({ secretKeys }: Config, what: string): void {
  if (!secretKeys) return;
  throw new Error(
    `${what} has to be put into SHOWREEL_SECRET_KEYS, here for example ${randomBytes(32).toString('hex')}: first at its end, on all machines, and restart them; then at its beginning, and restart them again; then run \`showreel admin keys reseal\`.`,
  );
}

/** The file is never there in part, also after a power failure: without it nothing could be opened any more. */
async function writeKeyFile({ dataDir }: Config, ring: KeyRing): Promise<void> {
  const path = keyFilePath(resolve(dataDir));
  const text = `${writeKeys(ring)}\n`;
  const draft = `${path}.${process.pid}`;
  const file = await open(draft, 'w', 0o600);
  await file.writeFile(text);
  await file.sync();
  await file.close();
  parseKeys((await readFile(draft, 'utf8')).trim(), draft);
  await rename(draft, path);
  const folder = await open(resolve(dataDir), 'r');
  await folder.sync();
  await folder.close();
}
