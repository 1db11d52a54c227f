import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Sql } from 'postgres';
import { z } from 'zod';
import { connect } from '../database/connect.ts';
import { deletionsPrefix } from '../domain/account-deletion/note.ts';
import type { Logger } from '../log.ts';
import type { MediaStorage } from '../media/index.ts';
import { openSession } from '../store/index.ts';
import { credentialsFile, mediaPrefix } from './backup.ts';
import { loadDatabase, readMark, refuseOtherMigrations } from './load.ts';
import { keysFile } from './manifest.ts';
import type { ArchivedFile } from './parts.ts';
import { readFiles, verifyArchive } from './read-archive.ts';
import { isEmptyDatabase, isUnusedDatabase } from './tables.ts';

/** Where an archive is restored to. Nothing of a service may be there, but notes of its deletions. */
export interface Place {
  dataDir: string;
  media: MediaStorage;
  /** The keys of the setting, in hex; null where the archive's keys become the data folder's. */
  configuredKeys: readonly string[] | null;
  /** Opens the database, and makes an embedded one. */
  openDatabase(): Promise<{ url: string; stop(): Promise<void> }>;
  log: Logger;
}

/** What was restored is not looked at by two processes at once. */
const restoreLock = 7309;
/** Says that a restore has begun and has not come to its end. */
const markFile = 'restore.unfinished.json';
const markSchema = z.object({ archive: z.string() });

/**
 * Restores an archive into an empty place. The whole archive is verified first. A restore that was interrupted goes on when it is called
 * again with the same archive.
 *
 * @param prove looks at what was restored, before it counts as a service's own
 * @throws Error where the archive cannot be believed, or where the place is not empty; then nothing was touched
 */
export async function restore<T>(
  place: Place,
  path: string,
  passphrase: string | null,
  prove: (url: string) => Promise<T>,
): Promise<T> {
  const { manifest, keys } = await verifyArchive(path, passphrase);
  await refuseOtherMigrations(manifest.database);
  const archive = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
  const begun = await unfinishedRestore(place.dataDir);
  if (begun !== null && begun !== archive)
    throw new Error(
      `Another archive is half restored in ${place.dataDir}. Restore that one, or empty the folder and the database.`,
    );
  if (begun === null) await refuseOccupied(place);
  refuseOtherKeys(place, keys);
  // Before an embedded database is made: whatever is interrupted from here on is known to be half done.
  const takeBack = begun === null ? await mark(place, archive) : null;
  const database = await place.openDatabase();
  const sql = connect(database.url, { max: 3, applicationName: 'showreel-restore' });
  const lock = openSession(sql);
  try {
    await lock.sql`select pg_advisory_lock(${restoreLock})`;
    const isDone = (await unfinishedRestore(place.dataDir)) === null;
    if (!isDone) {
      if (!(await isFor(sql, archive, begun === null))) {
        await takeBack?.();
        throw new Error('The database is not empty. Restore into a new one.');
      }
      const target = { sql, url: database.url, log: place.log };
      const files = readFiles(path, passphrase, manifest);
      await loadDatabase(target, manifest.database, archive, files, (file) => putFile(place, file));
    }
    const proven = await prove(database.url);
    await rm(join(place.dataDir, markFile), { force: true });
    return proven;
  } finally {
    await lock.close();
    await sql.end({ timeout: 5 });
    await database.stop();
  }
}

/** Whether the rows of the archive may go there, or are there already. */
async function isFor(sql: Sql, archive: string, isFirst: boolean): Promise<boolean> {
  if (isFirst) return isEmptyDatabase(sql);
  return (await readMark(sql)) === archive || isUnusedDatabase(sql);
}

/** Writes down that a restore has begun. @returns how to take that back, where nothing was done */
async function mark({ dataDir }: Place, archive: string): Promise<() => Promise<void>> {
  const made = await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, markFile);
  await writePrivate(path, `${JSON.stringify({ archive })}\n`);
  return async () => {
    await rm(path, { force: true });
    // Where something is in it by now, it stays.
    if (made !== undefined) await rmdir(dataDir).catch(() => undefined);
  };
}

/** Which archive was begun to be restored here, and not ended; null where none was. */
export async function unfinishedRestore(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, markFile), 'utf8').catch(() => null);
  return text === null ? null : markSchema.parse(JSON.parse(text)).archive;
}

async function refuseOccupied({ dataDir, media }: Place): Promise<void> {
  for (const name of ['secret.key', 'credentials.json', 'postgres'])
    if (await isThere(join(dataDir, name)))
      throw new Error(`${join(dataDir, name)} is there already. Restore into an empty data folder.`);
  for await (const key of media.list('')) {
    // Of the service that was lost: whoever was deleted after the backup is deleted again.
    if (key.startsWith(deletionsPrefix)) continue;
    throw new Error(`The media storage holds ${key} already. Restore into an empty one.`);
  }
}

/** Keys of a setting have to open what the archive holds: all of its keys have to be among them. */
function refuseOtherKeys({ configuredKeys }: Place, keys: readonly string[]): void {
  const missing = configuredKeys ? keys.findIndex((key) => !configuredKeys.includes(key)) : -1;
  if (missing >= 0)
    throw new Error(
      `SHOWREEL_SECRET_KEYS lacks key ${missing + 1} of the ${keys.length} that the archive was made with. Add it, or unset the setting so that the archive’s keys are used.`,
    );
}

/** Puts back what is not in the database. */
async function putFile(
  { dataDir, media, configuredKeys }: Place,
  { name, content }: ArchivedFile,
): Promise<void> {
  if (name.startsWith(mediaPrefix)) await putObject(media, name.slice(mediaPrefix.length), content);
  else if (name === credentialsFile)
    await writePrivate(join(dataDir, 'credentials.json'), await buffer(content));
  else if (name === keysFile && configuredKeys === null)
    await writePrivate(join(dataDir, 'secret.key'), await buffer(content));
}

async function putObject(media: MediaStorage, key: string, content: AsyncIterable<Buffer>): Promise<void> {
  const path = await media.newScratchPath();
  try {
    await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }));
    await media.putFile(key, path);
  } finally {
    await rm(path, { force: true });
  }
}

async function writePrivate(path: string, content: string | Buffer): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, content, { mode: 0o600, flush: true });
  await rename(draft, path);
}

const isThere = (path: string) =>
  readFile(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
