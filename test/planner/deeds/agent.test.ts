import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { acts } from '../planning.ts';
import { atFirst, pottery } from './pottery.ts';
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

const agent = (prompt: string) => rehearse(studio.session, `${site.url}/`, prompt, { mode: 'agent' });

describe('an agent in an application', () => {
  test('does a deed as a script does, and shows what came of it', async () => {
    const { plan, played } = await agent("Create a room 'Attic' with type Gallery and capacity 14");
    expect(acts(plan)).toEqual([
      ...['click Rooms', 'click + New room', 'change  = Attic', 'click', 'click Gallery'],
      ...['change  = 14', 'click Create'],
    ]);
    expect(played).toEqual({
      ...atFirst,
      rooms: [...atFirst.rooms, { name: 'Attic', sort: 'Gallery', seats: 14 }],
    });
    expect(plan.aiPlan.scenes.at(-1)?.what).toBe('Show “Attic”');
    expect(plan.unmet).toEqual([]);
  });

  test.each([
    ['show where I can choose the language', ['click Settings', 'hover']],
    ['where are the text reminders turned on?', ['click Settings', 'click Notices', 'hover']],
    ['how do I edit a booking', ['click ⋯', 'click Edit']],
    ['show the rooms', ['click Rooms']],
  ])('%s: finds the place, and changes nothing', async (prompt, steps) => {
    const { plan, rehearsed, played } = await agent(prompt);
    expect(acts(plan), plan.aiPlan.summary).toEqual(steps);
    expect([rehearsed, played]).toEqual([atFirst, atFirst]);
    expect(plan.unmet).toEqual([]);
  });

  test('a deed and a place to see are done in the order of the prompt', async () => {
    const { plan, played } = await agent('Approve the booking of Ines Farrow and then show the rooms');
    expect(acts(plan)).toEqual(['click Approve', 'click Rooms']);
    expect(played.bookings[3]?.state).toBe('confirmed');
  });
});
