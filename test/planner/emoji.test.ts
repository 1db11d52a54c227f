import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TemplateId, templateIds } from '../../src/recorder/contract/presentation.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { emojiPage, emojis, faultsIn, textsIn, unstorable } from '../support/emoji-page.ts';
import { type Pages, servePages } from './pages.ts';
import { planFor } from './planning.ts';

const characters = { ...emojis, 'no text': unstorable };
type Name = keyof typeof characters;
const phases = [0, 1] as const;

let browser: TestBrowser;
let pages: Pages;
beforeAll(async () => {
  const names = Object.keys(characters) as Name[];
  const made = names.flatMap((name) =>
    phases.map((phase) => [`/${name.replace(' ', '-')}-${phase}`, emojiPage(characters[name], phase)]),
  );
  [browser, pages] = await Promise.all([testBrowser(), servePages(Object.fromEntries(made))]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

/** The faults in the texts of the plans for these prompts and templates. */
async function faults(name: Name, phase: 0 | 1, asks: { prompt: string; template?: TemplateId }[]) {
  const page = await browser.page();
  try {
    const found: string[] = [];
    for (const ask of asks) {
      await page.goto(`${pages.baseUrl}/${name.replace(' ', '-')}-${phase}`);
      const plan = await planFor(page, { seconds: 30, ...ask });
      found.push(...faultsIn(textsIn(plan), characters[name]));
    }
    return found;
  } finally {
    await page.close();
  }
}

const asked = [
  'Show the features, the pricing and what captains say',
  'Press Talk to us, enter Ann as your name, choose Calais as the port, tick Write to me and send the form',
  'Open the Tuesday tab, then the second question, then hover over Pricing',
];

const cases = Object.keys(characters).flatMap((name) =>
  (name === 'face' ? phases : [0 as const]).map((phase) => [name as Name, phase] as const),
);
test.each(cases)(
  'the plan of a page full of characters like a %s contains only whole ones, with the words moved by %i',
  async (name, phase) => {
    const prompts = asked.map((prompt) => ({
      prompt: `${prompt} ${name === 'no text' ? '' : characters[name]}`,
    }));
    expect(await faults(name, phase, prompts)).toEqual([]);
  },
);

test.each(phases)('no template cuts a character in two, with the words moved by %i', async (phase) => {
  const each = templateIds.map((template) => ({ template, prompt: 'Show the product' }));
  expect(await faults('face', phase, each)).toEqual([]);
});
