import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ISql } from 'postgres';
import type { JsonObject } from '../types.ts';
import type { SubjectKey, SubjectKeys } from './subject-keys.ts';

/** Which members of events are personal, and whose they are. */
export interface PersonalMembers {
  /** By type of event: the names of the members, with what each reads as when it cannot be read any more. */
  facts: ReadonlyMap<string, JsonObject>;
  subjectOf(data: JsonObject): string;
}

/** An event, or a row of the log. */
interface Sealable {
  stream: string;
  version: number;
  type: string;
  schemaVersion: number;
  data: JsonObject;
}

/**
 * A sealed event has a schema version that is higher by this. So code that knows of no seals refuses it, instead of reading it without
 * its texts.
 */
export const sealedFrom = 1_000;
const sealName = '$sealed';
type Seal = { of: string; text: string };

const isSealed = ({ schemaVersion }: Pick<Sealable, 'schemaVersion'>) => schemaVersion > sealedFrom;

/** Whose key an event needs; null where it says nothing personal. */
export function subjectOf(
  personal: PersonalMembers | undefined,
  { type, data }: Pick<Sealable, 'type' | 'data'>,
): string | null {
  const empty = personal?.facts.get(type);
  if (!personal || !empty) return null;
  for (const name of Object.keys(empty)) if (hasMember(data, name)) return personal.subjectOf(data);
  return null;
}

const hasMember = (data: JsonObject, name: string) => data[name] !== undefined && data[name] !== null;

/**
 * An event as it is written, with its personal members sealed as one text. In their places stand empty values: an event that cannot be
 * opened any more is read as it lies there, and its members keep their order.
 * @returns `data` as read models see it: the clear one, but empty where the key is destroyed already
 */
export function sealMembers<E extends Sealable>(
  event: E,
  empty: JsonObject,
  subject: string,
  subjectKey: SubjectKey,
): { data: JsonObject; written: E } {
  const members: JsonObject = {};
  const left: JsonObject = { ...event.data };
  for (const name of Object.keys(empty)) {
    if (!hasMember(event.data, name)) continue;
    members[name] = event.data[name]!;
    left[name] = empty[name]!;
  }
  if (subjectKey.kind === 'destroyed') return { data: left, written: { ...event, data: left } };
  const text = encrypt(subjectKey.key, JSON.stringify(members), placeOf(event, subject));
  const seal: Seal = { of: subject, text };
  return {
    data: event.data,
    written: {
      ...event,
      schemaVersion: event.schemaVersion + sealedFrom,
      data: { ...left, [sealName]: seal },
    },
  };
}

/**
 * Opens rows of the log. Those whose key is destroyed have empty members.
 * @param sql what the rows were read through
 * @throws Error where a row was sealed and is not what was sealed
 */
export async function openMembers<R extends Sealable>(
  sql: ISql,
  keys: SubjectKeys | undefined,
  rows: R[],
): Promise<R[]> {
  const subjects = new Set<string>();
  for (const row of rows) if (isSealed(row)) subjects.add(sealOf(row).of);
  if (subjects.size === 0) return rows;
  if (!keys)
    throw new Error('Events of this log are sealed, and whoever reads it was given no keys of users.');
  const found = await keys.forReading([...subjects], sql);
  return rows.map((row) => (isSealed(row) ? opened(row, found.get(sealOf(row).of)) : row));
}

const sealOf = (row: Sealable) => row.data[sealName] as Seal;

function opened<R extends Sealable>(row: R, key: KeyObject | undefined): R {
  const { [sealName]: seal, ...left } = row.data;
  const { of, text } = seal as Seal;
  const schemaVersion = row.schemaVersion - sealedFrom;
  if (!key) return { ...row, schemaVersion, data: left };
  const place = { ...row, schemaVersion };
  try {
    const members = JSON.parse(decrypt(key, text, placeOf(place, of))) as JsonObject;
    return { ...place, data: { ...left, ...members } };
  } catch (cause) {
    throw new Error(`Version ${row.version} of ${row.stream} (${row.type}) is not what was sealed.`, {
      cause,
    });
  }
}

/** What is sealed is bound to its place: it opens nowhere else. */
const placeOf = ({ stream, version, type, schemaVersion }: Sealable, subject: string) =>
  Buffer.from(JSON.stringify([subject, stream, version, type, schemaVersion]));

const ivBytes = 12;
const tagBytes = 16;
/** PostgreSQL packs long texts, but nothing that is encrypted. Below this, packing saves nothing. */
const packedFromBytes = 1_024;
const formats = { plain: 'v1', packed: 'v1z' };

/** AES-256-GCM: `v1.` or `v1z.`, and nonce, tag and text in base64url. */
function encrypt(key: KeyObject, text: string, place: Buffer): string {
  const bytes = Buffer.from(text);
  const isPacked = bytes.length >= packedFromBytes;
  const nonce = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(place);
  const body = cipher.update(isPacked ? deflateRawSync(bytes, { level: 1 }) : bytes);
  const end = cipher.final();
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), body, end]).toString('base64url');
  return `${isPacked ? formats.packed : formats.plain}.${sealed}`;
}

function decrypt(key: KeyObject, sealed: string, place: Buffer): string {
  const [format, text = ''] = sealed.split('.');
  if (format !== formats.plain && format !== formats.packed) throw new Error(`no known seal: ${format}`);
  const bytes = Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(place)
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const body = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  return (format === formats.packed ? inflateRawSync(body) : body).toString('utf8');
}
