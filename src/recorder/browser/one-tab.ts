import type { Browser, Page } from 'puppeteer-core';
import type { Logger } from '../../log.ts';
import { settled, sleep } from './deadline.ts';

/**
 * Keeps the page in the tab that is filmed. Links and scripts that would open a new tab navigate this one instead. A new tab that
 * opens all the same is closed, and its address is opened in this one.
 */
export async function keepInOneTab(browser: Browser, page: Page, log: Logger): Promise<void> {
  await page.evaluateOnNewDocument(openInPlace);
  browser.on('targetcreated', async (target) => {
    if (target.type() !== 'page' || target === page.target() || target.opener() !== page.target()) return;
    try {
      for (let i = 0; i < 20 && !target.url().startsWith('http'); i++) await sleep(50);
      const address = target.url();
      const opened = await target.page();
      if (opened) await settled(opened.close(), 2_000);
      log.info({ address }, 'new tab taken over');
      if (address.startsWith('http')) await page.evaluate((url) => location.assign(url), address);
    } catch (err) {
      log.warn({ err }, 'a new tab could not be taken over');
    }
  });
}

function openInPlace(): void {
  if (window.top !== window) return;
  window.open = (address?: string | URL) => {
    if (address) location.assign(address);
    return null;
  };
  const untarget = (event: Event) => {
    for (const node of event.composedPath()) {
      if (!(node instanceof HTMLAnchorElement || node instanceof HTMLFormElement)) continue;
      if (node.target && node.target !== '_self') node.target = '_self';
    }
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    submitter?.removeAttribute('formtarget');
  };
  addEventListener('click', untarget, true);
  addEventListener('submit', untarget, true);
  // `<base target>` applies to every link that has no target of its own.
  addEventListener('click', () => document.querySelector('base[target]')?.removeAttribute('target'), true);
}
