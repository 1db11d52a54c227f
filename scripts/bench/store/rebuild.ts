/** How many events a second `rebuild` reads to build a read model anew, sealed and not. The service could go on meanwhile. */
import type { Sql } from 'postgres';
import { systemClock } from '../../../src/clock.ts';
import { connect } from '../../../src/database/connect.ts';
import { newId } from '../../../src/ids.ts';
import { createEventStore, type EventStoreOptions, rebuild } from '../../../src/store/index.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { median } from '../race.ts';
import { withServer } from '../server.ts';
import { fillLog } from './log.ts';
import { createNotesTable, notesDecider, notesOfOne, notesProjection } from './notes.ts';

const events = 200_000;
const eventsPerStream = 10;
const rounds = 3;

export const benchRebuild = (): Promise<Figure[]> =>
  withServer(4, async ({ url, sql }) => {
    await createNotesTable(sql, 'bench_notes');
    await fillLog(sql, { events, eventsPerStream });
    const paces: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const pool = connect(url, { max: 4 });
      const begun = performance.now();
      const done = await rebuild({ sql: pool, upcasters: [], projection: notesProjection });
      paces.push((done.events / (performance.now() - begun)) * 1000);
      await pool.end();
    }
    const [edited] = await sql`select count(*)::int as rows, sum(edits)::int as edits from bench_notes`;
    if (edited?.rows !== events / eventsPerStream || edited.edits !== events)
      throw new Error(`The rebuilt read model is wrong: ${JSON.stringify(edited)}.`);
    const figure = figuresOf('rebuild');
    return [
      figure(`rebuild of ${events} events, ${eventsPerStream} a row`, median(paces), '/s'),
      ...(await sealedAndNot(figure)),
    ];
  });

const written = 40_000;
const writtenAtOnce = 500;

/** Both logs are written by the store itself. They are read in turns. */
async function sealedAndNot(figure: ReturnType<typeof figuresOf>): Promise<Figure[]> {
  const paces = { plain: [] as number[], sealed: [] as number[] };
  const logs = { plain: () => undefined, sealed: notesOfOne };
  await withServer(4, async (plain) =>
    withServer(4, async (sealed) => {
      const servers = { plain, sealed };
      for (const name of ['plain', 'sealed'] as const)
        await writeNotes(servers[name].sql, logs[name](servers[name].sql));
      for (let round = 0; round < rounds; round++)
        for (const name of ['plain', 'sealed'] as const) {
          const { sql } = servers[name];
          const begun = performance.now();
          await rebuild({ sql, upcasters: [], keys: logs[name](sql)?.keys, projection: notesProjection });
          paces[name].push((written / (performance.now() - begun)) * 1000);
        }
    }),
  );
  return [
    figure(`rebuild of ${written} events, one a row`, median(paces.plain), '/s'),
    figure(`rebuild of ${written} sealed events, one a row`, median(paces.sealed), '/s'),
  ];
}

async function writeNotes(sql: Sql, personal: EventStoreOptions['personal']): Promise<void> {
  await createNotesTable(sql, 'bench_notes');
  const store = createEventStore({ sql, clock: systemClock, projections: [], upcasters: [], personal });
  for (let from = 0; from < written; from += writtenAtOnce)
    await store.execute({ commandId: newId('cmd'), metadata: { actor: 'bench' } }, (unit) => {
      for (let n = 0; n < writtenAtOnce; n++) unit.begin(notesDecider, newId('proj')).decide(null);
    });
}
