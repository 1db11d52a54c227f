import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emojiPage, emojis, faultsIn, textsIn, unstorable } from '../support/emoji-page.ts';
import { html, serveSite, type TestSite } from '../support/site.ts';
import { startService, type TestService } from './service.ts';

let site: TestSite;
let service: TestService;
beforeAll(async () => {
  site = await serveSite('none', {
    '/even': html(emojiPage(emojis.face, 0)),
    '/odd': html(emojiPage(emojis.face, 1)),
    '/no-text': html(emojiPage(unstorable, 0)),
  });
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

/** All that is stored of a demo: its events, its read models, its page as it was planned on, and its captions and chapters. */
async function told(id: string): Promise<unknown> {
  const facts = await service.services.sql`select data from events where stream = ${`demo-${id}`}`;
  const folder = join(service.dataDir, 'media/demos', id);
  const page = JSON.parse(await readFile(join(folder, 'pages/1.json'), 'utf8'));
  const beside = await Promise.all(
    ['captions', 'chapters'].map((name) => readFile(join(folder, `v1/${name}.vtt`), 'utf8')),
  );
  return [facts, await service.detail(id), page, beside];
}

/** A presentation that takes little time to draw, since this test is about texts. */
const plain = { padding: 0, zoom: { enabled: false }, windowAnimation: { intro: false, outro: false } };

test.each([
  ['/even', emojis.face, 'Show the features and the pricing 😀'],
  ['/odd', emojis.face, 'Press Talk to us, enter Ann as your name and choose Calais as the port'],
  ['/no-text', unstorable, 'Press Talk to us'],
])(
  'a page whose every text is cut within a character is filmed: %s',
  { timeout: 480_000 },
  async (path, character, prompt) => {
    const wish = { prompt, duration_target: '5s', presentation: plain };
    const { id } = await service.createDemo(site.url + path, wish);
    const demo = await service.settled(id, 50_000);
    expect(demo).toMatchObject({ status: 'ready', error: null });
    expect(JSON.parse(demo.recording_log!)).not.toContainEqual(expect.objectContaining({ status: 'failed' }));
    expect(faultsIn(textsIn(await told(id)), character)).toEqual([]);
  },
);
