import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { startShowreel } from '../../src/start/index.ts';
import { testDatabase } from '../support/database.ts';
import { databaseProxy } from '../support/database-proxy.ts';

test('a service that is started while its database is away starts when the database is there', async () => {
  const [database, dataDir] = [await testDatabase(), await mkdtemp(join(tmpdir(), 'showreel-start-'))];
  const proxy = await databaseProxy(database.url);
  await proxy.goAway();
  const starting = startShowreel(
    readConfig({
      PORT: '0',
      SHOWREEL_ROLE: 'api',
      SHOWREEL_DATA_DIR: dataDir,
      DATABASE_URL: proxy.url,
      SHOWREEL_LOG_LEVEL: 'silent',
    }),
  );
  await sleep(1_500);
  await proxy.comeBack();
  const { baseUrl, stop } = await starting;
  expect((await fetch(`${baseUrl}/api/v1/health`)).status).toBe(200);
  await stop();
  await proxy.stop();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});
