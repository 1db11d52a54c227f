import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ProgressMessage } from '../../src/domain/demos/jobs/progress.ts';
import type { DemoDetail } from '../../src/domain/demos/views/demo-fields.ts';
import { projections, upcasters } from '../../src/domain/index.ts';
import { verifyProjection } from '../../src/store/index.ts';
import { until } from '../support/within.ts';
import { processesWith } from './process.ts';
import { type CreatedDemo, startService, type TestService, watch } from './service.ts';
import { startSite, type TestSite } from './site.ts';

let site: TestSite;
let service: TestService;
let folder: string;
let created: CreatedDemo;
let demo: DemoDetail;
let messages: ProgressMessage[];
let closeCode: number;

beforeAll(async () => {
  site = await startSite();
  service = await startService({ role: 'all' });
  folder = await mkdtemp(join(tmpdir(), 'showreel-video-'));
  created = await service.createDemo(`${site.url}/`);
  ({ messages, code: closeCode } = await watch(created.wsUrl));
  demo = await service.detail(created.id);
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a demo that is created over HTTP', () => {
  test('is answered at once and becomes ready, with everything that was made', () => {
    expect(created.status).toBe('pending');
    expect(demo.error).toBeNull();
    expect(demo).toMatchObject({
      status: 'ready',
      version: 1,
      video_key: `demos/${demo.id}/v1/video.mp4`,
      thumbnail_key: `demos/${demo.id}/v1/thumbnail.png`,
      gif_key: `demos/${demo.id}/v1/animation.gif`,
      latestJob: { id: created.jobId, status: 'completed', progress: 1 },
    });
    expect(JSON.parse(demo.action_script!).steps.length).toBeGreaterThan(1);
    expect(JSON.parse(demo.ai_plan!).scenes.length).toBeGreaterThan(0);
    expect(JSON.parse(demo.presentation!).recordingTemplate.effectiveId).toEqual(expect.any(String));
    const log = JSON.parse(demo.recording_log!) as { status: string }[];
    expect(log.length).toBeGreaterThan(1);
    expect(log.filter((line) => line.status === 'failed')).toEqual([]);
  });

  test('is reported over the WebSocket from 0 to 1, through every step, and the channel closes with 1000', () => {
    const progress = messages.map((message) => message.progress);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress[0]).toBeLessThan(0.1);
    expect(messages.at(-1)).toMatchObject({ status: 'ready', progress: 1 });
    const steps = new Set(messages.map((message) => message.step).filter((step) => step !== null));
    expect([...steps]).toEqual(['planning', 'recording', 'rendering', 'publishing']);
    expect(messages.filter((message) => message.step === 'recording').length).toBeGreaterThan(3);
    expect(closeCode).toBe(1000);
  });

  test('is a 720p H.264 film of the length that was asked for, with its index in front', async () => {
    const answer = await fetch(`${service.baseUrl}/video/${demo.id}.mp4`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    const whole = Buffer.from(await answer.arrayBuffer());
    const part = await fetch(`${service.baseUrl}/video/${demo.id}.mp4`, {
      headers: { range: 'bytes=1000-1999' },
    });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(1000, 2000));
    expect(whole.indexOf('moov')).toBeLessThan(whole.indexOf('mdat'));

    const path = join(folder, 'video.mp4');
    await writeFile(path, whole);
    const { stream, format } = await probe(path);
    expect(stream).toMatchObject({
      codec_name: 'h264',
      pix_fmt: 'yuv420p',
      width: 1280,
      height: 720,
      r_frame_rate: '30/1',
      color_space: 'bt709',
    });
    expect(Number(format.duration)).toBeGreaterThan(4.5);
    expect(Number(format.duration)).toBeLessThan(5.5);
    expect(Math.abs(Number(format.duration) * 1000 - demo.duration_ms!)).toBeLessThan(50);
    expect(Math.abs(Number(stream.nb_read_frames) - Number(format.duration) * 30)).toBeLessThanOrEqual(1);
  });

  test('has a thumbnail and a GIF', async () => {
    const thumbnail = await fetch(`${service.baseUrl}/thumb/${demo.id}.png`);
    expect(thumbnail.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await thumbnail.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const gif = await fetch(`${service.baseUrl}/gif/${demo.id}.gif`);
    expect(gif.headers.get('content-type')).toBe('image/gif');
    expect(
      Buffer.from(await gif.arrayBuffer())
        .subarray(0, 6)
        .toString(),
    ).toBe('GIF89a');
  });

  test('has snapshots of what it shows', async () => {
    const snapshots = JSON.parse(demo.snapshots!) as { timeMs: number; url: string; label: string }[];
    expect(snapshots.length).toBeGreaterThan(0);
    for (const { url, timeMs } of snapshots) {
      const answer = await fetch(`${service.baseUrl}${url}`);
      expect(answer.headers.get('content-type')).toBe('image/jpeg');
      expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
      expect(timeMs).toBeLessThan(demo.duration_ms!);
    }
    const beyond = `${service.baseUrl}/snapshot/${demo.id}-${snapshots.length + 1}.jpg`;
    expect((await fetch(beyond)).status).toBe(404);
    expect((await fetch(`${service.baseUrl}/thumb/${demo.id}-1.png`)).status).toBe(404);
  });

  test('has captions and chapters as WebVTT, which end with the film', async () => {
    for (const kind of ['captions', 'chapters']) {
      const answer = await fetch(`${service.baseUrl}/${kind}/${demo.id}.vtt`);
      expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
      const text = await answer.text();
      expect(text).toMatch(/^WEBVTT\n\n1\n00:00:0\d\.\d{3} --> 00:00:/);
      const ends = [...text.matchAll(/--> 00:00:([\d.]+)/g)].map((match) => Number(match[1]) * 1000);
      expect(Math.max(...ends)).toBeLessThanOrEqual(demo.duration_ms! + 1);
    }
    expect((await fetch(`${service.baseUrl}/captions/demo_nobody.vtt`)).status).toBe(404);
  });

  test('leaves no process and no temporary file', async () => {
    await until(async () => (await processesWith(join(service.dataDir, 'tmp'))).length === 0, 3000);
  });
});

describe('another version', () => {
  test('of a refresh is stored beside the one before it', { timeout: 480_000 }, async () => {
    const isOfVersion = (name: string) => !name.startsWith('takes/');
    const before = (await service.media(demo.id)).filter(isOfVersion);
    // A refresh makes no new version where neither the page nor the prompt has changed. So the prompt changes here.
    const wish = { prompt: 'Show the pricing and the features' };
    expect((await service.request('PATCH', `/api/v1/demos/${demo.id}`, wish)).status).toBe(200);
    expect((await service.request('POST', `/api/v1/demos/${demo.id}/refresh`)).status).toBe(202);
    const refreshed = await service.settled(demo.id, 80_000);
    expect(refreshed).toMatchObject({ status: 'ready', version: 2, error: null });
    const after = await service.media(demo.id);
    expect(after).toEqual(expect.arrayContaining([...before, 'v2/video.mp4', 'v2/thumbnail.png']));
    // One take is enough for a restyle, and it is larger than the film.
    await vi.waitFor(async () => {
      const kept = await service.media(demo.id);
      expect(kept.filter((name) => name.endsWith('.take'))).toEqual(['takes/2.take']);
    }, 90_000);
  });

  test('of a restyle replays the script with the new look, and the oldest version is removed', {
    timeout: 480_000,
  }, async () => {
    // Nobody can reach this host. The service reads a picture that it stores itself without fetching it.
    const imageUrl = (await uploadBackground('#224466')).replace(service.baseUrl, 'http://demos.invalid');
    const presentation = { background: { imageUrl }, mockup: 'minimal', zoom: { enabled: false } };
    const path = `/api/v1/demos/${demo.id}/restyle`;
    expect((await service.request('POST', path, { presentation })).status).toBe(202);
    const before = await service.detail(demo.id);
    const restyled = await service.settled(demo.id, 80_000);
    expect(restyled).toMatchObject({ status: 'ready', version: 3, error: null });
    expect(JSON.parse(restyled.presentation!)).toMatchObject(presentation);
    expect(restyled.action_script).toBe(before.action_script);
    expect(restyled.ai_plan).toBe(before.ai_plan);
    for (const step of JSON.parse(restyled.action_script!).steps)
      expect(Object.keys(step as object)[0]).toBe('type');
    expect(await cornerOf(`${service.baseUrl}/thumb/${demo.id}.png`)).toEqual([0x22, 0x44, 0x66]);
    // The oldest version is removed only after the newest has been published.
    await vi.waitFor(async () => {
      const kept = await service.media(demo.id);
      expect(kept).toEqual(expect.arrayContaining(['v2/video.mp4', 'v3/video.mp4']));
      expect(kept.filter((name) => name.startsWith('v1'))).toEqual([]);
    }, 90_000);
  });

  test('is in every read model as the log has it', async () => {
    const { sql, subjectKeys: keys } = service.services;
    for (const projection of projections)
      expect((await verifyProjection({ sql, upcasters, keys, projection })).differences).toEqual([]);
  });

  test('of a page that is gone leaves the good version in place', { timeout: 480_000 }, async () => {
    await site.close();
    expect((await service.request('POST', `/api/v1/demos/${demo.id}/refresh`)).status).toBe(202);
    const refreshed = await service.settled(demo.id, 50_000);
    expect(refreshed).toMatchObject({ status: 'ready', version: 3 });
    expect(refreshed.error).toMatch(/refuses connections/);
    expect(refreshed.refreshHistory[0]).toMatchObject({ result: 'failed' });
    expect((await fetch(`${service.baseUrl}/video/${demo.id}.mp4`)).status).toBe(200);
    expect((await service.media(demo.id)).filter((name) => name.startsWith('v4'))).toEqual([]);
  });
});

describe('a demo that is deleted', () => {
  test('takes its files with it', async () => {
    expect((await service.request('DELETE', `/api/v1/demos/${demo.id}`)).status).toBe(200);
    await until(async () => (await service.media(demo.id)).length === 0, 5000);
    expect((await fetch(`${service.baseUrl}/video/${demo.id}.mp4`)).status).toBe(404);
  });
});

/** @returns the address of an uploaded picture of this colour */
async function uploadBackground(color: string): Promise<string> {
  const canvas = createCanvas(32, 18);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.fillRect(0, 0, 32, 18);
  const body = new FormData();
  body.append('file', new Blob([(await canvas.encode('png')) as BlobPart]), 'plain.png');
  const headers = { authorization: `Bearer ${service.liveKey}` };
  const url = `${service.baseUrl}/api/v1/backgrounds/upload`;
  const answer = await fetch(url, { method: 'POST', headers, body });
  return ((await answer.json()) as { imageUrl: string }).imageUrl;
}

async function cornerOf(url: string): Promise<number[]> {
  const picture = await loadImage(Buffer.from(await (await fetch(url)).arrayBuffer()));
  const context = createCanvas(1, 1).getContext('2d');
  context.drawImage(picture, -2, -2);
  return [...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
}

async function probe(path: string) {
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-count_frames', '-select_streams', 'v:0'],
    ...['-show_streams', '-show_format', '-of', 'json', path],
  ]);
  const { streams, format } = JSON.parse(stdout) as {
    streams: Record<string, string | number>[];
    format: { duration: string };
  };
  return { stream: streams[0]!, format };
}
