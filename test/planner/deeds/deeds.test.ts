import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { acts } from '../planning.ts';
import { atFirst, type Pottery, pottery } from './pottery.ts';
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

interface Wanted {
  prompt: string;
  /** What the prompt makes of the application as it is at first. */
  change(known: Pottery): unknown;
  /** The steps of the way that worked. A control without a name is a bare `click`. */
  steps: string[];
}

const wanted: Wanted[] = [
  {
    prompt: 'Turn off the weekly digest in the settings',
    change: ({ notices }) => Object.assign(notices, { digest: false }),
    steps: ['click Settings', 'click Notices', 'click'],
  },
  {
    prompt: 'Set the language to Portuguese',
    change: (known) => Object.assign(known, { language: 'Portuguese' }),
    steps: ['click Settings', 'click', 'click Portuguese'],
  },
  {
    prompt: "Change the level of Otto Brandt's booking to Advanced",
    change: ({ bookings }) => Object.assign(bookings[1]!, { level: 'Advanced' }),
    steps: ['click ⋯', 'click Edit', 'click', 'click Advanced', 'click Save'],
  },
  {
    prompt: "Edit the booking of Ines Farrow: set the date to 2026-05-04 and turn on 'Bring an apron'",
    change: ({ bookings }) => Object.assign(bookings[3]!, { date: '2026-05-04', apron: true }),
    steps: ['click ⋯', 'click Edit', 'change  = 2026-05-04', 'click', 'click Save'],
  },
  {
    prompt: "Set the length of Otto Brandt's booking to 2 hours",
    change: ({ bookings }) => Object.assign(bookings[1]!, { length: 2, unit: 'hours' }),
    steps: ['click ⋯', 'click Edit', 'click', 'click hours', 'change  = 2', 'click Save'],
  },
  {
    prompt: "Create a room 'Attic' with type Gallery and capacity 14",
    change: ({ rooms }) => rooms.push({ name: 'Attic', sort: 'Gallery', seats: 14 }),
    steps: [
      ...['click Rooms', 'click + New room', 'change  = Attic', 'click', 'click Gallery'],
      ...['change  = 14', 'click Create'],
    ],
  },
  {
    prompt: 'Approve the glazing booking of Marta Quill',
    change: ({ bookings }) => Object.assign(bookings[2]!, { state: 'confirmed' }),
    steps: ['click Approve'],
  },
  {
    prompt: "Decline the booking of Ines Farrow with the reason 'The kiln is cold'",
    change: ({ bookings }) => Object.assign(bookings[3]!, { state: 'declined', reason: 'The kiln is cold' }),
    steps: ['click Decline', 'change Reason = The kiln is cold', 'click Decline'],
  },
  {
    prompt: "Rename the room 'Loft' to 'North loft'",
    change: ({ rooms }) => Object.assign(rooms[1]!, { name: 'North loft' }),
    steps: ['click Rooms', 'doubleClick Loft', 'change  = North loft', 'keyDown Enter'],
  },
  {
    prompt: 'Approve the booking of Ines Farrow and turn on text reminders in the settings',
    change: ({ bookings, notices }) => [
      Object.assign(bookings[3]!, { state: 'confirmed' }),
      Object.assign(notices, { texts: true }),
    ],
    steps: ['click Approve', 'click Settings', 'click Notices', 'click'],
  },
];

test.each(wanted)('$prompt', async ({ prompt, change, steps }) => {
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
