import type { Page } from 'puppeteer-core';

const isOfData = (url: string) => /\/api\/(trpc|operator|auth\/list-sessions)/.test(url);

/** Holds back what a page reads, so that it goes on loading, or refuses it, so that it fails. Who is signed in is still told. */
export async function disturb(page: Page, how: 'held' | 'refused'): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!isOfData(request.url())) void request.continue();
    else if (how === 'refused') void request.abort('connectionrefused');
  });
}
