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
