import type { ISql } from 'postgres';
import type { Finding } from './finding.ts';

/** The triggers that refuse changes of the log, which `db/migrations/0001_event_store.sql` makes. */
const guards = ['events_append_only', 'events_no_truncate'];

const states: Record<string, string> = {
  D: 'is switched off',
  O: 'is off in sessions that set session_replication_role',
  R: 'is off in ordinary sessions',
};

/** Finds guards of the log that are gone or switched off. Then events can be changed, even where none has been changed yet. */
export async function findOpenGuards(sql: ISql): Promise<Finding[]> {
  const found = await sql<{ name: string; state: string }[]>`
    select tgname as name, tgenabled as state from pg_trigger
    where tgrelid = 'events'::regclass and not tgisinternal`;
  const stateOf = new Map(found.map(({ name, state }) => [name, state]));
  return guards.flatMap((name) => {
    const state = stateOf.get(name);
    if (state === 'A') return [];
    const what = `the trigger ${name} on events ${(state && states[state]) ?? 'is gone'}, so the log can be changed`;
    return [{ userId: null, version: null, rule: 'guard' as const, what }];
  });
}
