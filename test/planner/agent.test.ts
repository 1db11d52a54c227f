import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Pages, servePages } from './pages.ts';
import { acts, planFor, sections } from './planning.ts';

/** A form that stands on another page than the one that the prompt is about. */
const forms = {
  '/planner-maze/start.html': `<title>Start</title><nav><a href="about.html">About</a> <a href="desk.html">Desk</a></nav><h1>Nets and ropes</h1>`,
  '/planner-maze/about.html': '<title>About</title><h1>About us</h1><p>Since 1911.</p>',
  '/planner-maze/desk.html': `<title>Desk</title><h1>Contact form</h1><form action="/desk">
    <label>Email <input type="email" name="email"></label><button>Send</button></form>`,
};

let browser: TestBrowser;
let pages: Pages;
beforeAll(async () => {
  [browser, pages] = await Promise.all([testBrowser(), servePages(forms)]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

async function pursue(path: string, prompt: string) {
  const page = await browser.page();
  try {
    await page.goto(`${pages.baseUrl}/planner-maze/${path}`);
    return await planFor(page, { prompt, mode: 'agent', seconds: 30 });
  } finally {
    await page.close();
  }
}
const clicks = (made: Awaited<ReturnType<typeof pursue>>) =>
  acts(made).filter((line) => line.startsWith('click'));

describe('agent mode without a model', () => {
  test('finds what is two pages away, and leaves dead ends out of the script', async () => {
    const made = await pursue('index.html', 'show the refund policy');
    expect(clicks(made)).toEqual(['click Support', 'click Booking and changes']);
    expect(sections(made)).toContain('Refund policy');
  });

  test('on a site without a search field, what a prompt wants to find is looked for through links', async () => {
    const made = await pursue('index.html', 'find the refund policy');
    expect(clicks(made)).toEqual(['click Support', 'click Booking and changes']);
    expect(sections(made)).toContain('Refund policy');
  });

  test('finds its way through an application that is all buttons', async () => {
    const made = await pursue('app.html', 'find out what the refund rules are');
    expect(clicks(made)).toEqual(['click Plans', 'click Refund rules']);
    expect(sections(made)).toContain('Refund rules');
  });

  test('acts where it has found what to act on', async () => {
    const made = await pursue('index.html', 'press "Work out my refund"');
    expect(clicks(made)).toEqual(['click Support', 'click Booking and changes', 'click Work out my refund']);
  });

  test('fills in a form on the page that has it', async () => {
    const made = await pursue('start.html', 'fill in the contact form');
    expect(acts(made)).toEqual(['click Desk', 'change Email = maya@example.com']);
  });

  test('presses nothing for what is on the page already', async () => {
    expect(clicks(await pursue('booking.html', 'show the refund policy'))).toEqual([]);
  });

  test('a circle of links ends the search, and the plan says what was not found', async () => {
    pages.seen.length = 0;
    const made = await pursue('circle-a.html', 'press the teleporter');
    expect(clicks(made)).toEqual([]);
    expect(made.aiPlan.summary).toContain('Not found on the page: “press the teleporter”');
    // Each page is read once, and left by going back at most once.
    expect(pages.seen.length).toBeLessThan(15);
  });
});
