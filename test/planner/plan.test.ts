import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templateIds } from '../../src/recorder/contract/presentation.ts';
import { type SampleSite, serveSampleSite } from '../../src/web/sample-site/serve.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Pages, servePages } from './pages.ts';
import { type Ask, acts, planFor, sections, stepLines } from './planning.ts';

let browser: TestBrowser;
let pages: Pages;
let sample: SampleSite;
const filler = Array.from({ length: 6500 }, (_, i) => `<li><b>${i}</b> <a href="#${i}">item</a></li>`).join(
  '',
);
const extra = {
  '/huge': `<title>Huge | Ledger</title><h1>A very long list</h1><section id="pricing"><h2>Pricing</h2><p>$10</p></section><ul>${filler}</ul>`,
  '/modals': `<title>Modals</title><nav style="width:200px"><a href="/badges">Badges</a><br><a href="/modals">Modals</a></nav><h1>Modals</h1><p>Modals are flexible dialog prompts.</p>
    <p><a href="#one" role="button" style="padding:8px 16px;background:#44c;color:#fff">Open Modal</a></p><div id="one"></div>`,
  '/untitled': '<title></title><p>Only a line of text.</p>',
};

beforeAll(async () => {
  [browser, pages, sample] = await Promise.all([testBrowser(), servePages(extra), serveSampleSite()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop(), sample?.stop()]);
});

async function plan(path: string, ask: Ask) {
  const page = await browser.page();
  try {
    await page.goto(path.startsWith('http') ? path : `${pages.baseUrl}${path}`);
    return await planFor(page, ask);
  } finally {
    await page.close();
  }
}
const saas = '/planner-saas/index.html';

describe('what a prompt asks to see is what the film shows', () => {
  test.each<[string, string, (string | null)[]]>([
    [saas, 'show the pricing, then the FAQ', ['Simple pricing', 'Frequently asked questions']],
    [saas, 'testimonials', ['What harbour masters say']],
    [saas, 'How much does it cost?', ['Simple pricing']],
    [saas, 'weather alerts and integrations', ['Everything on one quay']],
    [
      saas,
      'show everything except the pricing',
      ['The ledger your harbour always wanted', 'Everything on one quay'],
    ],
    ['/planner-soup/index.html', 'show pricing and questions', ['What it costs', 'Questions']],
    ['/planner-arabic/index.html', 'اعرض الأسعار ثم الأسئلة الشائعة', ['الأسعار', 'الأسئلة الشائعة']],
    ['/planner-arabic/index.html', 'show the pricing', ['الأسعار']],
    ['/planner-chinese/index.html', '展示价格和客户评价', ['价格', '客户评价']],
    ['/planner-chinese/index.html', 'what do customers say', ['客户评价']],
    ['/planner-article/index.html', 'explain knots that hold', ['Knots that hold']],
    ['/planner-article/index.html', 'keeping records and safety', ['Keeping records', 'Safety on the shore']],
  ])('%s: %s', async (path, prompt, expected) => {
    const shown = sections(await plan(path, { prompt }));
    const found = expected.map((heading) => shown.indexOf(heading));
    expect(
      found.every((index) => index >= 0),
      `${shown}`,
    ).toBe(true);
    expect(found).toEqual([...found].sort((a, b) => a - b));
  });

  test('what a prompt asks to leave out is left out', async () => {
    for (const prompt of [
      'show everything except the pricing',
      'show the product, skip the pricing',
      "don't show pricing",
    ]) {
      const shown = sections(await plan(saas, { prompt, seconds: 30 }));
      expect(shown, prompt).not.toContain('Simple pricing');
      expect(shown, prompt).toContain('Everything on one quay');
    }
  });

  test('a prompt that asks for nothing in particular gets the story of the page, in the page’s order', async () => {
    for (const prompt of ['show the product', 'the of and', '🎉🎉🎉']) {
      const shown = sections(await plan(saas, { prompt, seconds: 30 }));
      const story = [
        'The ledger your harbour always wanted',
        'Everything on one quay',
        'Simple pricing',
        'Cast off today',
      ];
      expect(
        shown.filter((heading) => story.includes(heading ?? '')),
        prompt,
      ).toEqual(story);
    }
  });

  test('the camera goes to the one card of a section that the prompt names', async () => {
    const { script } = await plan(saas, { prompt: 'show the weather alerts' });
    const zooms = script.steps.filter(
      (step) => step.type === 'customStep' && step.name === 'showreel.camera',
    );
    expect(zooms.some((step) => step.showreel?.name?.includes('Weather alerts'))).toBe(true);
  });

  test('the evidence quotes the words of the prompt and of the page', async () => {
    const { aiPlan } = await plan(saas, { prompt: 'show the prices' });
    const scene = aiPlan.scenes.find(({ section }) => section === 'Simple pricing');
    expect(scene?.evidence.join(' ')).toContain('“prices” in the prompt matches “Simple pricing”');
  });
});

describe('templates', () => {
  test('each of the nine films the same page in its own way', async () => {
    const films = new Map<string, string>();
    for (const template of templateIds) {
      const made = await plan(saas, { template, seconds: 10 });
      expect(made.template).toEqual({ effectiveId: template });
      films.set(stepLines(made).join(' | '), template);
    }
    expect([...films.values()]).toEqual([...templateIds]);
  });

  test('a film shows what its template is known by', async () => {
    const film = async (template: (typeof templateIds)[number], seconds = 10) =>
      plan(saas, { template, seconds });
    const scroll = stepLines(await film('plain-scroll'));
    expect(scroll.some((line) => line.startsWith('zoom'))).toBe(false);
    expect(scroll.filter((line) => line.startsWith('scroll')).length).toBeGreaterThanOrEqual(2);
    expect(stepLines(await film('hero-spotlight')).filter((line) => line.startsWith('scroll'))).toEqual([]);
    expect(
      stepLines(await film('guided-tour')).filter((line) => /caption|hover/.test(line)).length,
    ).toBeGreaterThanOrEqual(2);
    expect(acts(await film('pricing-focus'))).toEqual(['click Yearly']);
    expect(acts(await film('conversion-flow')).at(-1)).toBe('click Start free trial');
    const sweep = await film('feature-sweep');
    expect(new Set(sections(sweep))).toEqual(new Set(['Everything on one quay']));
    expect(stepLines(sweep).filter((line) => line.startsWith('zoom')).length).toBeGreaterThanOrEqual(2);
    expect(sections(await film('proof-scroll'))).toContain('What harbour masters say');
  });

  const free = ['cinematic', 'guided-tour', 'plain-scroll', 'section-focus', 'feature-sweep'] as const;
  test.each(free)('%s shows everything that the prompt asks to see', async (template) => {
    const prompt = 'show the pricing, then the FAQ';
    const shown = sections(await plan(saas, { prompt, template, seconds: 15 }));
    expect(shown).toContain('Simple pricing');
    expect(shown).toContain('Frequently asked questions');
  });

  test('a template of prices shows two sections of a page without prices, where the prompt names them', async () => {
    const prompt = 'Show “Keeping records” and “Safety on the shore”';
    const shown = sections(await plan('/planner-article/index.html', { prompt, template: 'pricing-focus' }));
    expect(shown).toEqual(expect.arrayContaining(['Keeping records', 'Safety on the shore']));
  });

  test('a section hint decides which section is shown', async () => {
    const made = await plan(saas, { template: 'section-focus', sectionHint: 'frequently asked questions' });
    expect(new Set(sections(made))).toEqual(new Set(['Frequently asked questions']));
    expect(made.template).toEqual({
      effectiveId: 'section-focus',
      sectionHint: 'frequently asked questions',
    });
  });

  test.each<[string, string, string]>([
    [saas, 'show the product', 'cinematic'],
    [saas, 'focus on pricing', 'pricing-focus'],
    [saas, 'a walk through the features', 'feature-sweep'],
    [saas, 'what customers say about it', 'proof-scroll'],
    [saas, 'zoom on the FAQ', 'section-focus'],
    [saas, 'show the headline', 'hero-spotlight'],
    [saas, 'start a free trial', 'conversion-flow'],
    [saas, 'open docs and search for webhooks', 'guided-tour'],
    [saas, 'scroll through the whole page', 'plain-scroll'],
    ['/planner-tiny/index.html', 'show the product', 'hero-spotlight'],
    ['/planner-article/index.html', 'show the product', 'plain-scroll'],
  ])('auto, %s, %s: %s', async (path, prompt, template) => {
    expect((await plan(path, { prompt })).template.effectiveId).toBe(template);
  });
});

describe('length', () => {
  test.each([
    [5, 1, 2],
    [10, 3, 4],
    [30, 6, 9],
  ])('%i seconds hold %i to %i scenes', async (seconds, least, most) => {
    const { aiPlan } = await plan(saas, { seconds });
    expect(aiPlan.scenes.length).toBeGreaterThanOrEqual(least);
    expect(aiPlan.scenes.length).toBeLessThanOrEqual(most);
  });

  test('every film ends on a hold, and no film of half a minute ends in a close-up', async () => {
    for (const template of templateIds) {
      const film = stepLines(await plan(saas, { template, seconds: 30 }));
      expect(film.at(-1), template).toBe('hold');
      const lastClose = film.findLastIndex((line) => line.startsWith('zoom'));
      const lastWide = film.findLastIndex((line) => line === 'wide' || line.startsWith('click'));
      expect(lastWide, template).toBeGreaterThanOrEqual(lastClose);
    }
  });
});

describe('the sample site', () => {
  test.each<[string, string]>([
    ['show the product', 'Plan a week that fits in a week.'],
    ['show the forecast', 'A date you can say out loud.'],
    ['show the pricing', 'Pay for hosting. Never for features.'],
    ['answer common questions', 'Fair questions.'],
  ])('%s', async (prompt, heading) => {
    expect(sections(await plan(sample.url, { prompt }))).toContain(heading);
  });

  test('each template stays recognisable in ten seconds, also where a prompt names much', async () => {
    const prompt = 'Show what it does and how it helps a team';
    const films = new Map<string, string>();
    for (const template of templateIds) {
      const made = await plan(sample.url, { template, prompt });
      films.set(stepLines(made).join(' | '), template);
      // “Help” is above links of the footer, which the prompt does not ask for.
      expect(sections(made), template).not.toContain('Product');
      const count = (what: RegExp) => stepLines(made).filter((line) => what.test(line)).length;
      if (template !== 'plain-scroll' && template !== 'conversion-flow')
        expect(count(/^zoom/), template).toBeGreaterThan(0);
      if (template === 'guided-tour') {
        expect(count(/^caption/)).toBe(new Set(sections(made)).size);
        expect(count(/^hover/)).toBeGreaterThan(0);
      }
    }
    expect([...films.values()]).toEqual([...templateIds]);
  });

  test('a film of what vouches for the product ends with the call to action of the page, also where that is a form', async () => {
    const made = await plan(sample.url, { template: 'proof-scroll', prompt: 'Show what it does' });
    expect(sections(made).at(-1)).toBe('Next week could end on Friday.');
  });

  test('a film of few scenes comes close to the last one too, instead of standing still', async () => {
    const prompt = 'show the features';
    const film = stepLines(await plan(sample.url, { template: 'cinematic', prompt }));
    const travelled = film.findLastIndex((line) => line.startsWith('scroll'));
    expect(film.slice(travelled).some((line) => line.startsWith('zoom'))).toBe(true);
  });

  test('what a prompt asks to open is no link to the page that is shown already', async () => {
    expect(acts(await plan('/modals', { prompt: 'Open the modal' }))).toEqual(['click Open Modal']);
    expect(acts(await plan('/modals', { prompt: 'Open the badges' }))).toEqual(['click Badges']);
  });

  test('the film scrolls back to the opening where the prompt names it later', async () => {
    const prompt = 'show the pricing, then “Plan a week that fits in a week”';
    const made = await plan(sample.url, { template: 'plain-scroll', prompt });
    expect(sections(made)).toEqual([
      'Pay for hosting. Never for features.',
      'Plan a week that fits in a week.',
    ]);
    expect(stepLines(made).filter((line) => line.startsWith('scroll'))).toHaveLength(2);
  });
});

test('of links and buttons with the same name, the one on the screen is pressed', async () => {
  const made = await plan(sample.url, { prompt: 'open the pricing, switch to yearly and start free' });
  const pressed = made.script.steps.flatMap((step) => (step.type === 'click' ? [step.showreel] : []));
  expect(pressed.map((note) => note?.name)).toEqual(['Pricing', 'Yearly two months free', 'Start free']);
  const [pricing, yearly, start] = pressed.map((note) => note?.box?.y ?? Number.NaN);
  // The link is the header's, and not the footer's. The button is the plan's own below the switch, and not the hero's far above
  // it.
  expect(pricing).toBeLessThan(100);
  expect(start! - yearly!).toBeGreaterThan(0);
  expect(start! - yearly!).toBeLessThan(900);
});

describe('hostile and odd input', () => {
  test.each(['/planner-empty/index.html', '/untitled', '/planner-tiny/index.html', '/huge'])(
    '%s gets a film',
    async (path) => {
      for (const template of ['auto', 'feature-sweep', 'conversion-flow', 'section-focus'] as const) {
        const made = await plan(path, { template, prompt: 'show the pricing and start a trial' });
        expect(made.script.steps.length).toBeGreaterThan(2);
      }
    },
  );

  test.each([
    ['five hundred characters', 'open the door and '.repeat(28).slice(0, 500)],
    ['no spaces', 'x'.repeat(500)],
    ['emoji', '🎉 '.repeat(200)],
    ['quotes', `click "it's" and 'that' then "`],
    ['selectors', 'click [role="button"] and text/Start > xpath///*[@id="x"]'],
    ['Arabic', 'افتح القائمة ثم اضغط على شيء غير موجود'],
    ['markup', '<script>alert(1)</script>'],
  ])('a prompt of %s', async (_, prompt) => {
    const made = await plan(saas, { prompt });
    expect(made.title.length).toBeLessThanOrEqual(200);
  });

  test('a plan that is cancelled stops', async () => {
    const page = await browser.page();
    await page.goto(`${pages.baseUrl}${saas}`);
    const gate = new AbortController();
    const late = planFor(page, { prompt: 'open pricing, then docs', signal: gate.signal });
    gate.abort(new Error('cancelled'));
    await expect(late).rejects.toThrow('cancelled');
    await page.close();
  });

  test('titles name the product and end without punctuation', async () => {
    expect((await plan(saas, { prompt: 'show the product' })).title).toBe(
      'Tidemark: The ledger your harbour always wanted',
    );
    expect((await plan(saas, { prompt: 'open the pricing page.' })).title).toBe(
      'Tidemark: Open the pricing page',
    );
    expect((await plan('/untitled', { prompt: '…' })).title).not.toMatch(/[\s,;:–—-]$/);
  });
});
