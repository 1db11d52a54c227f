import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { illustrate } from '../../../src/worker/chores/illustrate.ts';
import { pictureMoment } from '../../../src/worker/chores/picture-moment.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { turning } from '../../support/footage.ts';
import { perform, queuedJobs } from '../../support/jobs.ts';
import { openProject } from '../../support/services.ts';

let api: TestApi;
let folder: string;
let film: Buffer;

beforeAll(async () => {
  [api, film] = await Promise.all([startApi(), turning(['red', 'lime', 'blue'], 3)]);
  folder = await mkdtemp(join(tmpdir(), 'showreel-moment-'));
});
afterAll(async () => {
  await api?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A demo whose video is red for three seconds, green for three, and blue for three. */
async function upload(): Promise<string> {
  const projectId = await openProject(api.services, api.owner.userId);
  const answer = await api.request('POST', `/api/v1/demos/local-upload?project_id=${projectId}&prompt=x`, {
    body: film,
    headers: { 'Content-Type': 'video/mp4' },
  });
  expect(answer.status).toBe(201);
  const { id } = answer.body as unknown as { id: string };
  await run('upload.illustrate', id);
  return id;
}

async function run(name: string, demoId: string): Promise<void> {
  const parts = { services: api.services, media: api.media, ffmpegPath: null };
  const job = (await queuedJobs(api.services, name)).find(
    ({ payload }) => 'demoId' in payload && payload.demoId === demoId,
  );
  await perform([illustrate(parts), pictureMoment(parts)], job!, await mkdtemp(join(folder, 'run-')));
}

const pick = (id: string, body: object) => api.request('PUT', `/api/v1/demos/${id}/moment`, { body });
const bytesOf = async (path: string) =>
  Buffer.from(await (await fetch(`${api.baseUrl}${path}`)).arrayBuffer());
const pages = (gif: Buffer) => sharp(gif, { animated: true }).metadata();

/** The name of the colour in the middle of a picture. */
async function colorOf(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(middle, middle + 3);
  return red > 128 ? 'red' : green > 128 ? 'green' : blue > 128 ? 'blue' : 'black';
}

test('the pictures show the moment that was picked, under the same addresses, and no file is left of those before', async () => {
  const id = await upload();
  expect(await colorOf(await bytesOf(`/thumb/${id}.png`))).toBe('red');
  const answer = await pick(id, { time_ms: 7_000 });
  expect(answer).toMatchObject({
    status: 202,
    body: { id, time_ms: 7_000, pictures: ['thumbnail', 'gif'] },
  });
  await run('demo.pictures', id);
  const thumbnail = await bytesOf(`/thumb/${id}.png`);
  expect(await colorOf(thumbnail)).toBe('blue');
  expect(await loadImage(thumbnail)).toMatchObject({ width: 320, height: 180 });
  // Four seconds, of which the last ends with the video: from 5 s on, so green at first.
  const gif = await bytesOf(`/gif/${id}.gif`);
  expect(await colorOf(gif)).toBe('green');
  const { delay = [] } = await pages(gif);
  expect(delay.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(3_500);
  expect(delay.reduce((sum, one) => sum + one, 0)).toBeLessThan(4_500);
  expect(await readdir(join(api.mediaDir, 'demos', id, 'v1'))).toHaveLength(3);
});

test('one of the two can be picked alone, also the last moment of the video', async () => {
  const id = await upload();
  const before = await bytesOf(`/gif/${id}.gif`);
  expect((await pick(id, { time_ms: 9_000, pictures: ['thumbnail'] })).status).toBe(202);
  await run('demo.pictures', id);
  expect(await colorOf(await bytesOf(`/thumb/${id}.png`))).toBe('blue');
  expect(await bytesOf(`/gif/${id}.gif`)).toEqual(before);
});

test('of two picks the last one counts', async () => {
  const id = await upload();
  await pick(id, { time_ms: 8_000, pictures: ['thumbnail'] });
  await pick(id, { time_ms: 4_500, pictures: ['thumbnail'] });
  const queued = await queuedJobs(api.services, 'demo.pictures');
  expect(queued.filter(({ payload }) => 'demoId' in payload && payload.demoId === id)).toHaveLength(1);
  await run('demo.pictures', id);
  expect(await colorOf(await bytesOf(`/thumb/${id}.png`))).toBe('green');
});

test('a pick of the one does not undo a pick of the other that waits', async () => {
  const id = await upload();
  await pick(id, { time_ms: 8_000, pictures: ['thumbnail'] });
  await pick(id, { time_ms: 5_000, pictures: ['gif'] });
  await run('demo.pictures', id);
  expect(await colorOf(await bytesOf(`/thumb/${id}.png`))).toBe('blue');
  expect(await colorOf(await bytesOf(`/gif/${id}.gif`))).toBe('green');
});

test('a moment after the end is refused with the length of the video', async () => {
  const id = await upload();
  expect(await pick(id, { time_ms: 9_500 })).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/`time_ms`: expected at most 9\d{3}, .*9500 came/) },
  });
});
