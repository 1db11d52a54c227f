/**
 * How many commands a second the event store appends, through the whole of `execute`, on a server that syncs to disk. The peer's
 * store and one bare insert take turns with it. The bare insert is what the machine allows.
 */
import type { Sql } from 'postgres';
import { systemClock } from '../../../src/clock.ts';
import { newId } from '../../../src/ids.ts';
import { createEventStore, type EventStoreOptions } from '../../../src/store/index.ts';
import type { Projection } from '../../../src/store/types.ts';
import type { Figure } from '../figure.ts';
import { type Contender, type Pace, race } from '../race.ts';
import { withServer } from '../server.ts';
import { openEmmett, peerName } from './emmett.ts';
import { createNotesTable, note, notesDecider, notesOfOne, notesProjection } from './notes.ts';

const connections = 32;
const peerTable = 'bench_peer_notes';

export const benchAppend = (): Promise<Figure[]> =>
  withServer(connections, async ({ url, sql }) => {
    await createNotesTable(sql, 'bench_notes');
    await createNotesTable(sql, peerTable);
    await sql`create table bench_floor (id text primary key, data jsonb not null, at timestamptz not null)`;
    const peer = await openEmmett(url, connections, peerTable);
    try {
      const paces = await race(
        {
          floor: () =>
            sql`insert into bench_floor values (${newId('cmd')}, ${sql.json(note)}, ${new Date()})`,
          plain: appends(sql, [], false),
          sealed: appends(sql, [], false, notesOfOne(sql)),
          peer: peer.append,
          chained: appends(sql, [], true),
          projected: appends(sql, [notesProjection], false),
          peerProjected: peer.appendProjected,
        },
        { clients: connections, rounds: 5, roundMs: 3_000 },
      );
      const { floor } = paces;
      return [
        ...figures('append', paces.plain, floor, paces.peer),
        ...figures('append, sealed with a user’s key', paces.sealed, floor, null),
        ...figures('append, hash chained', paces.chained, floor, null),
        ...figures('append, two rows inline', paces.projected, floor, paces.peerProjected),
      ];
    } finally {
      await peer.close();
    }
  });

function appends(
  sql: Sql,
  projections: Projection[],
  chained: boolean,
  personal?: EventStoreOptions['personal'],
): Contender {
  const store = createEventStore({
    sql,
    projections,
    clock: systemClock,
    upcasters: [],
    chained: () => chained,
    personal,
  });
  return () =>
    store.execute({ commandId: newId('cmd'), metadata: { actor: 'bench' } }, (unit) =>
      unit.begin(notesDecider, newId('proj')).decide(null),
    );
}

function figures(name: string, ours: Pace, floor: Pace, peer: Pace | null): Figure[] {
  const figure = (measure: keyof Pace, label: string, unit: string): Figure => ({
    group: 'append',
    name: `${name}, ${label}`,
    value: ours[measure],
    unit,
    peer: peer && peerName,
    peerValue: peer?.[measure] ?? null,
    ratio: peer && ours[measure] / peer[measure],
    floor: floor[measure],
  });
  return [
    figure('perSec', `${connections} connections`, '/s'),
    figure('p50Ms', 'p50', 'ms'),
    figure('p99Ms', 'p99', 'ms'),
  ];
}
