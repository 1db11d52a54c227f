import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOf, startService, type TestService, watch } from './service.ts';
import { startSite, type TestSite } from './site.ts';

let site: TestSite;
let service: TestService;

beforeAll(async () => {
  site = await startSite();
  service = await startService({ role: 'all' });
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
});

const prompts = ['press Frobnicate', 'open the teleporter and press Engage'];

test.each(prompts)(
  '“%s” on a page without it fails, says why, and costs nothing',
  {
    timeout: 480_000,
  },
  async (prompt) => {
    const demo = await service.createDemo(site.url, { prompt });
    const { messages } = await watch(demo.wsUrl);
    const settled = await service.settled(demo.id, 10_000);
    expect(settled).toMatchObject({ status: 'failed', video_key: null, action_script: null });
    expect(settled.error).toContain('The page has nothing of what the prompt asks to do');
    expect(settled.error).toContain('The page offers “Start a free trial”');
    expect(settled.warnings).toContainEqual({
      code: 'not_done',
      message: expect.stringContaining(prompt.split(' and ')[0]!),
    });
    expect(messages.at(-1)).toMatchObject({ status: 'failed', message: settled.error });
    expect(await service.media(demo.id)).toEqual([]);
    expect(await accountOf(service)).toMatchObject({ used: 0, balance: 0 });
  },
);

test('a wish to see what is not there is a tour with a warning, in the plan and on the demo', {
  timeout: 480_000,
}, async () => {
  const demo = await service.createDemo(site.url, { prompt: 'Show the helicopter museum' });
  const settled = await service.settled(demo.id, 90_000);
  expect(settled).toMatchObject({ status: 'ready', error: null, quality: 1 });
  const reason = expect.stringContaining('The page offers “Know the tide before you sail”');
  expect(JSON.parse(settled.ai_plan!).unmet).toEqual([{ said: 'Show the helicopter museum', reason }]);
  expect(settled.warnings).toEqual([
    {
      code: 'not_done',
      message: expect.stringContaining('“Show the helicopter museum” was not done. No part of the page'),
    },
  ]);
});

test('a page that only says that it is not there fails with its picture, though its status is 200, and costs nothing', {
  timeout: 480_000,
}, async () => {
  const demo = await service.createDemo(`${site.url}/lost`, { prompt: 'Show the harbours' });
  const settled = await service.settled(demo.id, 50_000);
  expect(settled).toMatchObject({ status: 'failed', video_key: null, quality: null });
  expect(settled.error).toContain(
    `The page ${site.url}/lost shows an error: “We couldn’t find that page”. A picture of the page at that moment:`,
  );
  expect((await fetch(`${service.baseUrl}/failure/${demo.id}-1.jpg`)).status).toBe(200);
  expect(await accountOf(service)).toMatchObject({ balance: 0 });
});

test('a press after which nothing is seen to change is filmed twice in one job, and is a warning that lowers the quality', {
  timeout: 480_000,
}, async () => {
  const click = { type: 'click', selectors: [['text/Tide tables']], offsetX: 4, offsetY: 4 };
  const steps = [{ type: 'navigate', url: `${site.url}/` }, click];
  const wish = { action_script: { title: 'Tides', steps }, duration_target: '5s' };
  const { used } = await accountOf(service);
  const { id } = await service.createDemo(`${site.url}/`, wish);
  const settled = await service.settled(id, 110_000);
  expect(settled).toMatchObject({ status: 'ready', error: null });
  expect(settled.warnings.map(({ code, step }) => [code, step])).toContainEqual(['nothing_happened', 1]);
  expect(settled.warnings.map(({ code }) => code)).toContain('filmed_twice');
  expect(settled.quality).toBeLessThan(1);
  expect(settled.refreshHistory).toEqual([]);
  expect(await accountOf(service)).toMatchObject({ used: used + 1 });
});

test('a page that turns into an error while it is filmed fails with the picture that its end would have had, and costs nothing', {
  timeout: 480_000,
}, async () => {
  const demo = await service.createDemo(`${site.url}/turns-bad`, {
    prompt: 'Show the harbours',
    duration_target: '10s',
  });
  const { used } = await accountOf(service);
  const { messages } = await watch(demo.wsUrl);
  const settled = await service.settled(demo.id, 30_000);
  expect(settled).toMatchObject({ status: 'failed', video_key: null, quality: null });
  expect(settled.error).toContain(
    'The video shows only a page that shows an error: “Something went wrong”. A picture of the page at that moment:',
  );
  const picture = await fetch(`${service.baseUrl}/failure/${demo.id}-1.jpg`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  // It had begun well: the page was opened and planned, and its film was shot.
  expect(messages.map(({ step }) => step)).toContain('recording');
  expect(await accountOf(service)).toMatchObject({ used: used - 1 });
});
