import { z } from 'zod';
import type { StoredEvent } from '../../../store/types.ts';
import { exampleIds, timeField } from '../../fields.ts';
import { readCursor, toPage } from '../../input.ts';
import type { DomainServices } from '../../services.ts';
import { demoStream } from '../events.ts';
import { readDemo } from './read-demo.ts';

export const historyEventSchema = z.object({
  position: z.number().meta({ description: 'The position of the event among all events', examples: [412] }),
  type: z.string().meta({ examples: ['GenerationQueued'] }),
  at: timeField(),
  data: z
    .record(z.string(), z.unknown())
    .meta({ examples: [{ demoId: exampleIds.demo, jobId: exampleIds.job, triggeredBy: 'api' }] }),
});

/**
 * What happened to a demo, oldest first.
 * @throws AppError 404 where it is not one of this user's.
 */
export async function readHistory(
  { sql, store }: DomainServices,
  demo: { demoId: string; userId: string },
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const after = Number(readCursor(cursor, /^\d{1,9}$/) ?? 0);
  await readDemo(sql, demo.demoId, demo.userId);
  const found = await store.readStream(demoStream(demo.demoId), {
    fromVersion: after + 1,
    limit: limit + 1,
  });
  const { rows, nextCursor } = toPage(found, limit, (event) => event.version);
  return { events: rows.map(toView), next_cursor: nextCursor };
}

const toView = ({ position, type, recordedAt, data }: StoredEvent) => ({
  position,
  type,
  at: recordedAt.toISOString(),
  data: { ...data },
});
