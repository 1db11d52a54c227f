/** How many events a second are sealed, and how many an audit holds against their seals. */

import { compareWithSeals, sealsAtHand } from '../../../src/admin/audit/sealed-log.ts';
import { systemClock } from '../../../src/clock.ts';
import { type SealStorage, sealLog } from '../../../src/domain/audit/seal-log.ts';
import { createSecrets } from '../../../src/secrets.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { withServer } from '../server.ts';
import { note } from './notes.ts';

/** BENCH_EVENTS sets another length. */
const events = Number(process.env.BENCH_EVENTS ?? 100_000);

export const benchSeal = (): Promise<Figure[]> =>
  withServer(4, async ({ sql }) => {
    await sql`
      insert into events (stream, version, type, schema_version, data, metadata, command_id, ordinal, recorded_at)
      select 'note-' || md5((n / 10)::text), n % 10 + 1, 'NoteWritten', 1, ${JSON.stringify(note)}::text::json,
        '{"actor": "bench"}', 'cmd-' || n, 0, now()
      from generate_series(10, ${events + 9}::int) n`;
    const files = new Map<string, Buffer>();
    const storage: SealStorage = {
      has: async (key) => files.has(key),
      read: async (key) => files.get(key) ?? null,
      put: async (key, bytes) => void files.set(key, bytes),
    };
    const secrets = createSecrets([Buffer.alloc(32, 7)]);
    const begun = performance.now();
    await sealLog({ sql, clock: systemClock, secrets }, storage);
    const sealedAt = performance.now();
    const comparing = compareWithSeals(sql, storage, secrets, await sealsAtHand(storage, secrets));
    let step = await comparing.next();
    while (!step.done) step = await comparing.next();
    const comparedAt = performance.now();
    const { sealed, findings } = step.value;
    if (sealed.events !== events || findings.length > 0)
      throw new Error(`The log is not what was sealed: ${JSON.stringify({ sealed, findings })}.`);
    const figure = figuresOf('seal');
    const of = `${events} events of ${JSON.stringify(note).length} bytes`;
    const sizeBytes = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    return [
      figure(`sealing of ${of}`, events / ((sealedAt - begun) / 1000), '/s'),
      figure(`comparison with their seals of ${of}`, events / ((comparedAt - sealedAt) / 1000), '/s'),
      figure('seal file, per event', sizeBytes / events, ' bytes'),
    ];
  });
