import { createRunner, PuppeteerRunnerExtension, parse, type Schema } from '@puppeteer/replay';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Plan } from '../../src/planner/index.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Pages, servePages } from './pages.ts';
import { type Ask, acts, planFor } from './planning.ts';

let browser: TestBrowser;
let pages: Pages;
const extra = {
  '/shop': `<title>Shop</title><h1>One lamp</h1><form action="/order"><label>Card number <input name="card-number" autocomplete="cc-number"></label>
    <label>Name on card <input name="ccname" autocomplete="cc-name"></label><button>Continue</button></form>`,
  '/away': `<title>Away</title><h1>Leaving</h1><button onclick="location.href='http://localhost:1/'">Go elsewhere</button><button>Stay here</button>`,
  '/framed': `<title>Hostile</title><h1>Hostile</h1><button onclick="for(let i=0;i<5;i++)alert(i)">First</button>
    <a href="/planner-tiny/index.html" target="_blank">New tab</a><button onclick="document.title='SECOND'">Second</button>`,
};

beforeAll(async () => {
  [browser, pages] = await Promise.all([testBrowser(), servePages(extra)]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

async function withPage<T>(path: string, use: (page: Page) => Promise<T>): Promise<T> {
  const page = await browser.page();
  try {
    await page.goto(`${pages.baseUrl}${path}`);
    return await use(page);
  } finally {
    await page.close();
  }
}
const plan = (path: string, ask: Ask) => withPage(path, (page) => planFor(page, ask));

interface Shown {
  url: string;
  title: string;
  open: string[];
}
/** Plays the script as Chrome's Recorder would. Camera moves and holds mean nothing to it. */
class Replay extends PuppeteerRunnerExtension {
  override async runStep(step: Schema.Step, flow?: Schema.UserFlow): Promise<void> {
    if (step.type !== 'customStep') await super.runStep(step, flow as Schema.UserFlow);
  }
}
async function replay(made: Plan, expected: Partial<Shown>): Promise<void> {
  const page = await browser.page();
  try {
    const flow = parse(JSON.parse(JSON.stringify(made.script)));
    const extension = new Replay(browser.browser as never, page as never, { timeout: 30_000 });
    await (await createRunner(flow, extension)).run();
    const shown = async (): Promise<Shown> => ({
      url: page.url().replace(pages.baseUrl, ''),
      title: await page.title(),
      open: await page.$$eval('details[open] summary, [aria-selected="true"]', (found) =>
        found.map((one) => one.textContent ?? ''),
      ),
    });
    // The last step may lead to another page, and a page that is being left answers nothing.
    await expect.poll(() => shown().catch(() => null), { timeout: 60_000 }).toMatchObject(expected);
  } finally {
    await page.close();
  }
}

const saas = '/planner-saas/index.html';
const app = '/planner-app/index.html';

describe('a prompt of actions becomes steps on real elements, in its order', () => {
  test.each<[string, string, string[]]>([
    [
      saas,
      'open the pricing page, switch to yearly and start a trial',
      ['click Pricing', 'click Bill me yearly', 'click Start a free trial'],
    ],
    [saas, 'switch to yearly', ['click Yearly']],
    [saas, 'expand the second question', ['click Does it work without internet?']],
    [saas, 'open the last question', ['click Where is my data kept?']],
    [saas, 'open "How do I cancel?"', ['click How do I cancel?']],
    [saas, 'type hello@example.com in the email field', ['change Email address = hello@example.com']],
    [saas, 'hover over the GitHub link', ['hover GitHub']],
    [saas, 'choose the Sloop plan', ['click Choose Sloop']],
    [
      saas,
      'open docs and search for webhooks',
      ['click Docs', 'change Search the docs = webhooks', 'keyDown Enter', 'keyUp Enter'],
    ],
    [
      saas,
      'type a@example.com in the email field and subscribe',
      ['change Email address = a@example.com', 'click Subscribe'],
    ],
    [app, 'open the menu and go to reports', ['click Open menu', 'click Reports']],
    [app, 'go to settings', ['click Open menu', 'click Settings']],
    [app, 'open the products menu and click Cold store', ['hover Products', 'click Cold store']],
    [app, 'open the pear report', ['click Pears', 'click Pear report']],
    [app, 'switch to the plums tab', ['click Plums']],
    [app, 'arm the sprinklers', ['click Arm the sprinklers']],
    [app, 'press "Save as is"', ['click Save "as is"']],
    [app, 'go to reports and export reports', ['click Open menu', 'click Reports', 'click Export reports']],
    [
      '/planner-soup/index.html',
      'open the second question, then the pricing',
      ['click Can I return it?', 'click Pricing'],
    ],
    ['/planner-arabic/index.html', 'انتقل إلى الأسعار', ['click الأسعار']],
    ['/planner-chinese/index.html', '点击免费试用', ['click 免费试用']],
    ['/planner-saas/signup.html', 'choose Italy from the country dropdown', ['change Country = it']],
  ])('%s: %s', async (path, prompt, expected) => {
    expect(
      acts(await plan(path, { prompt, seconds: 30 })).filter((line) => !line.startsWith('keyUp')),
    ).toEqual(expected.filter((line) => !line.startsWith('keyUp')));
  });

  test('scrolling to an end of the page', async () => {
    const { script } = await plan(saas, { prompt: 'scroll to the bottom' });
    expect(script.steps).toContainEqual(
      expect.objectContaining({ name: 'showreel.scroll', parameters: { to: 'bottom' } }),
    );
  });

  test('what the page does not have is reported, not invented', async () => {
    const made = await plan(saas, { prompt: 'open the quantum settings and press Teleport', seconds: 30 });
    expect(acts(made).filter((line) => line.startsWith('click'))).toEqual([]);
    expect(made.aiPlan.summary).toContain(
      'Not found on the page: “open the quantum settings”, “press Teleport”',
    );
  });
});

describe('the script replays in a browser with nothing but its selectors', () => {
  test.each<[string, string, Partial<Shown>]>([
    [saas, 'open the pricing page, switch to yearly and start a trial', { url: '/planner-saas/signup.html' }],
    [saas, 'expand the second question', { open: ['Monthly', 'Does it work without internet?'] }],
    [saas, 'click on Start free trial, fill in the form and submit it', { title: 'REGISTERED' }],
    [app, 'go to settings', { url: '/planner-app/settings.html' }],
    [app, 'open the pear report', { url: '/planner-app/reports.html?p' }],
    [
      '/planner-soup/index.html',
      'open the second question',
      { title: 'Glowbeam - light that follows your day' },
    ],
  ])('%s: %s', async (path, prompt, expected) => {
    await replay(await plan(path, { prompt, seconds: 30 }), expected);
  });

  test('every alternate selector finds its element and no other', async () => {
    for (const path of [
      saas,
      '/planner-soup/index.html',
      '/planner-arabic/index.html',
      '/planner-article/index.html',
    ])
      for (const template of ['cinematic', 'guided-tour', 'section-focus'] as const)
        await withPage(path, async (page) => {
          const made = await planFor(page, { template, seconds: 30 });
          for (const step of made.script.steps) {
            const selectors =
              'selectors' in step
                ? step.selectors
                : step.type === 'customStep' && 'selectors' in step.parameters
                  ? step.parameters.selectors
                  : undefined;
            const found = await Promise.all(
              (selectors ?? []).map((given) => page.$$(Array.isArray(given) ? given.join(' >>> ') : given)),
            );
            expect(
              found.map((each) => each.length),
              JSON.stringify(selectors),
            ).toEqual(found.map(() => 1));
            const [first, ...others] = found.map(([only]) => only!);
            for (const other of others)
              expect(
                await page.evaluate((a, b) => a === b || a.contains(b) || b.contains(a), first!, other),
              ).toBe(true);
          }
        });
  });

  test('selectors come in the order ARIA, text, CSS, XPath', async () => {
    const { script } = await plan(saas, { prompt: 'choose the Sloop plan' });
    const click = script.steps.find(({ type }) => type === 'click');
    expect(click).toMatchObject({
      selectors: [
        ['aria/Choose Sloop'],
        ['text/Choose Sloop'],
        [expect.any(String)],
        [expect.stringMatching(/^xpath\/\//)],
      ],
      showreel: {
        intent: 'choose the Sloop plan',
        role: 'link',
        name: 'Choose Sloop',
        box: expect.anything(),
      },
    });
  });
});

describe('rehearsing leaves nothing behind', () => {
  test('the page is back at its address, in its state and at its scroll position', async () => {
    await withPage(saas, async (page) => {
      await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
      const state = () =>
        page.evaluate(() =>
          JSON.stringify([document.documentElement.outerHTML, location.href, scrollY, { ...localStorage }]),
        );
      const before = await state();
      await planFor(page, { prompt: 'switch to yearly, open docs and search for webhooks', seconds: 30 });
      expect(await state()).toBe(before);
    });
  });

  test('no form is sent while planning, whatever the prompt says', async () => {
    pages.seen.length = 0;
    await plan(saas, {
      prompt: 'type a@example.com in the email field, subscribe and open the pricing page',
      seconds: 30,
    });
    expect(pages.seen.filter((line) => !line.startsWith('GET'))).toEqual([]);
  });
});

describe('what a demo does not do', () => {
  test.each<[string, string, string[]]>([
    [saas, 'click Buy now', ['hover Buy now']],
    [saas, 'sign out', ['hover Sign out']],
    [saas, 'click the GitHub link', ['hover GitHub']],
    [app, 'delete the orchard and pay', ['hover Delete orchard', 'hover Pay €40 now']],
    ['/shop', 'fill in the form and continue', []],
  ])('%s: %s is pointed at, not done', async (path, prompt, expected) => {
    const made = await plan(path, { prompt });
    expect(acts(made).filter((line) => !line.startsWith('hover'))).toEqual([]);
    expect(acts(made)).toEqual(expect.arrayContaining(expected));
  });

  test('a form is filled and not sent where the prompt does not say so', async () => {
    const made = await plan('/planner-saas/signup.html', { prompt: 'fill in the form', seconds: 30 });
    expect(acts(made)).toEqual([
      'change Full name = Maya Lindqvist',
      'change Work email = maya@example.com',
      'change Harbour = Harbour View',
      'change Country = no',
      expect.stringMatching(/^change Message = /),
      'click I agree to the terms',
    ]);
    expect(
      acts(
        await plan('/planner-saas/signup.html', {
          prompt: "fill in the form but don't submit it",
          seconds: 30,
        }),
      ),
    ).not.toContain('click Create account');
  });

  test('consent banners are not pressed', async () => {
    const made = await plan('/planner-soup/index.html', { prompt: 'accept all cookies' });
    expect(acts(made).filter((line) => line.startsWith('click'))).toEqual([]);
  });

  test('a page that leaves the site, opens windows or shows one alert after the other does not stop the plan', async () => {
    const away = await plan('/away', { prompt: 'click Go elsewhere, then press Stay here' });
    expect(acts(away)).toEqual(['hover Go elsewhere', 'click Stay here']);
    const asks = await plan('/framed', { prompt: 'press First, then press Second' });
    expect(acts(asks)).toEqual(['click First', 'click Second']);
    const tabs = await plan('/framed', { prompt: 'open New tab' });
    expect(acts(tabs)).toEqual(['click New tab']);
    expect((await browser.browser.pages()).length).toBeLessThanOrEqual(2);
  });
});
