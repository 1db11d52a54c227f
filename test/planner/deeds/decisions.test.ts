import { afterAll, beforeAll, expect, test } from 'vitest';
import { DecisionLog, type Filmed } from '../../../src/planner/deeds/candidates/decisions.ts';
import type { Decision } from '../../../src/planner/index.ts';
import type { Item, Screen } from '../../../src/planner/page/screen.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { planFor } from '../planning.ts';
import { pottery } from './pottery.ts';

let site: TestSite;
let browser: TestBrowser;
beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite('none', { '/': html(pottery) }), testBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), site?.close()]));

async function planned(prompt: string, onDecision?: (decision: Decision) => void) {
  const page = await browser.page();
  try {
    await page.goto(`${site.url}/`);
    const { script, aiPlan, unmet, nothingDone } = await planFor(page, {
      prompt,
      seconds: 30,
      ...(onDecision && { onDecision }),
    });
    return { script, aiPlan, unmet, nothingDone };
  } finally {
    await page.evaluate(() => localStorage.clear());
    await page.close();
  }
}

test.each([
  'Turn off the weekly digest in the settings',
  'Approve the glazing booking of Marta Quill',
  "Set the length of Otto Brandt's booking to 2 hours",
])('“%s” is planned the same whether or not somebody listens to what is decided', async (prompt) => {
  const decisions: Decision[] = [];
  const listened = await planned(prompt, (decision) => decisions.push(decision));
  expect(decisions.length).toBeGreaterThan(0);
  expect(await planned(prompt)).toEqual(listened);
});

test('what the film does is told from what was taken back and from what was left', async () => {
  const decisions: Decision[] = [];
  await planned('Turn off the weekly digest in the settings', (decision) => decisions.push(decision));
  const filmed = decisions.flatMap(({ ranking, isFilmed, candidates }) =>
    candidates
      .filter(({ outcome }) => outcome === 'filmed')
      .map(({ features }) => ({ ranking, isFilmed, features })),
  );
  expect(filmed).toEqual([
    { ranking: 'way', isFilmed: true, features: expect.objectContaining({ isNavigation: 1 }) },
    { ranking: 'way', isFilmed: true, features: expect.any(Object) },
    { ranking: 'field', isFilmed: true, features: expect.objectContaining({ suits: 1 }) },
  ]);
  // The switch is on the second screen behind the first, and on neither of those was anything sure enough.
  const looked = decisions.filter(({ ranking }) => ranking === 'field');
  expect(looked.map(({ isFilmed }) => isFilmed)).toEqual(looked.map(() => true));
  expect(looked.slice(0, -1).flatMap(({ candidates }) => candidates.map(({ outcome }) => outcome))).toEqual(
    expect.not.arrayContaining(['filmed', 'undone']),
  );
});

const item = (id: number) => ({ id }) as Item;
const screen = () => ({}) as Screen;
const ranked = (id: number) => ({ item: item(id), features: { named: 1, isLink: 0 }, confidence: 0.8 });

test('what was taken back, and what took no act, is told from what is filmed', () => {
  const log = new DecisionLog();
  const [first, again, second] = [screen(), screen(), screen()];
  const [deadEnd, way, left] = [ranked(1), ranked(2), ranked(3)];
  log.note(first, { ranking: 'way', candidates: [deadEnd, way, left] });
  log.take(deadEnd, item(1), first);
  // The page was loaded anew, and the item has another id there.
  log.take(way, item(12), again);
  const [present, field] = [ranked(4), ranked(5)];
  log.note(second, { ranking: 'field', candidates: [present] });
  log.take(present, item(4), second);
  log.note(second, { ranking: 'field', candidates: [field] });
  log.take(field, item(5), second);
  const outcomes = (filmed: Filmed) =>
    log
      .decisions(filmed)
      .map(({ isFilmed, candidates }) => [isFilmed, ...candidates.map((one) => one.outcome)]);
  expect(
    outcomes([
      { item: item(12), before: again },
      { item: item(5), before: second },
    ]),
  ).toEqual([
    [true, 'undone', 'filmed', 'untried'],
    [true, 'unclear'],
    [true, 'filmed'],
  ]);
  expect(outcomes([])).toEqual([
    [false, 'undone', 'undone', 'untried'],
    [false, 'undone'],
    [false, 'undone'],
  ]);
  expect(log.decisions([])[0]?.candidates[0]?.features).toEqual({ named: 1 });
});
