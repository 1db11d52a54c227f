import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { acts } from '../planning.ts';
import { type Allotment, allotment, atFirst } from './allotment.ts';
import { fps, rehearse, stage } from './rehearsed.ts';

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', { '/': html(allotment) });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
  await studio.session.tab.writeHold.prepare();
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

const northStrip = ({ plans }: Allotment) => plans[1]!.beds[2]!;

const wanted: { prompt: string; change(known: Allotment): unknown; presses: number }[] = [
  // The plan, and the bed: the beds that were selected to see what they are called are not in the film.
  {
    prompt: "Set the moisture of the 'North strip' bed on the 'Summer' plan to 70",
    change: (known) => Object.assign(northStrip(known), { moisture: 70 }),
    presses: 2,
  },
  {
    prompt: "Turn on the drip line of the 'North strip' bed on the 'Summer' plan",
    change: (known) => Object.assign(northStrip(known), { drip: true }),
    presses: 4,
  },
  // The field beside the swatch takes nothing.
  {
    prompt: "Change the colour of the 'North strip' bed on the 'Summer' plan to #2E7D32",
    change: (known) => Object.assign(northStrip(known), { colour: '#2E7D32' }),
    presses: 4,
  },
  {
    prompt: "Change the planned amount of 'Beans' from '12 kg' to '14 kg'",
    change: ({ crops }) => Object.assign(crops[0]!, { planned: '14 kg' }),
    presses: 2,
  },
  {
    prompt: "Add a sowing with the crop 'Radish' as an early sowing, with the row 'R12'",
    change: ({ sowings }) => sowings.push({ crop: 'Radish', season: 'Early', place: 'R12' }),
    presses: 5,
  },
];

test.each(wanted)('$prompt', async ({ prompt, change, presses }) => {
  const { plan, rehearsed, played } = await rehearse<Allotment>(studio.session, `${site.url}/`, prompt);
  const asWanted = structuredClone(atFirst);
  change(asWanted);
  expect(plan.unmet).toEqual([]);
  expect(played).toEqual(asWanted);
  expect(rehearsed).toEqual(atFirst);
  expect(acts(plan).filter((line) => line.startsWith('click'))).toHaveLength(presses);
});

test('an object that the canvas does not have is not taken for another one', async () => {
  const prompt = "Set the moisture of the 'South strip' bed on the 'Summer' plan to 70";
  const { plan, played } = await rehearse<Allotment>(studio.session, `${site.url}/`, prompt);
  expect(plan.nothingDone).toBe(true);
  expect(played).toEqual(atFirst);
});
