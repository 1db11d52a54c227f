import { afterEach, expect, it } from 'vitest';
import { restartAnimations } from '../../../../src/recorder/drive/page/restart-animations.ts';
import { loadPage } from '../../../../src/recorder/page/load.ts';
import { html, serveSite, type TestSite } from '../../../support/site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../../browser/recording-browser.ts';

const page = html(`<!doctype html><title>Loops</title><style>
  @keyframes go { from { opacity: 0 } to { opacity: 1 } }
  #loop { animation: go 3s linear infinite } #late { animation: go 2s 0.2s linear infinite both }
  #ahead { animation: go 2s -1s linear infinite } #once { animation: go 60s linear both }
  #held { animation: go 3s linear infinite paused }
  </style>${['loop', 'late', 'ahead', 'once', 'held'].map((id) => `<p id="${id}">${id}</p>`).join('')}`);

const opened: (RecordingBrowser | TestSite)[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

it('restarts animations that never end, from the end of their delay, and leaves others alone', async () => {
  const site = await serveSite('drive-shop', { '/loops': page });
  const studio = await openRecordingBrowser();
  opened.push(studio, site);
  await loadPage(studio.session, `${site.url}/loops`, { log });
  const { tab } = studio.session;
  await tab.clock.roll();
  const times = () =>
    tab.ask(() =>
      Object.fromEntries(
        document
          .getAnimations()
          .map(({ effect, currentTime }) => [
            (effect as KeyframeEffect).target?.id,
            Math.round(Number(currentTime)),
          ]),
      ),
    );
  const before = await times();
  expect(before.loop).toBeGreaterThan(500);
  // Loading waits for animations to end, but not for longer than this in the page's time.
  expect(before.once).toBeLessThan(6_000);
  await tab.ask(restartAnimations);
  expect(await times()).toEqual({ ...before, loop: 0, late: 200, ahead: 0 });
});
