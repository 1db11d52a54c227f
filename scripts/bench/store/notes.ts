import type { Sql } from 'postgres';
import { createSecrets } from '../../../src/secrets.ts';
import { createSubjectKeys, type EventStoreOptions } from '../../../src/store/index.ts';
import type { Decider, Projection } from '../../../src/store/types.ts';

/** A small domain to measure with: notes of about 300 bytes, and a read model that writes two rows for each note. */
export const note = { text: 'x'.repeat(200), tags: ['a', 'b'], size: { width: 1920, height: 1080 } };

export const notesDecider: Decider<null, { type: 'NoteWritten'; data: typeof note }, null> = {
  initial: null,
  evolve: (state) => state,
  decide: () => [{ type: 'NoteWritten', data: note }],
};

/** The text of each note is sealed, 200 bytes, and all of them are of one user. */
export const notesOfOne = (sql: Sql): EventStoreOptions['personal'] => ({
  facts: new Map([['NoteWritten', { text: '' }]]),
  subjectOf: () => 'user',
  keys: createSubjectKeys({ sql, box: createSecrets([Buffer.alloc(32, 7)]) }),
});

export const createNotesTable = (sql: Sql, table: string) => sql`
  create table ${sql(table)}
    (id text primary key, text text not null, body jsonb not null, edits int not null, at timestamptz not null)`;

/** The first event of a note changes its row twice. Each later event changes it once. */
export const notesProjection: Projection = {
  name: 'bench notes',
  version: 1,
  tables: ['bench_notes'],
  handles: ['NoteWritten', 'NoteEdited'],
  project: ({ type, stream, data, recordedAt }) => {
    const edit = {
      op: 'update' as const,
      table: 'bench_notes',
      key: { id: stream },
      set: { text: 'edited' },
      add: { edits: 1 },
    };
    if (type === 'NoteEdited') return [edit];
    const { text } = data as typeof note;
    const row = { id: stream, text, body: data as typeof note, edits: 0, at: recordedAt };
    return [{ op: 'insert', table: 'bench_notes', row }, edit];
  },
};
