/** The list of demos with 500 of them: until it shows, until all are in the page, and how it answers then. */

import type { Sql } from 'postgres';
import type { Page } from 'puppeteer-core';
import { copyDemo } from '../../../test/support/many-demos.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { median } from '../race.ts';

const count = 500;
const rounds = 3;
/** What a demo of ten seconds weighs on average: script, plan and log together. */
const documentBytes = 30_000;

export async function benchFullList(
  sql: Sql,
  { baseUrl, cookie, newPage }: { baseUrl: string; cookie: string; newPage: () => Promise<Page> },
): Promise<Figure[]> {
  await fillList(sql, baseUrl, cookie);
  const seen: Seen[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await newPage();
    seen.push(await visit(page, baseUrl));
    await page.browserContext().close();
  }
  const figure = figuresOf('dashboard');
  const middle = (member: keyof Seen) => median(seen.map((one) => one[member]));
  return [
    figure(`${count} demos: until the list shows, from the cache`, middle('shownMs'), 'ms'),
    figure(`${count} demos: until all are read and picked`, middle('pickedMs'), 'ms'),
    figure(`${count} demos in the page: until one more is picked`, middle('answerMs'), 'ms'),
    figure(`${count} demos in the page: longest frame while scrolling through`, middle('frameMs'), 'ms'),
    figure(`${count} demos in the page: until the search shows one`, middle('searchMs'), 'ms'),
  ];
}

interface Seen {
  shownMs: number;
  pickedMs: number;
  answerMs: number;
  frameMs: number;
  searchMs: number;
}

/** Copies in the read model: the list reads nothing else. */
async function fillList(sql: Sql, baseUrl: string, cookie: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie, Origin: baseUrl },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  const project = await post('/projects', { name: 'Bench', url: 'https://example.com/' });
  const demo = await post('/demos', {
    project_id: project.id,
    prompt: 'Open the pricing and switch to yearly',
  });
  await sql`
    update demos set status = 'ready', duration_ms = 10000,
      action_script = ${JSON.stringify({ title: 'x'.repeat(documentBytes), steps: [] })}
    where id = ${demo.id}`;
  await copyDemo(sql, demo.id, count - 1);
}

async function visit(page: Page, baseUrl: string): Promise<Seen> {
  await page.setViewport({ width: 1280, height: 900 });
  // Fills the cache of the browser.
  await page.goto(`${baseUrl}/demos`, { waitUntil: 'networkidle0' });
  const shownMs = await timed(async () => {
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.waitForSelector('main li a');
  });
  await page.waitForNetworkIdle();
  const pickedMs = await timed(async () => {
    await (await page.waitForSelector('::-p-xpath(//button[.="Pick all"])'))!.click();
    await page.waitForSelector(`::-p-text(${count} of ${count} picked)`);
  });
  const answerMs = await page.evaluate(answerOf, 3);
  const frameMs = await page.evaluate(scrollThrough);
  await page.evaluate(() => window.scrollTo(0, 0));
  const searchMs = await timed(async () => {
    await page.type('input[type=search]', `film ${count - 7}`);
    await page.waitForFunction(() => document.querySelectorAll('main li a').length === 1);
  });
  return { shownMs, pickedMs, answerMs, frameMs, searchMs };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const sinceMs = performance.now();
  await work();
  return performance.now() - sinceMs;
}

/** In the page: from the press to the next frame that was drawn. */
async function answerOf(nth: number): Promise<number> {
  const box = document.querySelectorAll<HTMLInputElement>('main li input')[nth]!;
  const sinceMs = performance.now();
  box.click();
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  return performance.now() - sinceMs;
}

/** In the page: a screen each frame, from the top to the end, which moves while tiles get their true height. */
async function scrollThrough(): Promise<number> {
  window.scrollTo({ top: 0, behavior: 'instant' });
  let longestMs = 0;
  let lastMs = performance.now();
  while (window.scrollY + window.innerHeight < document.documentElement.scrollHeight - 2) {
    window.scrollBy({ top: window.innerHeight, behavior: 'instant' });
    const nowMs = await new Promise<number>((drawn) => requestAnimationFrame(() => drawn(performance.now())));
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }
  return longestMs;
}
