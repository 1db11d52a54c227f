import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameField } from '../../../src/planner/deeds/pursue/name-field.ts';
import { readByGrammar } from '../../../src/planner/prompt/grammar/read-by-grammar.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { perceived } from '../page/perceived.ts';

let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  browser = await testBrowser();
  page = await browser.page();
});
afterAll(() => browser?.close());

const form = (...labels: string[]) =>
  `<div role="dialog" aria-label="New"><div style="display:flex">${labels.map((label) => `<label>${label} <input></label>`).join('')}</div><button>Save</button></div>`;

/** What the name of something new is typed into, of a form with these fields. */
async function nameIn(prompt: string, ...labels: string[]): Promise<string | undefined> {
  const { screen } = await perceived(page, form(...labels));
  const container = screen.things.findIndex(({ kind }) => kind === 'dialog');
  const [deed] = readByGrammar(prompt);
  const [field] = nameField(deed!, screen, { mentions: [], reached: new Map(), container });
  return field?.field;
}

test('of a name and a title, what the form asks for first is what something new is called', async () => {
  expect(await nameIn('Invite Ola Berg', 'Full name', 'Email', 'Job title')).toBe('name');
  expect(await nameIn('Add the boat "Heron"', 'Race title', 'Harbour name')).toBe('boat title');
  expect(await nameIn('Add the boat "Heron"', 'Title', 'Harbour name')).toBe('boat name title');
  expect(await nameIn('Add the boat "Heron"', 'Name', 'Length')).toBe('boat name title');
});
