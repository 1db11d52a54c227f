import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../../secrets.ts';
import { type ChainHead, canonicalJson } from '../../store/index.ts';
import { headsPurpose } from './purposes.ts';

/**
 * The content of a day's file: the heads of the chains that have grown since the file before. All files together hold
 * the head of every chain. Each file names the one before it by its hash, so that a missing file is noticed.
 */
export interface HeadFile {
  date: string;
  writtenAt: Date;
  /** The position in the log up to which the heads were read. */
  position: number;
  /** SHA-256 of the file before, hex; null in the first. */
  previous: string | null;
  heads: ReadonlyMap<string, ChainHead>;
}

const format = 'showreel-heads-1';

const content = z.object({
  format: z.literal(format),
  date: z.string(),
  writtenAt: z.iso.datetime(),
  position: z.number().int(),
  previous: z.string().nullable(),
  /** By stream: version, and hash in hex. */
  heads: z.record(z.string(), z.tuple([z.number().int(), z.string()])),
});
const signed = z.object({ content, signature: z.string() });

export const headFileKey = (date: string) => `audit/heads/${date}.json`;

/**
 * @returns the file's text. It is signed with this service's key: somebody who can write to the database and the
 *   storage still cannot forge it.
 */
export function writeHeadFile(file: HeadFile, secrets: Pick<Secrets, 'sign'>): string {
  const { date, writtenAt, position, previous } = file;
  const heads = Object.fromEntries(
    [...file.heads].map(([stream, { version, hash }]) => [stream, [version, hash]]),
  );
  const body = { format, date, writtenAt: writtenAt.toISOString(), position, previous, heads };
  return `${JSON.stringify({ content: body, signature: secrets.sign(headsPurpose, canonicalJson(body)) })}\n`;
}

/** null where the text is no such file, or not one that this service signed. */
export function readHeadFile(text: string, secrets: Pick<Secrets, 'verify'>): HeadFile | null {
  const parsed = signed.safeParse(asJson(text));
  if (!parsed.success) return null;
  const { content: body, signature } = parsed.data;
  if (!secrets.verify(headsPurpose, canonicalJson(body), signature)) return null;
  const heads = Object.entries(body.heads).map(
    ([stream, [version, hash]]) => [stream, { version, hash }] as const,
  );
  return { ...body, writtenAt: new Date(body.writtenAt), heads: new Map(heads) };
}

export const hashOfFile = (text: string) => createHash('sha256').update(text).digest('hex');

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
