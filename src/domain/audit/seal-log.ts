import { conflict } from '../../errors.ts';
import { eventDigest, readHead, readLogRows, withSession } from '../../store/index.ts';
import type { DomainServices } from '../services.ts';
import {
  hashOfSealFile,
  readSealFile,
  type SealedEvent,
  type SealFile,
  sealFileKey,
  writeSealFile,
} from './seal-file.ts';

/** Where seal files lie, outside of the database. */
export interface SealStorage {
  /** null where there is no such object. */
  read(key: string): Promise<Buffer | null>;
  has(key: string): Promise<boolean>;
  /** The object appears whole or not at all. */
  put(key: string, bytes: Buffer): Promise<void>;
}

export interface Sealed {
  /** How many events this time added. */
  events: number;
  /** How many of them were there already when sealing began: they were taken as they were found. */
  foundAtBeginning: number;
  /** Number, end and hash of the last file; null where the log is empty. */
  last: { number: number; upTo: number; sha256: string } | null;
  /** The log ends before the last seal does: events were taken away. Whatever remains is sealed. */
  logEndsEarly: { at: number; sealedUpTo: number } | null;
}

/** The advisory lock of the process that seals the log. */
export const sealLock = 7308;
/** A file of 20,000 events has about 800 KB. The last one is written anew with every seal until it is full. */
const eventsPerFile = 20_000;
/** How many files in a row may be missing before the search for the last one ends. */
const widestGap = 16;
/** Below every position, also of rows that somebody inserted by hand. */
const beforeTheLog = Number.MIN_SAFE_INTEGER;

/**
 * Seals the log up to this moment: writes down the digest of every event since the last seal. The gate of the store says how far the
 * log is settled, so an append that is under way is never left out.
 *
 * @param lastNumber of the last file, as far as the caller knows
 * @returns null where another process is sealing.
 * @throws AppError where the last file cannot be believed: it is evidence, and is not written over.
 */
export async function sealLog(
  services: SealServices,
  storage: SealStorage,
  lastNumber = 1,
): Promise<Sealed | null> {
  const { sql, secrets } = services;
  return withSession(sql, async (session) => {
    const [lock] = await session<{ taken: boolean }[]>`select pg_try_advisory_lock(${sealLock}) as taken`;
    if (!lock?.taken) return null;
    const last = await readLastSealFile(storage, secrets, lastNumber);
    const head = await readHead(sql);
    const logEndsEarly = last && head < last.upTo ? { at: head, sealedUpTo: last.upTo } : null;
    const put = async (file: SealFile) => {
      const bytes = writeSealFile(file, secrets);
      // Where the connection is gone, so is the lock, and another process may have written more than this one knows.
      await session`select`;
      await storage.put(sealFileKey(file.number), bytes);
      return hashOfSealFile(bytes);
    };
    return { ...(await extend(services, last, head, put)), logEndsEarly };
  });
}

type SealServices = Pick<DomainServices, 'sql' | 'clock' | 'secrets'>;
type LastSealFile = SealFile & { sha256: string };

/** Goes on with the last file until it is full, and then with the next one. */
async function extend(
  { sql, clock }: SealServices,
  last: LastSealFile | null,
  head: number,
  put: (file: SealFile) => Promise<string>,
): Promise<Omit<Sealed, 'logEndsEarly'>> {
  const sealedAt = clock.now();
  let events = 0;
  let end = last && { number: last.number, upTo: last.upTo, sha256: last.sha256 };
  let file = openFile(last, { at: sealedAt, position: head });
  const write = async (upTo: number) => {
    end = { number: file.number, upTo, sha256: await put({ ...file, upTo, sealedAt }) };
  };
  for await (const rows of readLogRows(sql, { after: last?.upTo ?? beforeTheLog, upTo: head })) {
    events += rows.length;
    for (const row of rows) {
      const { position, stream, version, type } = row;
      file.events.push({ position, stream, version, type, digest: eventDigest(row) });
    }
    if (file.events.length < eventsPerFile) continue;
    await write(rows.at(-1)!.position);
    file = nextFile(end!);
  }
  // An empty log is sealed too: then nothing in it was ever taken as it was found.
  if (!last || (events > 0 && file.events.length > 0)) await write(head);
  return { events, foundAtBeginning: last ? 0 : events, last: end };
}

type OpenFile = Omit<SealFile, 'upTo' | 'sealedAt' | 'events'> & { events: SealedEvent[] };

function openFile(last: LastSealFile | null, began: { at: Date; position: number }): OpenFile {
  if (!last) return { number: 1, previous: null, after: beforeTheLog, began, events: [] };
  return last.events.length < eventsPerFile ? { ...last, events: [...last.events] } : nextFile(last);
}

const nextFile = (last: { number: number; upTo: number; sha256: string }): OpenFile => ({
  number: last.number + 1,
  previous: last.sha256,
  after: last.upTo,
  began: null,
  events: [],
});

/** @throws AppError where it was changed, or was not written by this service. */
async function readLastSealFile(
  storage: SealStorage,
  secrets: DomainServices['secrets'],
  from: number,
): Promise<LastSealFile | null> {
  const number = await findLastSealFile(storage, from);
  if (number === 0) return null;
  const key = sealFileKey(number);
  const bytes = await storage.read(key);
  const file = bytes && readSealFile(bytes, secrets);
  if (!file)
    throw conflict(
      'seal_broken',
      `The seal file ${key} was changed, or signed with another key. The log is not sealed on until this file and all seal files after it are put back or taken away.`,
    );
  return { ...file, sha256: hashOfSealFile(bytes) };
}

/**
 * The number of the last file. A gap does not end the search, so that files that were taken away are missed and not written over.
 *
 * @param from a file that is known to have been there
 */
export async function findLastSealFile(storage: Pick<SealStorage, 'has'>, from = 1): Promise<number> {
  let last = 0;
  for (let number = from; number <= Math.max(last, from) + widestGap; number++)
    if (await storage.has(sealFileKey(number))) last = number;
  return last === 0 && from > 1 ? findLastSealFile(storage) : last;
}
