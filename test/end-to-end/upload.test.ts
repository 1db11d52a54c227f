import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Footage, makeFootage } from '../support/footage.ts';
import { until } from '../support/within.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
let browser: TestBrowser;
let footage: Footage;

beforeAll(async () => {
  [service, browser, footage] = await Promise.all([
    startService({ role: 'all', settings: { SHOWREEL_LIMIT_UPLOAD_MB: '1' } }),
    testBrowser(),
    makeFootage(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

async function upload(format: 'mp4' | 'webm', body: Buffer): Promise<Response> {
  const made = await service.request('POST', '/api/v1/projects', {
    name: 'Own',
    url: 'https://example.com/',
  });
  const { id } = made.body as { id: string };
  const query = new URLSearchParams({
    project_id: id,
    prompt: 'Our own words',
    title: 'Our own film',
    format,
  });
  return fetch(`${service.baseUrl}/api/v1/demos/local-upload?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.liveKey}`, 'Content-Type': `video/${format}` },
    body: new Uint8Array(body),
  });
}

test.each(['mp4', 'webm'] as const)(
  'an uploaded %s plays where it is shared and embedded, with its own poster',
  async (format) => {
    const answer = await upload(format, footage[format]);
    expect(answer.status).toBe(201);
    const demo = (await answer.json()) as {
      id: string;
      shareUrl: string;
      embedUrl: string;
      videoUrl: string;
    };
    await until(async () => (await service.detail(demo.id)).gif_key, 30_000);
    for (const address of [demo.shareUrl, `${demo.embedUrl}?autoplay=1&muted=1`]) {
      const page = await browser.page();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (line) => line.type() === 'error' && faults.push(line.text()));
      await page.goto(address);
      expect(await page.title()).toContain('Our own film');
      await page.$eval('video', async (video) => {
        video.muted = true;
        await video.play();
      });
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
      const shown = await page.$eval('video', (video) => [
        [video.videoWidth, video.videoHeight, Math.round(video.duration)],
        [new URL(video.currentSrc).pathname, new URL(video.poster).pathname],
      ]);
      expect(shown).toEqual([
        [320, 180, 2],
        [`/video/${demo.id}.${format}`, `/thumb/${demo.id}.png`],
      ]);
      expect(faults).toEqual([]);
      await page.close();
    }
  },
);

test('a video that is larger than the setting allows is refused', async () => {
  const answer = await upload('mp4', Buffer.alloc(2 ** 20 + 1));
  expect([answer.status, await answer.json()]).toEqual([
    413,
    expect.objectContaining({ error: expect.stringContaining('1048576 bytes (1 MB)') }),
  ]);
});
