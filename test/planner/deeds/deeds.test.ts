import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { acts } from '../planning.ts';
import { atFirst, pottery } from './pottery.ts';
import { potteryWishes } from './pottery-wishes.ts';
import { fps, rehearse, stage } from './rehearsed.ts';

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', { '/': html(pottery) });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
  await studio.session.tab.writeHold.prepare();
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

const told = (prompt: string) => rehearse(studio.session, `${site.url}/`, prompt);

test.each(potteryWishes)('$prompt', async ({ prompt, change, steps }) => {
  const { plan, rehearsed, played } = await told(prompt);
  const asWanted = structuredClone(atFirst);
  change(asWanted);
  expect(plan.unmet).toEqual([]);
  expect(acts(plan)).toEqual(steps);
  expect(rehearsed).toEqual(atFirst);
  expect(played).toEqual(asWanted);
});

test('what is not there is named, and nothing like it is pressed', async () => {
  const prompt = 'Approve the booking of Noah Webb';
  const { plan, rehearsed, played } = await told(prompt);
  expect(plan.unmet).toEqual([
    { said: prompt, reason: expect.stringMatching('Nothing on the page fits “approve”') },
  ]);
  expect(plan.nothingDone).toBe(true);
  expect(acts(plan).filter((line) => !line.startsWith('hover'))).toEqual([]);
  expect([rehearsed, played]).toEqual([atFirst, atFirst]);
});

test('nothing is deleted', async () => {
  const { plan, rehearsed, played } = await told('Delete the booking of Otto Brandt');
  expect(acts(plan).filter((line) => !line.startsWith('hover'))).toEqual([]);
  expect([rehearsed, played]).toEqual([atFirst, atFirst]);
});

test('what no film does is said where nothing can be pointed at', async () => {
  const prompt = 'Deactivate the kiln Otto Brandt';
  const { plan, rehearsed, played } = await told(prompt);
  expect(acts(plan).filter((line) => !line.startsWith('hover'))).toEqual([]);
  expect([rehearsed, played]).toEqual([atFirst, atFirst]);
  expect(plan.unmet).toEqual([{ said: prompt, reason: expect.stringMatching(/may be a deletion/) }]);
  expect(plan.nothingDone).toBe(true);
});
