import { z } from 'zod';
import type { Secrets } from '../../secrets.ts';
import { canonicalJson } from '../../store/index.ts';
import { headsPurpose } from '../audit/purposes.ts';

/** That an account was deleted: an id and a time, and nothing that the user has said. */
interface DeletionNote {
  userId: string;
  deletedAt: Date;
}

/** Its signature is of a purpose that retired keys go on verifying. The name keeps it apart from what else is signed for that. */
const format = 'showreel-deletion-1';
const content = z.object({ format: z.literal(format), userId: z.string(), deletedAt: z.iso.datetime() });
const signed = z.object({ content, signature: z.string() });

export const deletionsPrefix = 'audit/deletions/';
export const deletionKey = (userId: string) => `${deletionsPrefix}${userId}.json`;

export function writeDeletionNote(
  { userId, deletedAt }: DeletionNote,
  secrets: Pick<Secrets, 'sign'>,
): string {
  const body = { format, userId, deletedAt: deletedAt.toISOString() };
  return `${JSON.stringify({ content: body, signature: secrets.sign(headsPurpose, canonicalJson(body)) })}\n`;
}

/** null where the text is no such note, or not one that this service signed. */
export function readDeletionNote(text: string, secrets: Pick<Secrets, 'verify'>): DeletionNote | null {
  const parsed = signed.safeParse(asJson(text));
  if (!parsed.success) return null;
  const { content: body, signature } = parsed.data;
  if (!secrets.verify(headsPurpose, canonicalJson(body), signature)) return null;
  return { userId: body.userId, deletedAt: new Date(body.deletedAt) };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
