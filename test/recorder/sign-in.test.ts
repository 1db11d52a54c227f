import { afterEach, beforeEach, expect, test } from 'vitest';
import { readUserFlow } from '../../src/recorder/contract/user-flow.ts';
import { loadPage } from '../../src/recorder/page/load.ts';
import { signIn } from '../../src/recorder/sign-in.ts';
import { member, membersSite, signInFlow } from '../support/members-site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from './browser/recording-browser.ts';

let site: Awaited<ReturnType<typeof membersSite>>;
let studio: RecordingBrowser;
beforeEach(async () => {
  site = await membersSite();
  studio = await openRecordingBrowser();
});
afterEach(async () => {
  await studio.close();
  await site.close();
});

async function titleAfter(login: Parameters<typeof signIn>[1]): Promise<string> {
  await signIn(studio.session, login, `${site.url}/nests`, { log });
  return (await loadPage(studio.session, `${site.url}/nests`, { log })).title;
}

test('a script signs in through the form, and the page behind it opens', async () => {
  const script = readUserFlow(signInFlow(site.url));
  expect(await titleAfter({ cookies: [], script })).toBe('Your nests – Heron');
  expect(site.seen).toContain('signed in');
});

test('cookies open the page without the form', async () => {
  const cookies = [{ name: 'heron', value: 's-4711', path: '/', http_only: true }];
  expect(await titleAfter({ cookies, script: null })).toBe('Your nests – Heron');
  expect(site.seen).toEqual(['nests']);
});

test('without a login the page stays closed', async () => {
  expect(await titleAfter({ cookies: [], script: null })).toBe('Sign in – Heron');
});

test('a script that no longer fits names the step that failed, and nothing of what it types', async () => {
  const flow = signInFlow(site.url);
  const renamed = flow.steps.map((step) =>
    'value' in step ? { ...step, selectors: [['#gone']], timeout: 200 } : step,
  );
  const failing = titleAfter({ cookies: [], script: readUserFlow({ ...flow, steps: renamed }) });
  const fault = await failing.then(
    () => null,
    (error: Error) => error,
  );
  expect(fault).toMatchObject({
    kind: 'sign_in',
    message: expect.stringMatching(/failed at step 2 \(change\)/),
  });
  expect(`${fault?.message}${JSON.stringify(fault)}`).not.toContain(member.email);
});
