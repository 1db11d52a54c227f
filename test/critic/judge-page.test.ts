import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { judgeEnding, judgeOpening, type PageFacts, readPageFacts } from '../../src/critic/index.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { documentOf, type PlantedPage, plantedPages } from './planted-pages.ts';

let browser: TestBrowser;
let origin: string;
const server = createServer((request, response) => {
  const at = Number(new URL(request.url!, 'http://x').searchParams.get('page'));
  response.setHeader('Content-Type', 'text/html').end(documentOf(plantedPages[at]!));
});

beforeAll(async () => {
  browser = await testBrowser();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser.close();
  await new Promise((resolve) => server.close(resolve));
});

async function factsOf(planted: PlantedPage): Promise<{ facts: PageFacts; address: string }> {
  const page = await browser.page();
  const address = `${origin}${planted.path ?? '/plans'}?page=${plantedPages.indexOf(planted)}`;
  await page.goto(address);
  const facts = await readPageFacts((inPage) => page.evaluate(inPage));
  await page.close();
  return { facts, address };
}

describe('a page that is opened', () => {
  test.each(plantedPages.map((planted) => [planted.name, planted] as const))('%s', async (_, planted) => {
    const { facts, address } = await factsOf(planted);
    const expected = { address, prompt: 'Show the plans' };
    const opening = judgeOpening(facts, expected)?.kind;
    const ending = judgeEnding(facts, expected).map(({ code }) => code);
    const found = opening ?? ending[0] ?? null;
    expect({ found, facts: found === planted.is ? null : facts }).toEqual({ found: planted.is, facts: null });
  });
});

test('a film that ends where an account is opened has not ended at a closed door', () => {
  const facts: PageFacts = {
    ...{ url: 'https://acme.example/join', title: 'Acme', headings: ['Create your account'], text: 'Create' },
    ...{ textLength: 6, pictures: 0, passwordFields: 1, otherFields: 1, controls: ['Continue', 'Log in'] },
    ...{ isLoading: false, overlays: [] },
  };
  const expected = { address: 'https://acme.example/', prompt: 'Get the Team plan' };
  expect(judgeEnding(facts, expected)).toEqual([]);
  expect(judgeEnding({ ...facts, headings: ['Welcome back'] }, expected)).toMatchObject([
    { code: 'ends_on_sign_in' },
  ]);
});

test('an owner whose login was used is not told to give one', () => {
  const facts: PageFacts = {
    ...{
      url: 'https://acme.example/sign-in',
      title: 'Sign in',
      headings: ['Welcome back'],
      text: 'Welcome back',
    },
    ...{ textLength: 12, pictures: 0, passwordFields: 1, otherFields: 1, controls: ['Sign in'] },
    ...{ isLoading: false, overlays: [] },
  };
  const expected = { address: 'https://acme.example/plans', prompt: 'Show the plans' };
  expect(judgeOpening(facts, expected)?.message).toContain('Give the project a login');
  expect(judgeOpening(facts, { ...expected, hasSignedIn: true })?.message).toBe(
    'The page https://acme.example/plans leads to https://acme.example/sign-in, which asks to sign in and shows nothing else. The login of the project did not help: it may have expired.',
  );
});
