import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdmin } from '../../src/cli/admin/index.ts';
import type { KeyKeeper } from '../../src/cli/admin/keys.ts';
import { readConfig } from '../../src/config.ts';
import { sealLog } from '../../src/domain/audit/seal-log.ts';
import { folderStorage } from '../../src/media/folder.ts';
import { wholeObjects } from '../../src/media/objects.ts';
import { putText } from '../../src/media/text.ts';
import { createSecrets } from '../../src/secrets.ts';
import { backUpService, restoreAtFirstStart, restoreService } from '../../src/start/commands/backup.ts';
import { copyServiceMedia } from '../../src/start/commands/copy-media.ts';
import { startShowreel } from '../../src/start/index.ts';
import { livedAccount } from '../admin/ledgers.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { type TestServices, testServices } from '../support/services.ts';
import { type EmptyPlace, emptyPlace, log } from './places.ts';

const program = join(import.meta.dirname, '../../scripts/showreel');
let services: TestServices;
let place: EmptyPlace;
let folder: string;
let source: Record<string, string>;
const key = randomBytes(32);
const archive = () => join(folder, 'backup.tar');
beforeAll(async () => {
  services = await testServices(undefined, createSecrets([key]));
  place = await emptyPlace();
  folder = await mkdtemp(join(tmpdir(), 'showreel-backup-'));
  const dataDir = join(folder, 'source');
  source = { SHOWREEL_DATA_DIR: dataDir, DATABASE_URL: services.database.url };
  await livedAccount(services);
  const media = folderStorage(join(dataDir, 'media'));
  await putText(media, 'demos/demo_1/v1/page.txt', 'as it was');
  await writeFile(join(dataDir, 'secret.key'), `${key.toString('hex')}\n`);
  await sealLog(services, wholeObjects(media));
});
afterAll(async () => {
  await services.stop();
  await place.remove();
  await rm(folder, { recursive: true, force: true });
});

const showreel = (args: string[], settings: Record<string, string>) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...childEnvironment, ...settings };
    execFile(program, ['admin', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

test('an operator backs up, restores elsewhere, and is told what an audit of the copy says', async () => {
  const made = await showreel(['backup', archive()], source);
  expect(made.stderr).toBe('');
  expect(made.stdout).toMatch(/events, 2 objects of media\.\nIt is not encrypted, and holds the keys/);
  expect((await stat(archive())).mode & 0o777).toBe(0o600);

  const target = { SHOWREEL_DATA_DIR: place.dataDir, DATABASE_URL: place.url };
  expect(await showreel(['restore', archive()], target)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^Restored\. The audit of \d+ events and the comparison of the read models have found nothing\.\n$/,
    ),
  });
  expect(await readFile(join(place.dataDir, 'secret.key'), 'utf8')).toContain(key.toString('hex'));
  const again = await showreel(['restore', archive()], target);
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toContain('is there already');
});

test('a wrong word, a short passphrase and a folder without a service get a sentence', async () => {
  const said: string[] = [];
  const output = {
    line: () => undefined,
    remark: (text: string) => void said.push(text),
    progress: () => undefined,
    settle: () => undefined,
  };
  const empty = readConfig({ SHOWREEL_DATA_DIR: join(folder, 'nothing') });
  const keeper = () => ({
    passphrase: null,
    backUp: (path: string, passphrase: string | null) =>
      backUpService(empty, path, passphrase, () => undefined, log),
    restore: (path: string, passphrase: string | null) => restoreService(empty, path, passphrase, log),
    copyMedia: (to: 'bucket' | 'folder') => copyServiceMedia(empty, to, () => undefined),
    keys: {} as KeyKeeper,
  });
  const run = (...args: string[]) =>
    runAdmin(args, () => Promise.reject(new Error('not asked')), output, keeper);
  expect(await run('backup')).toBe(2);
  await writeFile(join(folder, 'short'), 'abc\n');
  expect(await run('backup', 'x', '--passphrase-file', join(folder, 'short'))).toBe(2);
  expect(await run('backup', join(folder, 'x'))).toBe(1);
  expect(await run('restore', join(folder, 'not-there.tar'))).toBe(1);
  expect(await run('copy-media', 'elsewhere')).toBe(2);
  expect(await run('copy-media', 'bucket')).toBe(1);
  expect(said).toEqual([
    expect.stringContaining('An argument is missing.'),
    expect.stringContaining('12 characters or more; it has 3'),
    expect.stringContaining('There is no database in'),
    expect.stringContaining('no such file or directory'),
    expect.stringContaining('expected bucket or folder'),
    expect.stringContaining('No bucket is set: SHOWREEL_S3_BUCKET'),
  ]);
});

test('a first start restores the archive of the setting into an embedded database, and later starts pass it over', async () => {
  const dataDir = join(folder, 'first');
  await mkdir(dataDir);
  const settings = {
    SHOWREEL_DATA_DIR: dataDir,
    SHOWREEL_RESTORE_FROM: archive(),
    SHOWREEL_ROLE: 'api',
    PORT: '0',
  };
  const config = readConfig(settings);
  const started = await startShowreel(config, log);
  try {
    const health = await fetch(`${started.baseUrl}/api/v1/health`);
    expect(health.status).toBe(200);
    expect(started.isFirstStart).toBe(false);
  } finally {
    await started.stop();
  }
  expect(await folderStorage(join(dataDir, 'media')).head('demos/demo_1/v1/page.txt')).not.toBeNull();
  await restoreAtFirstStart(config, log);

  await writeFile(join(dataDir, 'restore.unfinished.json'), '{"archive":"another"}');
  await expect(restoreAtFirstStart({ ...config, restoreFrom: null }, log)).rejects.toThrow(
    'is half restored',
  );
});
