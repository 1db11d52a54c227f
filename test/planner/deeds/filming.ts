import { afterAll, beforeAll } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { fps, type Rehearsed, rehearse, stage } from './rehearsed.ts';

/** A site of one page and a browser that records, for the tests of a file. Both are gone when the tests are over. */
export function filming<Known>(page: string): (prompt: string) => Promise<Rehearsed<Known>> {
  let site: TestSite;
  let studio: RecordingBrowser;
  beforeAll(async () => {
    site = await serveSite('none', { '/': html(page) });
    studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
    await studio.session.tab.writeHold.prepare();
  });
  afterAll(async () => {
    await studio?.close();
    await site?.close();
  });
  return (prompt) => rehearse<Known>(studio.session, site.url, prompt);
}
