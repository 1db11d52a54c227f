import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Pages, servePages } from './pages.ts';
import { acts, planFor } from './planning.ts';

const paragraph = `<p>${'Dough rests here overnight, and is baked at dawn. '.repeat(12)}</p>`;
const extra = {
  '/bakery': `<title>Bakery</title><header><nav><a href="/loaves">Loaves</a><a href="/ovens">Ovens</a></nav></header>
    <h1>A bakery by the harbour</h1>${paragraph}<section><h2>Opening hours</h2>${paragraph}</section>
    <section><h2>Sourdough</h2>${paragraph}<button type="button">Reserve a loaf</button></section>`,
};

let browser: TestBrowser;
let pages: Pages;
beforeAll(async () => {
  [browser, pages] = await Promise.all([testBrowser(), servePages(extra)]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

async function planOf(prompt: string, seconds = 10) {
  const page = await browser.page();
  try {
    await page.goto(`${pages.baseUrl}/bakery`);
    return await planFor(page, { prompt, seconds });
  } finally {
    await page.close();
  }
}

test('a deed that the page does not have is unmet, with what was looked for and what the page offers', async () => {
  const plan = await planOf('press "Reserve a loaf" and press Frobnicate');
  expect(acts(plan)).toEqual(['click Reserve a loaf']);
  expect(plan.nothingDone).toBe(false);
  expect(plan.unmet).toEqual([
    {
      said: 'press Frobnicate',
      reason: expect.stringMatching(
        /^Nothing to press or to fill in was found that goes by these words\. The page offers .*“Reserve a loaf”/,
      ),
    },
  ]);
});

test('where none of the deeds is there, the plan says that nothing is done', async () => {
  const plan = await planOf('press Frobnicate and open the teleporter');
  expect(plan.nothingDone).toBe(true);
  expect(plan.unmet.map(({ said }) => said)).toEqual(['press Frobnicate', 'open the teleporter']);
});

test('a rest is no deed: a film that only rests does nothing', async () => {
  expect((await planOf('wait and press Frobnicate')).nothingDone).toBe(true);
});

test('what is shown beside a missing deed is something', async () => {
  const plan = await planOf('show the opening hours and press Frobnicate');
  expect(plan.nothingDone).toBe(false);
  expect(plan.unmet.map(({ said }) => said)).toEqual(['press Frobnicate']);
});

test('a wish to see what is nowhere on the page is a tour that says so', async () => {
  const plan = await planOf('show the helicopter museum');
  expect(plan.nothingDone).toBe(false);
  expect(plan.unmet).toEqual([
    {
      said: 'show the helicopter museum',
      reason: expect.stringContaining('“Opening hours” and “Sourdough”'),
    },
  ]);
});

test.each(['a tour of the page', 'show the opening hours', 'give me a teaser for this bakery'])(
  'nothing is unmet of “%s”',
  async (prompt) => {
    expect(await planOf(prompt)).toMatchObject({ unmet: [], warnings: [], nothingDone: false });
  },
);

test('what there is no time for is a warning', async () => {
  const wishes = [
    'press "Reserve a loaf"',
    'show the opening hours',
    'show the sourdough',
    'hover over Loaves',
  ];
  const plan = await planOf([...wishes, 'hover over Ovens'].join(', then '), 5);
  expect(plan.warnings.length).toBeGreaterThan(0);
  for (const { code, message } of plan.warnings) {
    expect(code).toBe('left_out');
    expect(message).toMatch(/^“.+” was left out: 5 s do not hold it as well\.$/);
  }
});

test('each scene names its first step, in the order of the script', async () => {
  const { script, sceneSteps, aiPlan } = await planOf('show the opening hours, then press "Reserve a loaf"');
  expect(sceneSteps).toHaveLength(aiPlan.scenes.length);
  expect(sceneSteps).toEqual([...sceneSteps].sort((a, b) => a - b));
  expect(sceneSteps[0]).toBe(2);
  const pressing = aiPlan.scenes.findIndex(({ what }) => what.includes('Reserve a loaf'));
  const steps = script.steps.slice(sceneSteps[pressing], sceneSteps[pressing + 1]);
  expect(steps.map(({ type }) => type)).toContain('click');
});
