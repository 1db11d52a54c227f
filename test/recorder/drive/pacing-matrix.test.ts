import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { templateIds } from '../../../src/recorder/contract/presentation.ts';
import { type PlanningPages, servePlanningPages } from '../../planning/pages.ts';
import { type Asked, reversals, shortRests, timelineOf } from './timeline.ts';

let pages: PlanningPages;
beforeAll(async () => {
  pages = await servePlanningPages();
});
afterAll(() => pages?.stop());

const templates = [...templateIds, 'auto'] as const;
const publicPages = ['agency', 'new-age', 'freelancer'].map((name) => `template/${name}/index.html`);
const lengths = [5, 10, 30];

// Every template, every page and every length is filmed at least once. With PACING=all, all 120 combinations are, in a quarter of an hour.
const films =
  process.env.PACING === 'all'
    ? ['sample/', ...publicPages].flatMap((page) =>
        templates.flatMap((template) => lengths.map((seconds) => [template, page, seconds] as const)),
      )
    : templates.flatMap((template, index) => {
        const page = publicPages[index % 3] ?? '';
        const other = lengths[Math.floor(index / 3) % 3] ?? 5;
        return [[template, 'sample/', 10] as const, [template, page, other] as const];
      });
const acts = [
  'switch the pricing to yearly',
  'open the pricing, switch to yearly and start a trial',
  'show the forecast tab and then the review tab',
  'go to the sign-up form and fill it in',
];

async function expectCalm(asked: Omit<Asked, 'url'> & { page: string }) {
  const timeline = await timelineOf({ ...asked, url: pages.urlOf(asked.page) });
  expect(timeline.length).toBeGreaterThan(1);
  expect(shortRests(timeline)).toEqual([]);
  expect(reversals(timeline)).toEqual([]);
}

describe('nothing is shown for less than 0.8 s, and no zoom is reversed within 1.8 s:', () => {
  test.each(films)('%s on %s in %i s', async (template, page, seconds) => {
    await expectCalm({ page, template, durationMs: seconds * 1000, prompt: 'Show the product' });
  });

  test('the camera stays back for a link in the bar, since a close-up of it would show a corner of the page', async () => {
    const url = pages.urlOf('sample/');
    const film = await timelineOf({ url, template: 'auto', durationMs: 5_000, prompt: 'open the pricing' });
    const press = film.find(({ kind }) => kind === 'press');
    expect(press).toBeDefined();
    const before = film.flatMap(({ zooms }) => zooms).filter(({ startMs }) => startMs < (press?.endMs ?? 0));
    expect(before).toEqual([]);
  });

  test.each(acts)('%s, in 10 s', async (prompt) => {
    await expectCalm({ page: 'sample/', template: 'auto', durationMs: 10_000, prompt });
  });
});
