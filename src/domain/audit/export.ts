import { readChainHeads, readHead, withSession } from '../../store/index.ts';
import type { CommandContext } from '../../store/types.ts';
import type { DomainServices } from '../services.ts';
import { auditDecider } from './decide.ts';
import { auditStream, type HeadsExported } from './events.ts';
import { hashOfFile, headFileKey, writeHeadFile } from './head-file.ts';

/**
 * The advisory lock of the process that writes the heads down, so that no other process overwrites a file that the
 * log already names.
 */
export const exportLock = 7307;

/**
 * Writes down the heads of the chains: first the day's file, then the event that names it. A crash between the two
 * leaves a file that nothing names, and the next attempt writes it anew.
 *
 * @param put stores a text under a key, whole or not at all
 * @returns null where the day has its file already.
 */
export async function exportHeads(
  services: DomainServices,
  context: CommandContext,
  put: (key: string, text: string) => Promise<void>,
): Promise<HeadsExported | null> {
  const { sql, store, clock, secrets } = services;
  return withSession(sql, async (session) => {
    await session`select pg_advisory_lock(${exportLock})`;
    const last = await lastExport(services);
    const writtenAt = clock.now();
    const date = writtenAt.toISOString().slice(0, 10);
    if (last && last.date >= date) return null;
    const position = await readHead(sql);
    const heads = await readChainHeads(sql, { after: last?.position ?? 0, upTo: position });
    const previous = last?.sha256 ?? null;
    const text = writeHeadFile({ date, writtenAt, position, previous, heads }, secrets);
    const key = headFileKey(date);
    await put(key, text);
    const file = { date, key, sha256: hashOfFile(text), position, chains: heads.size };
    await store.execute(context, async (unit) => {
      (await unit.load(auditDecider, auditStream)).decide({ type: 'export', file });
    });
    return file;
  });
}

/** The files that were written, oldest first. */
export async function listExports({ store }: Pick<DomainServices, 'store'>): Promise<HeadsExported[]> {
  const events = await store.readStream(auditStream);
  return events.map((event) => event.data as HeadsExported);
}

const lastExport = async (services: DomainServices) => (await listExports(services)).at(-1) ?? null;
