import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { copyMedia } from '../../src/media/copy.ts';
import type { MediaStorage } from '../../src/media/index.ts';
import { folderMedia, openMedia } from '../../src/media/open.ts';
import { putText } from '../../src/media/text.ts';
import { emptyPlace } from '../backup/places.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { bucketEnvironment, type Gateway, startGateway } from '../support/radosgw.ts';
import { until } from '../support/within.ts';
import { type ServiceProcess, startProcess } from './process.ts';
import { startService, type TestService } from './service.ts';
import { startSite, type TestSite } from './site.ts';

const program = join(import.meta.dirname, '../../scripts/showreel');

describe('a service whose media are in a bucket', { timeout: 600_000 }, () => {
  let gateway: Gateway;
  let site: TestSite;
  let api: TestService;
  let worker: ServiceProcess;
  let media: MediaStorage;

  /** An API and a worker have nothing in common but database, keys and bucket. */
  beforeAll(async () => {
    [gateway, site] = await Promise.all([startGateway(), startSite()]);
    await gateway.createBucket('films');
    api = await startService({ role: 'api', settings: bucketEnvironment(gateway, 'films') });
    worker = startProcess({
      ...api.settings,
      SHOWREEL_ROLE: 'worker',
      SHOWREEL_DATA_DIR: join(api.dataDir, 'worker'),
      SHOWREEL_ALLOW_LOOPBACK: 'true',
      SHOWREEL_LOG_LEVEL: 'info',
    });
    await worker.says('waiting for jobs');
    media = await openMedia(readConfig(api.settings));
  });
  afterAll(async () => {
    await worker?.end('SIGTERM');
    await api?.stop();
    await site?.close();
    await gateway?.stop();
  });

  test('a film whose bucket dies before it is stored waits for it, and loses nothing', async () => {
    const demo = await api.createDemo(`${site.url}/`, {
      prompt: 'Show the pricing',
      resolution: '720p',
      duration_target: '5s',
    });
    await until(async () => (await api.detail(demo.id)).status === 'recording', 60_000);
    await gateway.kill();
    await until(() => worker.stderr().includes('the film waits for it'), 60_000);
    expect((await api.detail(demo.id)).latestJob?.status).toBe('running');
    await gateway.revive();
    const made = await api.settled(demo.id, 60_000);
    expect(made).toMatchObject({ status: 'ready', error: null });
    const video = await fetch(`${api.baseUrl}/video/${demo.id}.mp4`, { headers: { range: 'bytes=4-7' } });
    expect([video.status, await video.text()]).toEqual([206, 'ftyp']);
    for (const path of [`/thumb/${demo.id}.png`, `/gif/${demo.id}.gif`, `/captions/${demo.id}.vtt`]) {
      const answer = await fetch(`${api.baseUrl}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      await answer.arrayBuffer();
    }
    const keys: string[] = [];
    for await (const key of media.list(`demos/${demo.id}/`)) keys.push(key);
    expect(keys).toContain(`demos/${demo.id}/v1/video.mp4`);
    expect(await readdir(join(api.dataDir, 'worker/media/.incoming'))).toEqual([]);
    // Nothing was filmed a second time, and the keys of the bucket are in no line.
    expect(worker.stderr()).not.toContain('the run ended early');
    for (const secret of [gateway.secretAccessKey, 'Signature='])
      expect(worker.stderr()).not.toContain(secret);
  });

  test('is backed up from the bucket and restored into another one', async () => {
    const place = await emptyPlace();
    try {
      await gateway.createBucket('restored');
      const archive = join(api.dataDir, 'backup.tar');
      const made = await showreel(['backup', archive], api.settings);
      expect(made).toMatchObject({ code: 0, stderr: '' });
      const target = {
        ...api.settings,
        ...bucketEnvironment(gateway, 'restored'),
        SHOWREEL_DATA_DIR: place.dataDir,
        DATABASE_URL: place.url,
      };
      expect(await showreel(['restore', archive], target)).toMatchObject({ code: 0 });
      const restored = await openMedia(readConfig(target));
      expect(await contents(restored, isFilm)).toEqual(await contents(media, isFilm));
      const again = await showreel(['restore', archive], {
        ...target,
        SHOWREEL_DATA_DIR: join(api.dataDir, 'again'),
      });
      expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('holds') });
    } finally {
      await place.remove();
    }
  });

  test('is copied to a folder and back, goes on where it was interrupted, and finds what differs', async () => {
    const settings = { ...api.settings, SHOWREEL_DATA_DIR: join(api.dataDir, 'worker') };
    const folder = folderMedia(settings.SHOWREEL_DATA_DIR);
    const first = await showreel(['copy-media', 'folder', '--json'], settings);
    const all = Object.keys(await contents(folder)).length;
    expect(JSON.parse(first.stdout)).toMatchObject({ copied: all, same: 0, gone: 0 });
    expect(await contents(folder, isFilm)).toEqual(await contents(media, isFilm));

    await gateway.createBucket('moved');
    const moved = { ...settings, SHOWREEL_S3_BUCKET: 'moved' };
    const target = await openMedia(readConfig(moved));
    let reads = 0;
    const breaking: MediaStorage = {
      ...folder,
      read: (key) => {
        if (++reads === 3) throw new Error('pulled the plug');
        return folder.read(key);
      },
    };
    await expect(copyMedia(breaking, target)).rejects.toThrow('pulled the plug');
    const [damaged] = Object.keys(await contents(target));
    // As long as it was, and not the same.
    const { sizeBytes } = (await folder.head(damaged!))!;
    await putText(target, damaged!, 'x'.repeat(sizeBytes));
    const rest = await showreel(['copy-media', 'bucket'], moved);
    expect(rest).toMatchObject({ code: 0, stderr: '' });
    expect(rest.stdout).toContain(`${all - 1} objects copied`);
    expect(rest.stdout).toContain('1 were there already');
    expect(await contents(target)).toEqual(await contents(folder));
  });
});

/** The running service goes on with the seals of the log each minute. */
const isFilm = (key: string) => !key.startsWith('audit/');

/** The sums of what is in a storage. */
async function contents(media: MediaStorage, isAsked = (_: string) => true): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const key of media.list('')) {
    if (!isAsked(key)) continue;
    expect((await buffer(media.read(key))).length).toBe((await media.head(key))!.sizeBytes);
    found[key] = (await media.sha256(key))!;
  }
  return found;
}

const showreel = (args: string[], settings: Record<string, string>) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...childEnvironment, ...settings };
    execFile(program, ['admin', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
