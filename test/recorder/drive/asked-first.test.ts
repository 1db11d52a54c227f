import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlanningPages, servePlanningPages } from '../../planning/pages.ts';
import { type Film, filmOf, reversals, shortRests } from './timeline.ts';

let pages: PlanningPages;
beforeAll(async () => {
  pages = await servePlanningPages();
});
afterAll(() => pages?.stop());

/** What was done on the film, as its log tells: the kinds of its actions, and what was typed. */
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
  // Ten per cent are promised; a film is never shorter than was asked for.
  expect(made.lengthMs).toBeGreaterThanOrEqual(seconds * 1000);
  expect(made.lengthMs).toBeLessThanOrEqual(seconds * 1080 + 67);
  return made;
}

test.each([
  ['sample/', 'Open the pricing and switch to yearly'],
  ['fixture/planner-saas/index.html', 'open the pricing and switch to yearly'],
  ['template/agency/index.html', 'open the portfolio and then the contact'],
])('five seconds on %s hold both of “%s”', async (page, prompt) => {
  const made = await film(5, page, prompt);
  expect(done(made)).toEqual(['click', 'click']);
  expect(made.summary).not.toContain('Left out');
});

test('ten seconds hold three actions, the page as a whole before and time to read after each', async () => {
  const made = await film(10, 'sample/', 'open the pricing, switch to yearly and start a trial');
  expect(done(made)).toEqual(['click', 'click', 'click']);
  const holds = made.steps.filter(({ type }) => type === 'showreel.hold');
  for (const { startMs, endMs } of holds) expect(endMs - startMs).toBeGreaterThanOrEqual(800 - 67);
  expect(holds).toHaveLength(4);
});

test('a form of four fields is filled in ten seconds, in few keystrokes', async () => {
  const made = await film(10, 'template/agency/index.html', 'fill in the contact form');
  expect(done(made)).toEqual([
    'change Maya',
    'change m@example.com',
    'change 2025550142',
    'change Looks great!',
  ]);
});

test('where time is plenty the same form gets whole sentences', async () => {
  const made = await film(30, 'template/agency/index.html', 'fill in the contact form');
  expect(done(made)).toContain('change We would love to see this with our own data.');
});

test('what five seconds cannot hold is left out at the end, and the plan says so', async () => {
  const made = await film(5, 'sample/', 'open the pricing, switch to yearly and start a trial');
  expect(done(made)).toEqual(['click', 'click']);
  expect(made.summary).toContain('Left out, for 5 s do not hold it as well: “Press “Start free””.');
});
