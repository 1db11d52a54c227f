import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { prove, restore } from '../../src/backup/index.ts';
import { connect } from '../../src/database/connect.ts';
import { openDomain } from '../../src/domain/index.ts';
import { createLogger } from '../../src/log.ts';
import { folderStorage } from '../../src/media/folder.ts';
import { withDatabase } from '../support/postgres.ts';
import type { TestServices } from '../support/services.ts';

export const log = createLogger('silent', 'test');

/** A data folder and a database with nothing in them. */
export async function emptyPlace() {
  const dataDir = join(await mkdtemp(join(tmpdir(), 'showreel-restore-')), 'data');
  const server = inject('postgresUrl');
  const name = `restore_${randomBytes(8).toString('hex')}`;
  const admin = connect(server, { max: 1 });
  await admin`create database ${admin(name)}`;
  const url = withDatabase(server, name);
  const sql = connect(url, { max: 2 });
  let opened = 0;
  const media = folderStorage(join(dataDir, 'media'));
  return {
    dataDir,
    media,
    url,
    sql,
    log,
    configuredKeys: null,
    openDatabase: async () => {
      opened += 1;
      return { url, stop: () => Promise.resolve() };
    },
    /** How often somebody wanted the database. */
    opened: () => opened,
    async remove() {
      await sql.end({ timeout: 1 });
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
      await rm(join(dataDir, '..'), { recursive: true, force: true });
    },
  };
}
export type EmptyPlace = Awaited<ReturnType<typeof emptyPlace>>;

/** Opens the restored service with the keys of the one that was backed up, and looks whether all is in order. */
export const restoreTo = (
  place: EmptyPlace,
  path: string,
  from: TestServices,
  passphrase: string | null = null,
) =>
  restore(place, path, passphrase, async (databaseUrl) => {
    const { sql } = place;
    const services = await openDomain({ ...from, sql, databaseUrl, log });
    try {
      return await prove(services, place.media);
    } finally {
      await services.doorbell.stop();
    }
  });
