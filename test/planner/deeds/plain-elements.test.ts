import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Pages, servePages } from '../pages.ts';
import { planFor } from '../planning.ts';
import { boatClub } from './boats.ts';

let browser: TestBrowser;
let pages: Pages;
let page: Page;
beforeAll(async () => {
  [browser, pages] = await Promise.all([testBrowser(), servePages({ '/boats': boatClub })]);
  page = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

/** What the film presses and types, in short. */
const acts = async (prompt: string) => {
  await page.goto(`${pages.baseUrl}/boats`);
  const plan = await planFor(page, { prompt });
  const steps = plan.script.steps as {
    type: string;
    value?: string;
    selectors?: string[][];
    showreel?: { name?: string };
  }[];
  return steps
    .filter(({ type }) => type === 'click' || type === 'change')
    .map(({ type, value, showreel, selectors }) =>
      type === 'change' ? `“${value}”` : (showreel?.name ?? selectors?.[0]?.[0]),
    );
};

test('a value that becomes a field is pressed, typed and kept by the button beside it', async () => {
  expect(await acts("Change Heron's berth to 'B14'")).toEqual(['Fleet', 'Heron', 'B11', '“B14”', 'Save']);
});

test('a value that becomes a list is pressed, chosen and kept', async () => {
  const pressed = await acts("Set Heron's hull to Steel");
  expect(pressed.slice(0, 3)).toEqual(['Fleet', 'Heron', 'Oak']);
  expect(pressed.slice(-2)).toEqual(['Steel', 'Save']);
});

test('a number between less and more is stepped to', async () => {
  const pressed = await acts('Set the seats of Heron to 4');
  expect(pressed.slice(0, 2)).toEqual(['Fleet', 'Heron']);
  expect(pressed).toHaveLength(4);
});

test('what a field takes is typed there, and no form is looked for', async () => {
  expect(await acts("Add the remark 'Leaks at the stern' to Heron")).toEqual([
    'Fleet',
    'Heron',
    '“Leaks at the stern”',
    'Add',
  ]);
});

test('the boat is opened in the film, although the menu stands on the page of another one too', async () => {
  expect(await acts("Raise the flag of the boat 'Heron'")).toEqual([
    'Fleet',
    'Heron',
    'Boat actions',
    'Raise the flag',
  ]);
});
