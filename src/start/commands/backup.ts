import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import packageFile from '../../../package.json' with { type: 'json' };
import {
  type Backup,
  backUp,
  isEmptyDatabase,
  type Proof,
  prove,
  repeatDeletions,
  restore,
  unfinishedRestore,
} from '../../backup/index.ts';
import type { Config } from '../../config.ts';
import { connect } from '../../database/connect.ts';
import { startEmbeddedPostgres } from '../../database/embedded.ts';
import type { Logger } from '../../log.ts';
import { openMedia } from '../../media/open.ts';
import { createSecrets } from '../../secrets.ts';
import { credentialsPath } from '../data/credentials.ts';
import { makeDataFolder } from '../data/data-folder.ts';
import { masterKeys, parseKeys, writeKeys } from '../data/master-keys.ts';
import { fitReadModels } from '../read-models.ts';
import { openOperatorDomain } from './operator-domain.ts';

/** Backs the service of these settings up, whether or not it runs. @param onObject is told how many objects of media are in the archive */
export async function backUpService(
  given: Config,
  path: string,
  passphrase: string | null,
  onObject: (count: number) => void,
  log: Logger,
): Promise<Backup> {
  const config = { ...given, dataDir: resolve(given.dataDir) };
  const { dataDir, databaseUrl, secretKeys } = config;
  if (databaseUrl === null && !hasCluster(dataDir))
    throw new Error(
      `There is no database in ${dataDir}. Set SHOWREEL_DATA_DIR or DATABASE_URL as for the service.`,
    );
  if (!secretKeys && !existsSync(join(dataDir, 'secret.key')))
    throw new Error(
      `There is no secret.key in ${dataDir}. Set SHOWREEL_DATA_DIR or SHOWREEL_SECRET_KEYS as for the service.`,
    );
  const keys = writeKeys((await masterKeys(secretKeys, dataDir, log))(true));
  const credentials = await readFile(credentialsPath(dataDir), 'utf8').catch(() => null);
  const database = await openDatabase(config, log);
  const sql = connect(database.url, { max: 3, applicationName: 'showreel-backup' });
  try {
    if (await isEmptyDatabase(sql)) throw new Error('The database is empty: there is nothing to back up.');
    const kept = {
      database: { sql, url: database.url },
      media: await openMedia(config),
      keys,
      credentials,
      version: packageFile.version,
    };
    return await backUp(kept, resolve(path), { passphrase }, onObject);
  } finally {
    await sql.end({ timeout: 5 });
    await database.stop();
  }
}

/** Restores an archive into an empty data folder and an empty database, and proves what is there then. */
export async function restoreService(
  given: Config,
  path: string,
  passphrase: string | null,
  log: Logger,
): Promise<Proof> {
  const config = { ...given, dataDir: resolve(given.dataDir) };
  const { dataDir, secretKeys } = config;
  const media = await openMedia(config);
  const place = {
    dataDir,
    media,
    configuredKeys: secretKeys ? writeKeys(parseKeys(secretKeys, 'SHOWREEL_SECRET_KEYS')).split(',') : null,
    openDatabase: async () => {
      await makeDataFolder(dataDir);
      return openDatabase(config, log);
    },
    log,
  };
  return restore(place, resolve(path), passphrase, (url) => proveRestored(config, url, log));
}

/**
 * Restores the archive of the setting, where nothing is there yet. Findings do not keep the service from starting: they were in the log
 * when it was backed up, and operators see them.
 * @throws Error where an archive is half restored and the setting is gone
 */
export async function restoreAtFirstStart(config: Config, log: Logger): Promise<void> {
  const { dataDir, restoreFrom, backupPassphrase } = config;
  const isUnfinished = (await unfinishedRestore(dataDir)) !== null;
  if (restoreFrom === null) {
    if (!isUnfinished) return;
    throw new Error(
      `An archive is half restored in ${dataDir}: run \`showreel admin restore FILE\` once more, with the same file.`,
    );
  }
  if (!isUnfinished && (await holdsData(config))) {
    log.info('SHOWREEL_RESTORE_FROM is passed over: there is data already');
    return;
  }
  log.info({ archive: restoreFrom }, 'restoring the archive');
  const { events, findings, differing } = await restoreService(config, restoreFrom, backupPassphrase, log);
  const isSound = findings.length + differing.length === 0;
  if (isSound) log.info({ events }, 'the archive is restored; its log and its read models are in order');
  else
    log.error({ events, findings, differing }, 'the archive is restored, and what it holds is not in order');
}

async function proveRestored(config: Config, databaseUrl: string, log: Logger): Promise<Proof> {
  const sql = connect(databaseUrl, { max: 4, applicationName: 'showreel-restore' });
  try {
    const media = await openMedia(config);
    const secrets = createSecrets(await masterKeys(config.secretKeys, config.dataDir, log));
    await fitReadModels(sql, secrets, log);
    const services = await openOperatorDomain({ config, sql, databaseUrl, media, secrets, log });
    try {
      const users = await repeatDeletions(services, media);
      if (users.length > 0)
        log.warn({ users }, 'accounts that were deleted after the backup was made are deleted again');
      return await prove(services, media);
    } finally {
      await services.doorbell.stop();
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function holdsData(config: Config): Promise<boolean> {
  if (config.databaseUrl === null) return hasCluster(config.dataDir);
  const sql = connect(config.databaseUrl, { max: 1, applicationName: 'showreel-restore' });
  try {
    return !(await isEmptyDatabase(sql));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const hasCluster = (dataDir: string) => existsSync(join(dataDir, 'postgres', 'PG_VERSION'));

/** An embedded server is joined where it runs, and started where it does not. */
export async function openDatabase(
  { databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (databaseUrl === null) return startEmbeddedPostgres({ dataDir, log });
  return { url: databaseUrl, stop: () => Promise.resolve() };
}
