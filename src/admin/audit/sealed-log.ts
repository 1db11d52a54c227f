import type { ISql } from 'postgres';
import { z } from 'zod';
import {
  hashOfSealFile,
  readSealFile,
  type SealedEvent,
  type SealFile,
  sealFileKey,
} from '../../domain/audit/seal-file.ts';
import { findLastSealFile, type SealStorage } from '../../domain/audit/seal-log.ts';
import type { DomainServices } from '../../domain/services.ts';
import { eventDigest, findBrokenLinks, type LogRow, readLogRows } from '../../store/index.ts';
import type { Finding } from './finding.ts';
import { createStreamFaults, type StreamFaults } from './stream-faults.ts';

export const sealedLogSchema = z.object({
  files: z.number(),
  /** How many events of the log were held against the seals. */
  events: z.number(),
  /** When sealing began. Until then the log was taken as it was found; null where nothing is sealed. */
  since: z.iso.datetime().nullable(),
  foundAtBeginning: z.number(),
  sealedAt: z.iso.datetime().nullable(),
  /** Events since the last seal: of them only gaps can be seen. */
  unsealed: z.number(),
  unsealedSince: z.iso.datetime().nullable(),
});
export type SealedLog = z.infer<typeof sealedLogSchema>;

/** What was sealed before the audit's moment. Sealing goes on meanwhile, and what it adds is not looked at. */
export interface SealsAtHand {
  files: number;
  upTo: number;
}

type Secrets = DomainServices['secrets'];

/** To be called before the audit's snapshot is taken: then everything that is sealed lies in the snapshot. */
export async function sealsAtHand(storage: SealStorage, secrets: Secrets): Promise<SealsAtHand> {
  const files = await findLastSealFile(storage);
  const bytes = files === 0 ? null : await storage.read(sealFileKey(files));
  const last = bytes && readSealFile(bytes, secrets);
  return { files, upTo: last?.upTo ?? Number.MAX_SAFE_INTEGER };
}

/**
 * Holds the whole log against what was sealed, event by event and in one pass.
 * @yields how many events it has read.
 */
export async function* compareWithSeals(
  sql: ISql,
  storage: SealStorage,
  secrets: Secrets,
  { files, upTo }: SealsAtHand,
): AsyncGenerator<number, { sealed: SealedLog; findings: Finding[] }> {
  const faults = createStreamFaults();
  const findings: Finding[] = [];
  const accuse = (what: string) => findings.push({ userId: null, version: null, rule: 'seal', what });
  const counted = { events: 0, foundAtBeginning: 0 };
  let before: { sha256: string; upTo: number } | null = null;
  let first: SealFile | null = null;
  let last: SealFile | null = null;
  for (let number = 1; number <= files; number++) {
    const bytes = await storage.read(sealFileKey(number));
    const file = bytes && readSealFile(bytes, secrets);
    if (!file || file.number !== number) {
      accuse(`the seal file ${sealFileKey(number)} ${bytes ? 'is not the one that was written' : 'is gone'}`);
      before = null;
      continue;
    }
    const follows = number === 1 || (file.previous === before?.sha256 && file.after === before.upTo);
    if (!follows && before) accuse(`the seal file ${sealFileKey(number)} does not follow the one before it`);
    first ??= file;
    last = file;
    before = { sha256: hashOfSealFile(bytes), upTo: file.upTo };
    const bound = Math.min(file.upTo, upTo);
    for await (const events of compareFile(sql, file, bound, faults)) {
      counted.events += events;
      yield counted.events;
    }
    const began = first.began?.position ?? 0;
    counted.foundAtBeginning += file.events.filter(({ position }) => position <= began).length;
  }
  const end = last ? Math.min(last.upTo, upTo) : 0;
  for (const { stream, version, type, position } of await findBrokenLinks(sql, end))
    faults.note(
      'missing',
      stream,
      version - 1,
      `version ${version - 1} was expected before version ${version} (${type}, position ${position}), and nothing came`,
    );
  const sealed = {
    files,
    ...counted,
    since: first?.began?.at.toISOString() ?? null,
    sealedAt: last?.sealedAt.toISOString() ?? null,
    ...(await countUnsealed(sql, end)),
  };
  return { sealed, findings: [...findings, ...(await faults.findings(sql))] };
}

/** @yields how many events each page had. */
async function* compareFile(
  sql: ISql,
  file: SealFile,
  upTo: number,
  faults: StreamFaults,
): AsyncGenerator<number> {
  const expected = file.events.filter(({ position }) => position <= upTo);
  let next = 0;
  const missingUntil = (position: number) => {
    for (; next < expected.length && expected[next]!.position < position; next++) {
      const event = expected[next]!;
      faults.note('missing', event.stream, event.version, `expected ${named(event)}, nothing came`);
    }
  };
  for await (const rows of readLogRows(sql, { after: file.after, upTo })) {
    for (const row of rows) {
      missingUntil(row.position);
      const event = expected[next]?.position === row.position ? expected[next++] : undefined;
      compareEvent(event, row, faults);
    }
    yield rows.length;
  }
  missingUntil(Number.POSITIVE_INFINITY);
}

function compareEvent(event: SealedEvent | undefined, row: LogRow, faults: StreamFaults): void {
  const came = { ...row, digest: eventDigest(row) };
  if (!event) {
    faults.note(
      'added',
      row.stream,
      row.version,
      `expected nothing at position ${row.position}, ${named(came)} came`,
    );
    return;
  }
  if (event.digest === came.digest) return;
  const sameEvent = event.stream === row.stream && event.version === row.version;
  const what = `expected ${named(event)}, ${named(came)} came`;
  faults.note(sameEvent ? 'changed' : 'moved', event.stream, event.version, what);
}

const named = ({ type, stream, version, position, digest }: SealedEvent) =>
  `${type} as version ${version} of ${stream} at position ${position} with digest ${digest.slice(0, 12)}`;

async function countUnsealed(sql: ISql, end: number): Promise<Pick<SealedLog, 'unsealed' | 'unsealedSince'>> {
  const [row] = await sql<{ unsealed: number; since: Date | null }[]>`
    select count(*) as unsealed, min(recorded_at) as since from events where position > ${end}`;
  return { unsealed: row?.unsealed ?? 0, unsealedSince: row?.since?.toISOString() ?? null };
}
