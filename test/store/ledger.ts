import type { Sql } from 'postgres';
import { conflict } from '../../src/errors.ts';
import type { Decider, Projection } from '../../src/store/types.ts';

/** A small domain for the store's own tests: purses that take coins in and pay them out. */
export type PurseEvent =
  | { type: 'PurseFilled'; data: { coins: number; note?: string } }
  | { type: 'PursePaid'; data: { coins: number } };
export type PurseCommand = { fill: number; note?: string } | { pay: number };

export const purse: Decider<PurseCommand, PurseEvent, number> = {
  initial: 0,
  evolve: (coins, event) =>
    event.type === 'PurseFilled' ? coins + event.data.coins : coins - event.data.coins,
  decide(command, coins) {
    if ('fill' in command)
      return [
        { type: 'PurseFilled', data: { coins: command.fill, ...(command.note && { note: command.note }) } },
      ];
    if (command.pay > coins) throw conflict('purse_too_light', `The purse holds ${coins}.`);
    return [{ type: 'PursePaid', data: { coins: command.pay } }];
  },
};

/** One row a purse, with a value of every kind that a row change can carry. */
export const purses: Projection = {
  name: 'purses',
  version: 1,
  tables: ['purses'],
  handles: ['PurseFilled', 'PursePaid'],
  project(event) {
    const { coins } = event.data as { coins: number };
    const amount = event.type === 'PurseFilled' ? coins : -coins;
    if (event.version === 1)
      return [
        {
          op: 'insert',
          table: 'purses',
          row: {
            id: event.stream,
            coins: amount,
            history: [{ coins: amount, by: event.metadata.actor }],
            filled: event.type === 'PurseFilled',
            opened_at: event.recordedAt,
            closed_at: null,
          },
        },
      ];
    if (coins === 13) return [{ op: 'delete', table: 'purses', key: { id: event.stream } }];
    return [
      {
        op: 'update',
        table: 'purses',
        key: { id: event.stream },
        set: { filled: event.type === 'PurseFilled', changed_at: event.recordedAt },
        add: { coins: amount },
      },
    ];
  },
};

export const createPurses = (sql: Sql) =>
  sql`
  create table purses (
    id text primary key,
    coins bigint not null check (coins >= 0),
    history jsonb not null,
    filled boolean not null,
    opened_at timestamptz not null,
    changed_at timestamptz,
    closed_at date,
    seen int not null default 0
  )`.then(() => sql`create index purses_by_coins on purses (coins) where filled`);

export const by = (commandId: string) => ({ commandId, metadata: { actor: 'tester' } });
