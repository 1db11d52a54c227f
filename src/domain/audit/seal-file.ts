import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Secrets } from '../../secrets.ts';
import { sealPurpose } from './purposes.ts';

/** What was written down of one event: enough to name it when it is gone. */
export interface SealedEvent {
  position: number;
  stream: string;
  version: number;
  type: string;
  /** See eventDigest of the store. */
  digest: string;
}

/**
 * A stretch of the log, event by event, written outside of the database and signed. Files are numbered from 1, and each names the
 * hash of the one before it. Only the last one still grows.
 */
export interface SealFile {
  number: number;
  /** SHA-256 of the file before, hex; null in the first. */
  previous: string | null;
  /** The stretch begins behind this position and ends with `upTo`. What is not listed in between was not there. */
  after: number;
  upTo: number;
  sealedAt: Date;
  /**
   * In the first file alone: when sealing began, and where the log ended at that moment. Up to there, the log was taken as it was
   * found.
   */
  began: { at: Date; position: number } | null;
  events: readonly SealedEvent[];
}

const format = 'showreel-seal-1';

const header = z.object({
  format: z.literal(format),
  number: z.number().int().positive(),
  previous: z.string().nullable(),
  after: z.number().int(),
  upTo: z.number().int(),
  sealedAt: z.iso.datetime(),
  began: z.object({ at: z.iso.datetime(), position: z.number().int() }).nullable(),
});
const entry = z.tuple([z.number().int(), z.string(), z.number().int(), z.string(), z.string()]);
const signature = z.object({ signature: z.string() });

export const sealFileKey = (number: number) => `audit/seals/${String(number).padStart(8, '0')}.jsonl.gz`;

/** Lines of JSON, gzipped: the header, an event a line, and the signature over all lines before it. */
export function writeSealFile(file: SealFile, secrets: Pick<Secrets, 'sign'>): Buffer {
  const { number, previous, after, upTo, sealedAt, began } = file;
  const lines = [{ format, number, previous, after, upTo, sealedAt, began }, ...file.events.map(inLine)];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const signed = JSON.stringify({ signature: secrets.sign(sealPurpose, sha256(text)) });
  return gzipSync(`${text}${signed}\n`, { level: 1 });
}

const inLine = ({ position, stream, version, type, digest }: SealedEvent) => [
  position,
  stream,
  version,
  type,
  digest,
];

/** @returns null where the bytes are no such file, or not one that this service signed. */
export function readSealFile(bytes: Buffer, secrets: Pick<Secrets, 'verify'>): SealFile | null {
  try {
    const lines = gunzipSync(bytes).toString('utf8').trimEnd().split('\n');
    const signed = signature.parse(JSON.parse(lines.pop() ?? ''));
    const text = lines.map((line) => `${line}\n`).join('');
    if (!secrets.verify(sealPurpose, sha256(text), signed.signature)) return null;
    const { sealedAt, began, ...rest } = header.parse(JSON.parse(lines.shift() ?? ''));
    return {
      ...rest,
      sealedAt: new Date(sealedAt),
      began: began && { at: new Date(began.at), position: began.position },
      events: lines.map((line) => {
        const [position, stream, version, type, digest] = entry.parse(JSON.parse(line));
        return { position, stream, version, type, digest };
      }),
    };
  } catch {
    return null;
  }
}

export const hashOfSealFile = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
