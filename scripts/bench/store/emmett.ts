/** The peer: Emmett's event store, used as its documentation says, on the same server with as many connections. */
import { projections, STREAM_DOES_NOT_EXIST } from '@event-driven-io/emmett';
import { getPostgreSQLEventStore, postgreSQLProjection } from '@event-driven-io/emmett-postgresql';
import pg from 'pg';
import { newId } from '../../../src/ids.ts';
import type { Contender } from '../race.ts';
import { note } from './notes.ts';

export const peerName = 'emmett-postgresql 0.42.0';

// A type, not an interface: the library asks for an index signature.
type NoteWritten = { type: 'NoteWritten'; data: typeof note };

export interface Peer {
  append: Contender;
  /** Appends with an inline projection that writes the same two rows as ours. */
  appendProjected: Contender;
  close(): Promise<void>;
}

/** @param table where the peer's projection writes. It has the same columns as ours. */
export async function openEmmett(url: string, connections: number, table: string): Promise<Peer> {
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const rows = postgreSQLProjection<NoteWritten>({
    name: 'bench_notes_peer',
    canHandle: ['NoteWritten'],
    handle: async (events, { connection: { client } }) => {
      for (const { data, metadata } of events) {
        await client.query({
          name: 'insert note',
          text: `insert into ${table} (id, text, body, edits, at) values ($1, $2, $3, 0, $4)`,
          values: [metadata.streamName, data.text, data, new Date()],
        });
        await client.query({
          name: 'edit note',
          text: `update ${table} set text = 'edited', edits = edits + 1 where id = $1`,
          values: [metadata.streamName],
        });
      }
    },
  });
  const open = (inline: (typeof rows)[]) =>
    getPostgreSQLEventStore(url, {
      connectionOptions: { pool },
      projections: projections.inline(inline),
      schema: { autoMigration: 'None' },
    });
  const plain = open([]);
  await plain.schema.migrate();
  const projected = open([rows]);
  const appendTo = (store: typeof plain) => () =>
    store.appendToStream<NoteWritten>(newId('proj'), [{ type: 'NoteWritten', data: note }], {
      expectedStreamVersion: STREAM_DOES_NOT_EXIST,
    });
  return {
    append: appendTo(plain),
    appendProjected: appendTo(projected),
    async close() {
      await pool.end();
    },
  };
}
