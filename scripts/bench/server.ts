import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { connect } from '../../src/database/connect.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createLogger } from '../../src/log.ts';

/** The PostgreSQL that one group of figures is measured on, with the settings that the service gives it. */
export interface BenchServer {
  /** A migrated database. */
  url: string;
  sql: Sql;
  /** A folder for what else the group needs on disk. */
  dataDir: string;
}

/** Runs `work` on a server that is as durable as in service (fsync and synchronous_commit are on), and removes it afterwards. */
export async function withServer<T>(max: number, work: (server: BenchServer) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'showreel-bench-'));
  const log = createLogger('warn');
  try {
    const server = await startEmbeddedPostgres({ dataDir, log });
    try {
      await migrate({ url: server.url, log });
      const sql = connect(server.url, { max });
      try {
        return await work({ url: server.url, sql, dataDir });
      } finally {
        await sql.end();
      }
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
