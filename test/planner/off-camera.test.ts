import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserSession, launchBrowser } from '../../src/recorder/browser/index.ts';
import { viewports } from '../../src/recorder/contract/take-frame.ts';
import { type Pages, servePages } from './pages.ts';
import { acts, planFor } from './planning.ts';

let session: BrowserSession;
let pages: Pages;
let tempDir: string;

beforeAll(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'showreel-planner-'));
  pages = await servePages();
  session = await launchBrowser({
    tempDir,
    viewport: viewports.desktop,
    deviceScaleFactor: 1,
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  await session?.close();
  await pages?.stop();
  await rm(tempDir, { recursive: true, force: true });
});

test('in the browser that films, a page is planned and acted on although no frame is ever drawn', async () => {
  const { tab, page } = session;
  await tab.during(page.goto(`${pages.baseUrl}/planner-app/index.html`));
  const plan = await planFor(page, { prompt: 'go to settings and export settings', seconds: 30 });
  expect(acts(plan)).toEqual(['click Open menu', 'click Settings', 'click Export settings']);
  expect(page.url()).toBe(`${pages.baseUrl}/planner-app/index.html`);
});

test('in the browser that films, a page is planned and acted on while frames are drawn', async () => {
  const { tab, page } = session;
  await tab.during(page.goto(`${pages.baseUrl}/planner-saas/index.html`));
  const plan = await tab.during(planFor(page, { prompt: 'open the pricing page and start a trial' }));
  expect(acts(plan)).toEqual(['click Pricing', 'click Start a free trial']);
});
