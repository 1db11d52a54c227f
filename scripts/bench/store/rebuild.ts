/** How many events a second `rebuild` reads to build a read model anew. The service could go on meanwhile. */
import { connect } from '../../../src/database/connect.ts';
import { rebuild } from '../../../src/store/index.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { median } from '../race.ts';
import { withServer } from '../server.ts';
import { fillLog } from './log.ts';
import { createNotesTable, notesProjection } from './notes.ts';

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
    return [
      figuresOf('rebuild')(`rebuild of ${events} events, ${eventsPerStream} a row`, median(paces), '/s'),
    ];
  });
