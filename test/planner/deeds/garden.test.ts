import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { acts } from '../planning.ts';
import { garden } from './garden.ts';
import { fps, rehearse, stage } from './rehearsed.ts';

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', { '/': html(garden) });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
  await studio.session.tab.writeHold.prepare();
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

const [rose, herb, fern] = [{ name: 'Rose bed' }, { name: 'Herb spiral' }, { name: 'Fern corner' }];

test.each([
  {
    prompt: 'Rename the bed "Herb spiral" to "Tea spiral"',
    beds: [rose, { name: 'Tea spiral' }, fern],
    says: 'hover',
  },
  { prompt: 'Duplicate the bed "Fern corner"', beds: [rose, herb, fern, fern], says: 'hover' },
  {
    prompt: 'Remark "Needs mulch." on the bed "Rose bed"',
    beds: [{ ...rose, remark: 'Needs mulch.' }, herb, fern],
    says: 'click Remark',
  },
  {
    prompt: 'Set the watering day of "Rose bed" to May 14, 2027',
    beds: [{ ...rose, day: '14 May 2027' }, herb, fern],
    says: 'click Next month',
  },
])('$prompt', async ({ prompt, beds, says }) => {
  const { plan, rehearsed, played } = await rehearse(studio.session, `${site.url}/`, prompt);
  expect(plan.unmet).toEqual([]);
  expect(acts(plan)).toContainEqual(expect.stringContaining(says));
  expect(rehearsed).toBeNull();
  expect(played).toEqual(beds);
});
