import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FilmWarning, filmedTwice } from '../../src/domain/demos/film-warnings.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { faultsOfLook, goTo, says, tabOfOwner } from '../support/dashboard.ts';
import { type Files, queueDemo, workerOf } from '../support/film.ts';
import { makeFilm, picture } from '../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;
let files: Files;
beforeAll(async () => {
  [api, browser, files] = await Promise.all([startApi(), testBrowser(), makeFilm()]);
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

async function published(filmWarnings: FilmWarning[]): Promise<string> {
  const { id, jobId } = await queueDemo(api, { format: 'webm' });
  const worker = workerOf(api, jobId);
  await worker.start();
  await worker.plan();
  await worker.record();
  await worker.publish(files, undefined, filmWarnings);
  return id;
}

const dead: FilmWarning = {
  code: 'nothing_happened',
  message: 'The press of “Yearly” changes nothing that is seen.',
  step: 0,
};

test('the owner of a film reads what was found in it, how good it is, and that it was filmed twice', async () => {
  const id = await published([dead, filmedTwice({ because: ['nothing_happened'], isShown: false })]);
  const { page } = await tabOfOwner(api, browser);
  await goTo(api, page, `/demos/${id}`);
  await says(page, 'Good to know');
  await says(page, 'It has a fault that viewers will notice. Quality: 70 of 100.');
  await says(page, dead.message);
  await says(page, 'The page was filmed a second time at no further cost, and that helped nothing.');
  await page.evaluate(() => document.querySelector('.remarks')?.scrollIntoView({ block: 'center' }));
  expect(await faultsOfLook(page, (kind) => picture(page, `dashboard-remarks-${kind}`))).toEqual([]);
  await page.close();
});

test('a film in which nothing was found has no remarks', async () => {
  const id = await published([]);
  const { page } = await tabOfOwner(api, browser);
  await goTo(api, page, `/demos/${id}`);
  await says(page, 'Download');
  expect(await page.evaluate(() => document.body.textContent)).not.toContain('Good to know');
  await page.close();
});
