import type { Sql } from 'postgres';
import { note } from './notes.ts';

/**
 * Fills the log with one statement in the server. Each stream is one note: its first event writes it, and all others edit it. The
 * events of the streams alternate, as they do in service.
 */
export async function fillLog(
  sql: Sql,
  { events, eventsPerStream }: { events: number; eventsPerStream: number },
): Promise<void> {
  const streams = events / eventsPerStream;
  await sql`
    insert into events
      (stream, version, type, schema_version, data, metadata, command_id, ordinal, recorded_at)
    select 'note-' || (n % ${streams}::int), n / ${streams}::int + 1,
      case when n < ${streams}::int then 'NoteWritten' else 'NoteEdited' end, 1,
      ${sql.json(note)}::jsonb, '{"actor": "bench"}', 'cmd-' || lpad(n::text, 12, '0'), 0, now()
    from generate_series(0, ${events - 1}::int) as n
    order by n`;
  await sql`vacuum analyze events`;
}
