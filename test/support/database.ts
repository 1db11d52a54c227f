import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { inject } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { connect } from '../../src/database/connect.ts';
import { createEventStore, type EventStoreOptions } from '../../src/store/index.ts';
import type { EventStore } from '../../src/store/types.ts';
import { withDatabase } from './postgres.ts';

export interface TestDatabase {
  sql: Sql;
  url: string;
  /** An event store on this database, without projections unless some are given. */
  store(options?: Partial<EventStoreOptions>): EventStore;
  /** Closes `sql` and drops the database, whoever is still connected. */
  stop(): Promise<void>;
}

/**
 * Creates a migrated database on the real server of this run, in about 30 ms. Call this in `beforeAll` and `stop` in
 * `afterAll`.
 */
export async function testDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(serverUrl, async (admin) => {
    await admin`create database ${admin(name)} template template_showreel`;
  });
  const url = withDatabase(serverUrl, name);
  const sql = connect(url, { max: options.max ?? 10, applicationName: 'showreel-test' });
  return {
    sql,
    url,
    store: (given = {}) =>
      createEventStore({ sql, clock: systemClock, projections: [], upcasters: [], ...given }),
    async stop() {
      await sql.end({ timeout: 1 });
      await asAdmin(serverUrl, async (admin) => {
        await admin`drop database if exists ${admin(name)} with (force)`;
      });
    },
  };
}

async function asAdmin(serverUrl: string, work: (admin: Sql) => Promise<void>): Promise<void> {
  const admin = connect(serverUrl, { max: 1 });
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
