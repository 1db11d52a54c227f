import { auditStream, type HeadsExported } from '../../domain/audit/events.ts';
import { listExports } from '../../domain/audit/export.ts';
import { type HeadFile, hashOfFile, headFileKey, readHeadFile } from '../../domain/audit/head-file.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { MediaStorage } from '../../media/index.ts';
import { readText } from '../../media/text.ts';
import { type ChainHead, verifyChain } from '../../store/index.ts';
import type { Finding } from './finding.ts';

/** What was written down of the chains, outside of the log. */
export interface WrittenHeads {
  files: number;
  /** By stream; of every day on which it had grown. */
  heads: ReadonlyMap<string, ChainHead[]>;
  findings: Finding[];
}

/** Reads all head files, and compares them with the stream that names them. */
export async function readWrittenHeads(services: DomainServices, media: MediaStorage): Promise<WrittenHeads> {
  const exports = await listExports(services);
  const findings: Finding[] = [];
  const heads = new Map<string, ChainHead[]>();
  let files = 0;
  const take = (file: HeadFile) => {
    files += 1;
    for (const [stream, head] of file.heads) heads.set(stream, [...(heads.get(stream) ?? []), head]);
  };
  let previous: string | null = null;
  for (const named of exports) {
    const file = await readNamed(services, media, named);
    if (typeof file === 'string') findings.push(atFault(file));
    else {
      if (file.previous !== previous)
        findings.push(atFault(`the head file of ${named.date} does not follow the one before it`));
      take(file);
    }
    previous = named.sha256;
  }
  for (const file of await readUnnamed(services, media, exports.at(-1)?.date ?? null)) take(file);
  const chain = await verifyChain(services.sql, auditStream, heads.get(auditStream));
  if (!chain.intact)
    findings.push(atFault(`version ${chain.badVersion} of the stream ${auditStream}: ${chain.reason}`));
  return { files, heads, findings };
}

const atFault = (what: string): Finding => ({ userId: null, version: null, rule: 'heads', what });

async function readNamed(
  { secrets }: DomainServices,
  media: MediaStorage,
  { date, key, sha256 }: HeadsExported,
): Promise<HeadFile | string> {
  const text = await readText(media, key);
  if (text === null) return `the head file of ${date} is gone`;
  if (hashOfFile(text) !== sha256) return `the head file of ${date} is not the one that was written`;
  return readHeadFile(text, secrets) ?? `the head file of ${date} was not signed by this service`;
}

const dayMs = 24 * 60 * 60_000;
const daysLookedBack = 400;

/**
 * Files that the log does not name: of a day whose event is gone, or was never appended since the process died between the two.
 * Their signature says that they are ours, so what they hold counts.
 */
async function readUnnamed(
  { clock, secrets }: DomainServices,
  media: MediaStorage,
  lastNamed: string | null,
): Promise<HeadFile[]> {
  const found: HeadFile[] = [];
  const today = clock.now().getTime();
  for (let day = daysLookedBack; day >= 0; day--) {
    const date = new Date(today - day * dayMs).toISOString().slice(0, 10);
    if (lastNamed && date <= lastNamed) continue;
    const text = await readText(media, headFileKey(date));
    const file = text === null ? null : readHeadFile(text, secrets);
    if (file) found.push(file);
  }
  return found;
}
