import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlanningPages, servePlanningPages } from '../../planning/pages.ts';
import { type Film, filmOf, reversals, shortRests } from './timeline.ts';

let pages: PlanningPages;
beforeAll(async () => {
  pages = await servePlanningPages();
});
afterAll(() => pages?.stop());

/** What the film's log says was done: the types of its actions, and what was typed. */
const done = ({ steps, script }: Film) =>
  steps
    .filter(({ type, status }) => status === 'ok' && /^(?:click|change)$/.test(type))
    .map(({ type, step }) => {
      const acted = script.steps[step];
      return acted?.type === 'change' ? `${type} ${acted.value}` : type;
    });

async function film(seconds: number, page: string, prompt: string): Promise<Film> {
  const made = await filmOf({
    url: pages.urlOf(page),
    template: 'auto',
    durationMs: seconds * 1000,
    prompt,
  });
  expect(made.steps.filter(({ status }) => status !== 'ok')).toEqual([]);
  expect(shortRests(made.stretches)).toEqual([]);
  expect(reversals(made.stretches)).toEqual([]);
  // A film is never shorter than requested, and at most 8 % longer (10 % are promised), give or take two frames.
  expect(made.lengthMs).toBeGreaterThanOrEqual(seconds * 1000);
  expect(made.lengthMs).toBeLessThanOrEqual(seconds * 1080 + 67);
  return made;
}

test.each([
  ['sample/', 'Open the pricing and switch to yearly'],
  ['fixture/planner-saas/index.html', 'open the pricing and switch to yearly'],
  ['template/agency/index.html', 'open the portfolio and then the contact'],
])('a film of five seconds on %s shows both actions of “%s”', async (page, prompt) => {
  const made = await film(5, page, prompt);
  expect(done(made)).toEqual(['click', 'click']);
  expect(made.summary).not.toContain('Left out');
});

test('a film of ten seconds shows the whole page, three actions, and time to read after each', async () => {
  const made = await film(10, 'sample/', 'open the pricing, switch to yearly and start a trial');
  expect(done(made)).toEqual(['click', 'click', 'click']);
  const holds = made.steps.filter(({ type }) => type === 'showreel.hold');
  for (const { startMs, endMs } of holds) expect(endMs - startMs).toBeGreaterThanOrEqual(800 - 67);
  expect(holds).toHaveLength(4);
});

test('a form with four fields is filled in within ten seconds, with few keystrokes', async () => {
  const made = await film(10, 'template/agency/index.html', 'fill in the contact form');
  expect(done(made)).toEqual([
    'change Maya',
    'change m@example.com',
    'change 2025550142',
    'change Looks great!',
  ]);
});

test('with enough time, the same form gets whole sentences', async () => {
  const made = await film(30, 'template/agency/index.html', 'fill in the contact form');
  expect(done(made)).toContain('change We would love to see this with our own data.');
});

test('the last action that does not fit into five seconds is left out, and the plan says so', async () => {
  const made = await film(5, 'sample/', 'open the pricing, switch to yearly and start a trial');
  expect(done(made)).toEqual(['click', 'click']);
  expect(made.summary).toContain('Left out, for 5 s do not hold it as well: “Press “Start free””.');
});
