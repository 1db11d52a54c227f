import { hash } from 'node:crypto';
import type { Json } from './types.ts';

/**
 * JSON with the names of every object in one order, since jsonb forgets the order in which they were written. Names
 * are ordered by code units, but whole numbers come first and by their value, where JavaScript keeps them. Otherwise
 * the text means what that of JSON.stringify means.
 */
export function canonicalJson(value: unknown): string {
  return written(value) ?? JSON.stringify(ordered(JSON.parse(JSON.stringify(value))));
}

/**
 * In one pass, which takes a third of the time of reading, ordering and writing again.
 * @returns null for what is not plain JSON, or has a name that begins with a digit.
 */
function written(value: unknown): string | null {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return writtenList(value);
  if (typeof value !== 'object' || 'toJSON' in value) return null;
  const fields = value as { [name: string]: unknown };
  let text = '';
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name];
    if (field === undefined) continue;
    const first = name.charCodeAt(0);
    const json = first >= 0x30 && first <= 0x39 ? null : written(field);
    if (json === null) return null;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${json}`;
  }
  return `{${text}}`;
}

function writtenList(list: unknown[]): string | null {
  const items: string[] = [];
  for (const item of list) {
    const json = written(item);
    if (json === null) return null;
    items.push(json);
  }
  return `[${items.join(',')}]`;
}

function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== 'object') return value;
  const names = Object.keys(value).sort();
  // Without a prototype, since `__proto__` is a name like any other here.
  const copy: { [name: string]: Json } = Object.create(null);
  for (const name of names) copy[name] = ordered(value[name]!);
  return copy;
}

const lengthBytes = 4;
const mostBytesACodeUnit = 3;
let scratch = Buffer.allocUnsafe(16_384);

/**
 * Lower-case hex of SHA-256 over texts, each with its length in bytes before it, so that no two different lists are the same
 * bytes ("ab" + "c" and "a" + "bc" would be, if merely joined).
 */
export function hashOf(texts: readonly string[]): string {
  let most = 0;
  for (const text of texts) most += lengthBytes + text.length * mostBytesACodeUnit;
  if (scratch.length < most) scratch = Buffer.allocUnsafe(most);
  let end = 0;
  for (const text of texts) {
    const sizeBytes = scratch.write(text, end + lengthBytes, 'utf8');
    scratch.writeUInt32BE(sizeBytes, end);
    end += lengthBytes + sizeBytes;
  }
  return hash('sha256', scratch.subarray(0, end), 'hex');
}
