import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { tryMedia } from '../../../src/doctor/storage.ts';
import { openMedia } from '../../../src/media/open.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { startBucketProxy } from '../../support/bucket-proxy.ts';
import { answeredHere } from '../../support/contract.ts';
import { type Files, publishDemo } from '../../support/film.ts';
import { isPlaying, makeFilm, polling, watch, webm } from '../../support/pages.ts';
import { bucketEnvironment, type Gateway, startGateway } from '../../support/radosgw.ts';

let gateway: Gateway;
let browser: TestBrowser;
let files: Files;
let folder: string;
let streaming: TestApi;
let direct: TestApi;
beforeAll(async () => {
  [gateway, browser, files, folder] = await Promise.all([
    startGateway(),
    testBrowser(),
    makeFilm(),
    mkdtemp(join(tmpdir(), 'showreel-direct-')),
  ]);
  await gateway.createBucket('media-direct');
  [streaming, direct] = await Promise.all([
    startApi({ media: await openMedia(configWith({})) }),
    startApi({ media: await openMedia(configWith({ SHOWREEL_S3_PRESIGN: 'true' })) }),
  ]);
});
afterAll(async () => {
  await Promise.all([streaming?.stop(), direct?.stop(), browser?.close()]);
  await gateway?.stop();
  await rm(folder, { recursive: true, force: true });
});

const configWith = (more: Record<string, string>) =>
  readConfig({ SHOWREEL_DATA_DIR: folder, ...bucketEnvironment(gateway, 'media-direct'), ...more });

const get = (api: TestApi, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${api.baseUrl}${path}`, { method, headers, redirect: 'manual' });

test('a service streams from its bucket unless it is told to presign, with ranges and ETags', async () => {
  const { id } = await publishDemo(streaming, files, webm);
  const whole = await get(streaming, `/video/${id}.webm`);
  expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/webm']);
  expect(Buffer.from(await whole.arrayBuffer()).equals(files.video)).toBe(true);
  const part = await get(streaming, `/video/${id}.webm`, { range: 'bytes=1000-1099' });
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 1000-1099/${files.video.length}`,
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(files.video.subarray(1000, 1100))).toBe(true);
  const known = await get(streaming, `/video/${id}.webm`, { 'if-none-match': whole.headers.get('etag')! });
  expect(known.status).toBe(304);
  const saved = await get(streaming, `/video/${id}.webm?download`);
  expect(saved.headers.get('content-disposition')).toBe(`attachment; filename="${id}.webm"`);
  await saved.arrayBuffer();
});

test('a service that presigns sends browsers to the bucket for films and pictures, and for nothing else', async () => {
  const { id } = await publishDemo(direct, files, webm);
  for (const [path, type, name] of [
    [`/video/${id}.webm?v=1`, 'video/webm', `${id}.webm`],
    [`/thumb/${id}.png`, 'image/png', `${id}.png`],
  ] as const) {
    const sent = await get(direct, path);
    expect(sent.status).toBe(307);
    expect(sent.headers.get('cache-control')).toBe('no-store');
    const address = sent.headers.get('location')!;
    expect(new URL(address).origin).toBe(gateway.endpoint);
    const answer = await fetch(address, { headers: { range: 'bytes=10-19' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([206, type]);
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="${name}"`);
    expect((await answer.arrayBuffer()).byteLength).toBe(10);
  }
  const saved = await get(direct, `/video/${id}.webm?download`);
  expect(saved.headers.get('location')).toContain(`attachment%3B%20filename%3D%22${id}.webm%22`);
  const head = await get(direct, `/video/${id}.webm`, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(files.video.length)]);
  const known = await get(direct, `/video/${id}.webm`, { 'if-none-match': head.headers.get('etag')! });
  expect(known.status).toBe(304);
  expect((await get(direct, '/video/demo_unknown.webm')).status).toBe(404);
  expect((await get(direct, `/video/${id}.mp4`)).status).toBe(404);
});

test('what a service that presigns answers is as its document says', async () => {
  const { id } = await publishDemo(direct, files, webm);
  answeredHere.clear();
  for (const path of [`/video/${id}.webm`, `/thumb/${id}.png`]) {
    // This client holds every answer against the document, and does not follow.
    const answer = await direct.request('GET', path, { key: null });
    expect(answer).toMatchObject({ status: 307, text: '' });
    expect(new URL(answer.headers.get('location')!).origin).toBe(gateway.endpoint);
    const followed = await fetch(`${direct.baseUrl}${path}`);
    expect(followed.status).toBe(200);
    expect(new URL(followed.url).origin).toBe(gateway.endpoint);
    await followed.arrayBuffer();
  }
  expect([...answeredHere].sort()).toEqual(['demo_thumbnail 307', 'demo_video_webm 307']);
});

test('share page and embed play the film from the bucket, from any place in it, without a complaint', async () => {
  const { id } = await publishDemo(direct, files, webm);
  for (const path of [`/share/${id}`, `/embed/${id}?autoplay=1&muted=1`]) {
    const page = await browser.page({ width: 960, height: 720 });
    const { complaints, foreign } = watch(page, direct.baseUrl);
    const answer = await page.goto(`${direct.baseUrl}${path}`);
    expect(answer!.headers()['content-security-policy']).toContain(`media-src 'self' ${gateway.endpoint};`);
    await page.$eval('video', async (video) => {
      video.muted = true;
      await video.play();
    });
    await page.waitForFunction(isPlaying, { polling });
    await page.$eval('video', (video) => {
      video.currentTime = 3;
    });
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 3.1, { polling });
    expect(complaints).toEqual([]);
    expect([...new Set(foreign.map((address) => new URL(address).origin))]).toEqual([gateway.endpoint]);
    await page.close();
  }
  const own = await get(streaming, `/share/${id}`);
  expect(own.headers.get('content-security-policy') ?? '').not.toContain(gateway.endpoint);
});

test('while the bucket is away, its files are a 503 and the rest of the service works', async () => {
  const { id } = await publishDemo(streaming, files, webm);
  await gateway.kill();
  try {
    const answer = await get(streaming, `/video/${id}.webm`);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ code: 'storage_unavailable' });
    const health = await streaming.request('GET', '/api/v1/health', { key: null });
    expect(health).toMatchObject({ status: 503, body: { checks: { storage: 'failed', database: 'ok' } } });
    expect((await streaming.request('GET', `/api/v1/demos/${id}`)).status).toBe(200);
    expect((await get(streaming, `/share/${id}`)).status).toBe(200);
  } finally {
    await gateway.revive();
  }
  const back = await get(streaming, `/video/${id}.webm`);
  expect(back.status).toBe(200);
  await back.arrayBuffer();
});

test('the doctor tries the bucket, a signed address and its CORS rule, and names what is wrong', async () => {
  const examined = async (more: Record<string, string>) => {
    const config = configWith(more);
    return tryMedia(await openMedia(config), config.bucket);
  };
  const presigned = { SHOWREEL_S3_PRESIGN: 'true' };
  expect(await examined({})).toMatchObject([{ state: 'ok', found: expect.stringContaining('media-direct') }]);
  expect(await examined(presigned)).toMatchObject([
    { state: 'ok' },
    { state: 'ok', found: `browsers get films from ${gateway.endpoint}` },
    {
      state: 'warned',
      found: expect.stringContaining('missing'),
      advice: expect.stringContaining('CORS rule'),
    },
  ]);
  const CORSRules = [{ AllowedOrigins: ['*'], AllowedMethods: ['GET', 'HEAD'], AllowedHeaders: ['Range'] }];
  const rule = { Bucket: 'media-direct', CORSConfiguration: { CORSRules } };
  await gateway.client().send(new PutBucketCorsCommand(rule));
  expect((await examined(presigned)).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
  const elsewhere = { ...presigned, SHOWREEL_S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:1' };
  expect((await examined(elsewhere))[1]).toMatchObject({
    state: 'failed',
    advice: expect.stringContaining('SHOWREEL_S3_PUBLIC_ENDPOINT'),
  });
  const [refused] = await examined({ SHOWREEL_S3_SECRET_ACCESS_KEY: randomBytes(8).toString('hex') });
  expect(refused).toMatchObject({
    state: 'failed',
    found: expect.stringMatching(/SHOWREEL_S3_SECRET_ACCESS_KEY/),
  });
});

test.each([
  ['store an object in parts', 'POST', /[?&]uploads/],
  ['list objects', 'GET', /[?&]prefix=doctor/],
  ['list uploads that came to nothing', 'GET', /[?&]uploads/],
])('a key that may not %s is noticed by the doctor, and nothing is left', async (doing, method, path) => {
  const denial = '<Error><Code>AccessDenied</Code><Message>no</Message></Error>';
  const proxy = await startBucketProxy(gateway.endpoint, (asked) =>
    asked.method === method && path.test(asked.url ?? '')
      ? { status: 403, type: 'application/xml', body: denial }
      : 'on',
  );
  try {
    const config = configWith({ SHOWREEL_S3_ENDPOINT: proxy.endpoint });
    const media = await openMedia(config);
    const [found] = await tryMedia(media, config.bucket);
    expect(found).toMatchObject({
      state: 'failed',
      found: expect.stringContaining(`could not ${doing}: `),
      advice: expect.stringContaining('ListMultipartUploadParts'),
    });
    const own = await openMedia(configWith({}));
    for await (const key of own.list('doctor/')) throw new Error(`${key} was left`);
  } finally {
    await proxy.stop();
  }
});
