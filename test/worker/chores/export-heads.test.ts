import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { exportHeads, listExports } from '../../../src/domain/audit/export.ts';
import { hashOfFile, readHeadFile } from '../../../src/domain/audit/head-file.ts';
import { creditStream } from '../../../src/domain/credits/events.ts';
import { createLogger } from '../../../src/log.ts';
import { folderStorage } from '../../../src/media/folder.ts';
import { readText } from '../../../src/media/text.ts';
import { createSecrets } from '../../../src/secrets.ts';
import { exportChainHeads, exportHeadsTask } from '../../../src/worker/chores/export-heads.ts';
import { startWorker } from '../../../src/worker/queue/worker.ts';
import { freshCommand, openUser, type TestServices, testServices } from '../../support/services.ts';

let services: TestServices;
let folder: string;
beforeAll(async () => {
  services = await testServices();
  folder = await mkdtemp(join(tmpdir(), 'showreel-heads-'));
});
afterAll(async () => {
  await services.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  startWorker({
    sql: services.sql,
    databaseUrl: services.database.url,
    dataDir: folder,
    concurrency: 1,
    tasks: [exportChainHeads(services, folderStorage(join(folder, 'media')))],
    log: createLogger('silent'),
  });

test('after a crash between the file and the event that names it, the next attempt writes the file anew', async () => {
  const fresh = await testServices();
  await openUser(fresh, { credits: 1 });
  const kept = new Map<string, string>();
  const put = async (key: string, text: string) => void kept.set(key, text);
  const dying = {
    ...fresh,
    store: { ...fresh.store, execute: () => Promise.reject(new Error('the process died')) },
  };
  await expect(exportHeads(dying, freshCommand(), put)).rejects.toThrow('the process died');
  expect([...kept.keys()]).toEqual(['audit/heads/2026-02-10.json']);
  expect(await listExports(fresh)).toEqual([]);
  await openUser(fresh, { credits: 1 });
  const attempts = await Promise.all([1, 2, 3].map(() => exportHeads(fresh, freshCommand(), put)));
  const [file] = attempts.filter((attempt) => attempt !== null);
  expect(attempts.filter((attempt) => attempt === null)).toHaveLength(2);
  expect(file).toMatchObject({ chains: 2, sha256: hashOfFile(kept.get(file!.key)!) });
  expect(await listExports(fresh)).toEqual([file]);
  await fresh.stop();
});

test('a night in which no worker ran is made up for by the next worker, and the file holds the head of every ledger', async () => {
  const userId = await openUser(services, { credits: 3 });
  await (await start()).stop();
  expect(await listExports(services)).toEqual([]);
  await services.sql`
    update graphile_worker._private_known_crontabs
    set known_since = now() - interval '3 days', last_execution = now() - interval '2 days'
    where identifier = ${exportHeadsTask}`;
  const worker = await start();
  const file = await vi.waitFor(
    async () => {
      const [first] = await listExports(services);
      expect(first).toBeDefined();
      return first!;
    },
    { timeout: 60_000 },
  );
  await worker.stop();
  expect(file).toMatchObject({ date: '2026-02-10', key: 'audit/heads/2026-02-10.json', chains: 1 });
  const text = await readText(folderStorage(join(folder, 'media')), file.key);
  const events = await services.store.readStream(creditStream(userId));
  const { version, hash } = events.at(-1)!;
  expect(readHeadFile(text!, services.secrets)?.heads).toEqual(
    new Map([[creditStream(userId), { version, hash }]]),
  );
  // With the key of another service, or after any change, the file is not accepted.
  expect(readHeadFile(text!, createSecrets([Buffer.alloc(32, 7)]))).toBeNull();
  expect(readHeadFile(text!.replace(`[${version},`, `[${version + 1},`), services.secrets)).toBeNull();
});
