import type { Sql } from 'postgres';
import type { MediaStorage } from '../media/index.ts';
import { dumpDatabase } from './dump.ts';
import { keysFile } from './manifest.ts';
import { type ArchiveWriter, type Encryption, writeArchive } from './write-archive.ts';

/** What a running service keeps, and where. */
export interface Kept {
  database: { sql: Sql; url: string };
  media: MediaStorage;
  /** The keys that encrypt secrets and sign seals, as the setting has them. */
  keys: string;
  /** The owner's own credentials, where the database is embedded. */
  credentials: string | null;
  /** The version of the service. */
  version: string;
}

export interface Backup {
  members: number;
  sizeBytes: number;
  events: number;
  objects: number;
  /** Objects that the service deleted while the backup ran. */
  goneMeanwhile: number;
}

export const credentialsFile = 'keys/credentials.json';
export const mediaPrefix = 'media/';
/** What is signed: seals of the log, and heads of its chains. */
const auditPrefix = 'audit/';

/** The work factor is the one that age's own tools take. A second or two on this machine, and 256 MB of memory. */
const unencrypted: Encryption = { passphrase: null, workFactor: 18 };

/**
 * Backs up a service that may be running. Seals and heads come before the log, so that they name no event that the log lacks. All other
 * media come after it, so that the files of every film in the log are there.
 */
export async function backUp(
  kept: Kept,
  path: string,
  encryption: Partial<Encryption>,
  onObject: (count: number) => void = () => undefined,
): Promise<Backup> {
  let events = 0;
  let objects = 0;
  let goneMeanwhile = 0;
  const copy = async (archive: ArchiveWriter, keys: AsyncIterable<string>) => {
    for await (const key of keys)
      if (await copyObject(archive, kept.media, key)) onObject(++objects);
      else goneMeanwhile += 1;
  };
  const written = await writeArchive(path, { ...unencrypted, ...encryption }, async (archive) => {
    await archive.add(keysFile, once(kept.keys));
    if (kept.credentials !== null) await archive.add(credentialsFile, once(kept.credentials));
    const signed = () => copy(archive, kept.media.list(auditPrefix));
    const createdAt = new Date().toISOString();
    const database = await dumpDatabase(kept.database, archive, signed);
    await copy(archive, without(kept.media.list(''), auditPrefix));
    events = database.tables.find(({ schema, name }) => schema === 'public' && name === 'events')?.rows ?? 0;
    return { createdAt, service: kept.version, database };
  });
  return { ...written, events, objects, goneMeanwhile };
}

/** @returns false where the object is gone by now */
async function copyObject(archive: ArchiveWriter, media: MediaStorage, key: string): Promise<boolean> {
  const content: AsyncIterator<Uint8Array> = media.read(key)[Symbol.asyncIterator]();
  let coming: IteratorResult<Uint8Array>;
  try {
    coming = await content.next();
  } catch (error) {
    if (await media.head(key)) throw error;
    return false;
  }
  async function* whole() {
    for (; !coming.done; coming = await content.next()) yield coming.value;
  }
  await archive.add(`${mediaPrefix}${key}`, whole());
  return true;
}

async function* without(keys: AsyncIterable<string>, prefix: string): AsyncGenerator<string> {
  for await (const key of keys) if (!key.startsWith(prefix)) yield key;
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
