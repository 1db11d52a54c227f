import type { Sql } from 'postgres';
import type { Projection, RowChange } from '../../src/store/types.ts';

/** A read model of two tables that every event changes alike: whoever sees them differ has seen a wrong answer. */
export const pairs: Projection = {
  name: 'pairs',
  version: 1,
  tables: ['pairs_left', 'pairs_right'],
  handles: ['PurseFilled', 'PursePaid'],
  project(event) {
    const { coins } = event.data as { coins: number };
    const amount = event.type === 'PurseFilled' ? coins : -coins;
    return this.tables.map(
      (table): RowChange =>
        event.version === 1
          ? { op: 'insert', table, row: { id: event.stream, coins: amount } }
          : { op: 'update', table, key: { id: event.stream }, add: { coins: amount } },
    );
  },
};

export const createPairs = (sql: Sql) =>
  sql.unsafe(
    pairs.tables
      .map((table) => `create table ${table} (id text primary key, coins bigint not null);`)
      .join(''),
  );
