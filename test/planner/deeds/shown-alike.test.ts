import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldCandidates } from '../../../src/planner/deeds/candidates/field-candidates.ts';
import { least } from '../../../src/planner/deeds/candidates/weights.ts';
import { switchesOfRows } from '../../../src/planner/deeds/pursue/as-switch.ts';
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

const list = (shown: string) =>
  `<div class="drop" tabindex="0" style="display:inline-block;border:1px solid;cursor:pointer;padding:4px" onclick="1">${shown} <svg class="chevron" width="10" height="10"></svg></div>`;

/** The control that is taken for the only field of a prompt, by what it shows. Null where none is. */
async function controlFor(prompt: string, html: string, leastSure = least.field): Promise<string | null> {
  const { screen } = await perceived(page, html);
  const [{ thing, fields } = { thing: null, fields: [] }] = readByGrammar(prompt);
  const scope = { mentions: thing ? [thing] : [], reached: new Map(), container: null };
  const [best] = fieldCandidates(screen, fields[0]!, scope);
  return best && best.confidence >= leastSure ? best.item.value : null;
}

test('a folded list that shows a number of the same unit is the one for another number', async () => {
  const html = `<h1>Autumn Regatta</h1><p>Harbour</p>${list('North pier')}<p>Length</p>${list('30 mins')}`;
  expect(await controlFor('Make Autumn Regatta 45 minutes', html, 0.3)).toBe('30 mins');
  expect(await controlFor('Make Autumn Regatta 45 miles', html, 0.3)).toBeNull();
});

test('a folded list offers what another list of its column shows', async () => {
  const row = (name: string, rank: string) =>
    `<tr><td>${name}</td><td>${list(rank)}</td><td>since May</td></tr>`;
  const crew = (...ranks: string[]) =>
    `<table><tr><th>Name</th><th>Rank</th><th>With us</th></tr>${row('Ola Berg', 'Deckhand')}${row('Ines Roth', ranks[0]!)}</table>`;
  expect(await controlFor('Make Ola Berg a skipper', crew('Skipper'))).toBe('Deckhand');
  expect(await controlFor('Make Ola Berg a skipper', crew('Cook'))).toBeNull();
});

test('the only switch of a row that is called by nearly all words is meant, and nothing else of it', async () => {
  const row = (name: string) =>
    `<li style="display:flex;padding:10px"><a href="#x" style="flex:1">${name}</a><button role="switch" aria-checked="true"></button></li>`;
  const { screen } = await perceived(page, `<ul>${row('Autumn Regatta')}${row('Night Race')}</ul>`);
  const found = (prompt: string) =>
    switchesOfRows(screen, readByGrammar(prompt)[0]!.fields[0]!, {
      mentions: [],
      reached: new Map(),
      container: null,
    }).map(({ item }) => screen.things[item.owner]!.name);
  expect(found('Turn off the Autumn Regatta booking type')).toEqual(['Autumn Regatta']);
  expect(found('Turn off the reminders that go out before the Autumn Regatta')).toEqual([]);
});

test('a button that shows a value offers what another one of its column shows', async () => {
  const row = (name: string, state: string) =>
    `<tr><td>${name}</td><td onclick="1">${state}</td><td>since May</td></tr>`;
  const jobs = (state: string) =>
    `<table><tr><th>Job</th><th>State</th><th>Since</th></tr>${row('Paint the hull', 'In progress')}${row('Mend the sail', state)}</table>`;
  expect(await controlFor("Mark the job 'Paint the hull' as done", jobs('Done'))).toBe('In progress');
  expect(await controlFor("Mark the job 'Paint the hull' as done", jobs('Not started'))).toBeNull();
});

test('what says which rows of a list are shown is no field of any of them', async () => {
  const row = (name: string, state: string) =>
    `<tr><td><a href="#x">${name}</a></td><td>${state}</td><td>Ola Berg</td></tr>`;
  const bills = (shown: string) =>
    `<h1>Bills</h1><p>Assigned to</p>${list(shown)}<table>${row('Rope', 'Draft')}${row('Tar', 'Approved')}${row('Paint', 'Draft')}</table>`;
  expect(await controlFor("Assign the bill 'Rope' to Ines Roth", bills('Anyone'), 0.1)).toBeNull();
});

test('a control that is called as the prompt says goes before one that is nearly called so, and offers the value', async () => {
  const html = `<p>Buffer before event</p>${list('5 minutes')}<p>Buffer after event</p>${list('No buffer')}`;
  const { screen } = await perceived(page, html);
  const { fields } = readByGrammar('Make Autumn Regatta 15 minutes')[0]!;
  const asked = { ...fields[0]!, field: 'buffer after event' };
  const [best] = fieldCandidates(screen, asked, { mentions: [], reached: new Map(), container: null });
  expect(best?.item.value).toBe('No buffer');
});
