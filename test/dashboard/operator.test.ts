import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setOperator } from '../../src/domain/accounts/operators.ts';
import { creditStream } from '../../src/domain/credits/events.ts';
import { projections } from '../../src/domain/index.ts';
import { noteMachine } from '../../src/domain/machines.ts';
import { checkProjections } from '../../src/store/index.ts';
import { livedAccount } from '../admin/ledgers.ts';
import { flipByte, tamper } from '../admin/tampering.ts';
import { type SignedIn, startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { faultsOfLook, press, says, tabOf } from '../support/dashboard.ts';
import { picture } from '../support/pages.ts';
import { freshCommand } from '../support/services.ts';

let api: TestApi;
let browser: TestBrowser;
let operator: SignedIn;

beforeAll(async () => {
  [api, browser] = await Promise.all([startApi(), testBrowser()]);
  await checkProjections(api.services.sql, projections);
  operator = await api.signUp('grace@showreel.example');
  await operator.request('GET', '/api/v1/usage');
  await setOperator(api.services, freshCommand('admin:test'), { userId: operator.userId, isOperator: true });
});
afterAll(async () => {
  await browser?.close();
  await api?.stop();
});

const tab = ({ cookie }: SignedIn) => tabOf(browser.browser, api.baseUrl, cookie);
const go = (page: Page, path: string) => page.goto(`${api.baseUrl}${path}`, { waitUntil: 'networkidle0' });
const look = (page: Page, name: string) =>
  faultsOfLook(page, (kind) => picture(page, `operator-${name}-${kind}`));
const fill = async (page: Page, name: string, value: string) => {
  await page.waitForSelector(`input[name=${name}]`);
  await page.type(`input[name=${name}]`, value);
};

test('who is no operator sees no trace of the area, and calls nothing of it', async () => {
  const stranger = await api.signUp();
  const { page } = await tab(stranger);
  await go(page, '/');
  await says(page, 'Credits');
  expect(await page.$('a[href^="/operator"]')).toBeNull();
  for (const path of ['/operator', '/operator/audit', `/operator/accounts/${operator.userId}`]) {
    const answer = await go(page, path);
    expect([path, answer!.status()]).toEqual([path, 404]);
    await says(page, 'There is no page here');
    expect(await page.$('script[type=module]')).toBeNull();
  }
  await go(page, '/');
  const called = await page.evaluate(async () => {
    const paths = [
      'accounts.find?input={"text":null}',
      'log.read?input={}',
      'audit.run?input={"account":null}',
    ];
    const answers = await Promise.all(paths.map((path) => fetch(`/api/operator/${path}`)));
    return Promise.all(answers.map(async (one) => [one.status, await one.text()]));
  });
  for (const one of called) expect(one).toEqual([403, expect.stringContaining('operators_only')]);
});

test('an operator finds a forged ledger', async () => {
  const forged = await livedAccount(api.services);
  const { page, complaints, foreign } = await tab(operator);
  await go(page, '/');
  await press(page, 'Operate');
  await says(page, 'grace@showreel.example');
  await press(page, 'Audit');
  expect(await look(page, 'audit-empty')).toEqual([]);
  await press(page, 'Seal now');
  await says(page, 'new events sealed.');
  await press(page, 'Write today’s');
  await says(page, 'Every night the heads');
  await press(page, 'Audit everything');
  await says(page, 'Everything is in order.');
  expect(await look(page, 'audit-good')).toEqual([]);

  await tamper(api.services.sql, flipByte(creditStream(forged), 2, '"amount": 20', '"amount": 90'));
  await press(page, 'Audit everything');
  await says(page, 'Bookkeeping');
  await says(page, 'Seal');
  expect(await look(page, 'audit-findings')).toEqual([]);
  await press(page, forged);
  await says(page, `${forged}@example.com`);
  await press(page, 'Replay its ledger');
  await says(page, 'This ledger has faults.');
  await press(page, 'Audit this account');
  await says(page, 'Hash chain');
  expect(await look(page, 'account-forged')).toEqual([]);
  expect([complaints, foreign]).toEqual([[], []]);
});

test('an operator grants, is asked where it is much, and takes it back', async () => {
  const user = await api.signUp('ada@customer.example');
  await user.request('GET', '/api/v1/usage');
  const { page, complaints } = await tab(operator);
  await go(page, '/operator?q=ada@customer');
  await press(page, 'ada@customer.example');
  await says(page, 'No credit has moved yet.');
  expect(await look(page, 'account-empty')).toEqual([]);
  await fill(page, 'amount', '5000');
  await fill(page, 'reason', 'a conference');
  await press(page, 'Grant');
  await says(page, '5,000 credits are unusually many');
  expect(await look(page, 'grant-asked')).toEqual([]);
  const balance = async () =>
    ((await user.request('GET', '/api/v1/credits')).body as unknown as { balance: number }).balance;
  expect(await balance()).toBe(0);
  await press(page, 'Grant 5,000 credits');
  await says(page, '+5,000 credits, balance 5,000.');
  expect(await balance()).toBe(5000);
  await press(page, 'Undo');
  await says(page, 'Taken back. The balance is 0.');

  await fill(page, 'amount', '20');
  await page.type('form input[name=reason]', 'goodwill');
  await press(page, 'Grant');
  await says(page, '+20 credits, balance 20.');
  await page.reload({ waitUntil: 'networkidle0' });
  await press(page, 'Take back');
  // The field has the focus by now, so the rest needs no mouse.
  await page.waitForFunction(
    () => document.activeElement?.closest('tbody') && document.activeElement.matches('input'),
  );
  await page.keyboard.type('the wrong account');
  expect(await look(page, 'take-back')).toEqual([]);
  await page.keyboard.press('Enter');
  await says(page, 'Grant taken back: the wrong account');
  expect(await balance()).toBe(0);
  const events = await api.services.store.readStream(creditStream(user.userId));
  expect(events.at(-1)).toMatchObject({
    type: 'GrantTakenBack',
    metadata: { actor: `admin:${operator.userId}`, reason: 'the wrong account' },
  });
  await page.$eval('input[name=at]', (field) => (field as HTMLInputElement).focus());
  await page.keyboard.type('01012020');
  await page.keyboard.press('Tab');
  await page.keyboard.type('120000AM');
  await page.keyboard.press('Enter');
  await says(page, 'after 0 events');
  expect(await look(page, 'account')).toEqual([]);
  expect(complaints.filter((one) => !one.includes('409'))).toEqual([]);
});

test('jobs, read models, the log and the machines are seen, and worked on', async () => {
  const { page, complaints } = await tab(operator);
  await go(page, '/operator/jobs?status=running');
  await says(page, 'No job fits');
  expect(await look(page, 'jobs-empty')).toEqual([]);
  await go(page, '/operator/jobs?account=nobody');
  await says(page, 'Nobody is found by "nobody".');
  await says(page, 'req_');
  expect(await look(page, 'jobs-fault')).toEqual([]);
  await go(page, '/operator/jobs');
  await says(page, 'demo.generate');
  expect(await look(page, 'jobs')).toEqual([]);
  await press(page, 'Cancel');
  await press(page, 'Cancel it?');
  await says(page, 'Cancelled');

  await go(page, '/operator/read-models');
  await press(page, 'Compare with the log');
  await says(page, 'differs from the log');
  await press(page, 'Rebuild');
  await press(page, 'Rebuild now?');
  await says(page, 'Built from');
  expect(await look(page, 'read-models')).toEqual([]);

  await go(page, `/operator/log?account=${operator.userId}`);
  await says(page, 'OperatorAppointed');
  await page.click('summary');
  expect(await look(page, 'log')).toEqual([]);
  await go(page, '/operator/log?type=Nothing');
  await says(page, 'No event fits');

  await go(page, '/operator/service');
  await says(page, 'No worker has started yet');
  await noteMachine(
    api.services.sql,
    'film-1',
    [
      { part: 'browser', state: 'sandboxed, as a user of its own', off: [] },
      { part: 'ffmpeg', state: 'limits of memory and time', off: ['no seccomp filter: install bubblewrap'] },
    ],
    new Date(),
  );
  await page.reload({ waitUntil: 'networkidle0' });
  await says(page, 'no seccomp filter: install bubblewrap');
  expect(await look(page, 'service')).toEqual([]);
  await go(page, '/operator?q=nobody');
  await says(page, 'Nobody is found');
  await go(page, '/operator');
  expect(await look(page, 'accounts')).toEqual([]);
  expect(complaints.filter((one) => !one.includes('404'))).toEqual([]);
});
