import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { observe, openPageClient } from '../../src/planner/index.ts';
import { parsePrompt } from '../../src/planner/prompt/clauses/parse-prompt.ts';
import { readDeeds } from '../../src/planner/prompt/read-deeds.ts';
import { routeOf } from '../../src/planner/route.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Pages, servePages } from './pages.ts';
import { type Ask, acts, planFor } from './planning.ts';

let browser: TestBrowser;
let pages: Pages;
const hive = (name: string) => `<tr><td>${name}</td>
  <td><select aria-label="State"><option>Busy<option>Resting</select></td>
  <td><button>Delete</button></td></tr>`;
/** All words of the row are one press, which opens it. */
const campaign = (name: string) =>
  `<div class="sale" style="display:flex;padding:10px"><div style="flex:1;cursor:pointer" onclick="document.title = '${name}'"><div><b>${name}</b></div><div>/${name.length} · 20 % off all jars · until May</div></div><div class="sw on" style="width:34px;height:18px;border-radius:9px;background:#2a6;cursor:pointer;position:relative" onclick="fetch('/state', { method: 'PUT', body: 'off' }).catch(() => 0); this.className = 'sw'; this.style.background = '#ccc'"><i style="position:absolute;right:2px;top:2px;width:14px;height:14px;border-radius:7px;background:#fff"></i></div></div>`;
const extra = {
  '/hives': `<!doctype html><html lang="en"><title>Hives</title><header><button>Sign out</button></header><h1>Hives</h1>
    <label>Altitude <input type="number" value="200"></label><label>How steep? <input type="range"></label>
    <button>Map</button><button>List</button><button>Add to diary</button>
    <table>${['Willow', 'Linden', 'Clover'].map(hive).join('')}</table>
    <h2>Order a queen</h2><form action="/order"><label>Full name <input name="name"></label>
    <label>Email <input type="email" name="email"></label><button>Order</button></form>`,
  '/requests': `<!doctype html><html lang="en"><title>Apiary</title><h1>Apiary</h1>
    <button id="requests">Requests</button>
    <script>
      requests.addEventListener('click', () => requests.insertAdjacentHTML('afterend',
        '<div><p>Swarm transfer</p><button onclick="this.replaceWith(\\'Done\\')">Approve</button></div>'));
    </script>`,
  '/theme': `<!doctype html><html lang="en"><title>Apiary</title><style>.dusk { background: #123; color: #eee }</style><h1>Apiary</h1>
    <button aria-label="Toggle theme" onclick="document.body.classList.toggle('dusk')">◐</button>
    <button onclick="document.title = 'Seen'">Notes</button>`,
  '/swarm': `<!doctype html><html lang="en"><title>Apiary</title><h1>Swarm 7</h1><button onclick="address.hidden = false">Share</button>
    <button id="address" hidden onclick="this.textContent = 'Copied'">Copy address</button>
    <label><input type="checkbox"> Rules</label><button>Register</button>`,
  '/labels': `<!doctype html><html lang="en"><title>Mail</title><h1>Inbox</h1><nav><button>Legal</button><button>Customers</button><button>Settings</button></nav>`,
  '/sales': `<!doctype html><html lang="en"><title>Shop</title><h1>Campaigns</h1><div>${['Spring Honey Sale', 'Summer Fair'].map(campaign).join('')}</div>`,
};

beforeAll(async () => {
  [browser, pages] = await Promise.all([testBrowser(), servePages(extra)]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

async function withHives<T>(use: (page: Page) => Promise<T>, path = '/hives'): Promise<T> {
  const page = await browser.page();
  try {
    await page.goto(`${pages.baseUrl}${path}`);
    return await use(page);
  } finally {
    await page.close();
  }
}
const plan = (prompt: string, ask: Ask = {}, path = '/hives') =>
  withHives((page) => planFor(page, { prompt, seconds: 30, ...ask }), path);

describe('who plans a prompt first', () => {
  test.each([
    ["Change the state of the hive 'Willow' to Resting", 'deeds'],
    ["Rename the hive 'Willow' to 'Buy now'", 'deeds'],
    ["Add a hive 'Maple' with the keeper 'Ada'", 'deeds'],
    ['Approve the request by Ada Moor', 'deeds'],
    ['Set the humidity to 60', 'deeds'],
    // The words stand around the button “Order”, and nothing is called so.
    ['Turn on the "Queen order"', 'deeds'],
    ['Stop sending the swarm warnings', 'deeds'],
    ['Stop scrolling at the footer', 'clauses-only'],
    ['Pause the queen order that goes to Linden', 'deeds'],
    ['Block the address 203.0.113.9 on the checkout-api project and leave the note "Robbers"', 'deeds'],
    ['Set the altitude to 300', 'clauses'],
    ['Set the slope slider to 5', 'clauses'],
    ['Switch the chart to Map, then List', 'clauses'],
    ['Switch the chart to Satellite', 'deeds'],
    ['Pick Map as the chart and write "Ada" as the full name', 'clauses'],
    ['Set the weight to 3 and add it to the diary', 'clauses'],
    ['Select state Resting and set the altitude to 300', 'clauses'],
    ['Make a short video about Linden', 'clauses-only'],
    ['Mach ein kurzes Video über Linden', 'clauses-only'],
    ['Press Order', 'clauses'],
    ['Subscribe with ada@example.com', 'clauses'],
    ['Search for Linden and sort by state', 'clauses-only'],
    ['Fill in the form', 'clauses-only'],
    ["Delete the hive 'Willow'", 'clauses-only'],
    ["Change the state of the hive 'Willow' to Resting and sign out", 'clauses-only'],
    ['Show how to order a queen', 'clauses-only'],
    ['Show the hives', 'clauses-only'],
    ['Mach ein kurzes Video über Bienen', 'clauses-only'],
    ["Change the keeper of the purchase order 'PO-7' to Ada", 'deeds'],
    ["Create a voucher 'BEES10' with a minimum purchase of 60", 'deeds'],
    ["Create the voucher 'BEES10' and complete the purchase", 'clauses-only'],
    ["Complete the task 'Feed the hives'", 'deeds'],
    ['Complete the form', 'clauses-only'],
    ['Accept the two oldest swarm requests', 'deeds-or-clauses'],
    ["Open a support ticket titled 'Broken frame' with priority High", 'deeds'],
    ['Go to the Hives page and restart the scale that is offline', 'deeds'],
    ['Open the prices and show the second plan', 'clauses-only'],
    ['Place the order', 'clauses-only'],
    ['Open the prices and start a trial', 'clauses'],
  ])('%s: %s', async (prompt, route) => {
    const view = await withHives(async (page) => {
      const client = await openPageClient(page, new AbortController().signal);
      return observe(client, page.url());
    });
    expect(routeOf(readDeeds(prompt), parsePrompt(prompt), view)).toBe(route);
  });
});

test('what is quoted is no button with one of its words, also where the page was read into the prompt', async () => {
  const view = await withHives(async (page) => {
    const client = await openPageClient(page, new AbortController().signal);
    return observe(client, page.url());
  }, '/labels');
  const prompt = 'Turn on the "Customer escalation" auto label.';
  // So `onPage` reads it where a page has many presses.
  const clauses = parsePrompt(prompt).map((one) => ({
    ...one,
    verb: 'press' as const,
    object: 'Customers',
    value: null,
  }));
  expect(routeOf(readDeeds(prompt), clauses, view)).toBe('deeds');
});

test('an entry that says what is to be turned off, and much more, is no switch', async () => {
  const view = await withHives(async (page) => {
    const client = await openPageClient(page, new AbortController().signal);
    return observe(client, page.url());
  }, '/sales');
  const prompt = 'Turn off the Spring Honey Sale campaign';
  expect(routeOf(readDeeds(prompt), parsePrompt(prompt), view)).toBe('deeds');
});

describe('deeds', () => {
  test.each(['script', 'agent'] as const)(
    'a thing that is named is the one that is changed (%s)',
    async (mode) => {
      const made = await plan("Change the state of the hive 'Linden' to Resting", { mode });
      expect(acts(made)).toEqual(['change State = Resting']);
      const step = made.script.steps.find(({ type }) => type === 'change')!;
      const box = 'showreel' in step ? step.showreel?.box : undefined;
      const row = await withHives((page) =>
        page.$eval('tr:nth-child(2)', (one) => one.getBoundingClientRect().y),
      );
      expect(Math.abs((box?.y ?? 0) - row)).toBeLessThan(20);
    },
  );

  test('a verb that the clauses do not know is looked for before the page is toured', async () => {
    expect(acts(await plan('approve the request', {}, '/requests'))).toEqual([
      'click Requests',
      'click Approve',
    ]);
  });

  test('a press that changes nothing but the colours of the page has done something', async () => {
    expect(acts(await plan('turn on dark mode', {}, '/theme'))).toEqual(['click Toggle theme']);
  });

  test('a switch of colours is not pressed where it would do the opposite', async () => {
    expect(acts(await plan('turn off dark mode', {}, '/theme'))).not.toContain('click Toggle theme');
  });

  test('what the page calls by words of the prompt is pressed, and nothing is looked for behind other parts', async () => {
    expect(acts(await plan('press Share and copy the address', {}, '/swarm'))).toEqual([
      'click Share',
      'click Copy address',
    ]);
  });

  test('where only the clauses can do all that is asked, they do', async () => {
    const made = await plan('accept the rules and press Register', {}, '/swarm');
    expect(acts(made)).toEqual(['click Rules', 'click Register']);
    expect(made.unmet).toEqual([]);
  });

  test('what is looked for in vain is said, and nothing of a like name is pressed', async () => {
    const made = await plan("Approve the order of the hive 'Maple'");
    expect(acts(made).filter((line) => !line.startsWith('hover'))).toEqual([]);
    expect(made.nothingDone).toBe(true);
    expect(made.unmet).toEqual([
      {
        said: "Approve the order of the hive 'Maple'",
        reason: expect.stringContaining('Nothing on the page fits'),
      },
    ]);
  });
});

describe('clauses', () => {
  test('a form is filled in with made-up data', async () => {
    expect(acts(await plan('fill in the form to order a queen'))).toEqual([
      expect.stringMatching(/^change Full name = /),
      expect.stringMatching(/^change Email = /),
    ]);
  });

  test.each([
    ["delete the hive 'Willow'", 'hover Delete'],
    ['sign out', 'hover Sign out'],
  ])('%s is pointed at', async (prompt, expected) => {
    const made = await plan(prompt);
    expect(acts(made)).toEqual([expected]);
    expect(made.aiPlan.scenes.at(-1)?.what).toMatch(/^Point at/);
  });
});
