import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upcasters } from '../../src/domain/index.ts';
import { webhookReaction } from '../../src/domain/webhooks/reaction.ts';
import { createLogger } from '../../src/log.ts';
import { startCatchUp } from '../../src/store/index.ts';
import { openWebhookSender, startWorker, type Worker } from '../../src/worker/index.ts';
import { type SignedIn, startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { faultsOfLook, press, says, tabOf } from '../support/dashboard.ts';
import { picture } from '../support/pages.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const log = createLogger('silent');
let api: TestApi;
let browser: TestBrowser;
let user: SignedIn;
let receiver: WebhookReceiver;
let worker: Worker;
let dataDir: string;
let endSending: () => Promise<unknown>;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'showreel-webhooks-page-'));
  [api, browser, receiver] = await Promise.all([startApi(), testBrowser(), startReceiver()]);
  user = await api.signUp();
  const { sql, doorbell } = api.services;
  const projections = [webhookReaction(api.services, api.baseUrl)];
  const following = startCatchUp({
    sql,
    url: api.databaseUrl,
    projections,
    upcasters,
    keys: api.services.subjectKeys,
    doorbell,
    log,
  });
  const rules = { allowHosts: [], allowLoopback: true, sendsMail: false };
  const sender = await openWebhookSender(api.services, rules, log);
  const common = { sql, databaseUrl: api.databaseUrl, dataDir, concurrency: 2, log };
  worker = await startWorker({ ...common, tasks: sender.tasks });
  endSending = () => Promise.all([following.stop(), sender.stop()]);
});
afterAll(async () => {
  await browser?.close();
  await worker?.stop();
  await endSending?.();
  await Promise.all([api?.stop(), receiver?.stop()]);
  await rm(dataDir, { recursive: true, force: true });
});

test('somebody adds an endpoint, tries it, sees what it answered, sends it again and rotates its secret', async () => {
  const { page, complaints } = await tabOf(browser.browser, api.baseUrl, user.cookie);
  await page.goto(`${api.baseUrl}/webhooks`, { waitUntil: 'networkidle0' });
  await says(page, 'No endpoint yet');
  await page.type('input[name=url]', `${receiver.url}/hook`);
  await page.type('input[name=description]', 'Staging');
  await page.click('input[name="credits.low"]');
  await press(page, 'Add an endpoint');
  await says(page, 'The signing secret is shown this once');
  await says(page, 'whsec_');
  await says(page, 'Staging');
  expect(await faultsOfLook(page, (kind) => picture(page, `webhooks-${kind}`))).toEqual([]);

  receiver.answer = () => ({ status: 500, text: 'no database here' });
  await press(page, `${receiver.url}/hook`);
  await press(page, 'Send a test event');
  await says(page, 'answer 500');
  await page.click('details summary');
  await says(page, 'no database here');
  await says(page, 'This endpoint is failing');
  expect(await faultsOfLook(page, (kind) => picture(page, `webhook-${kind}`))).toEqual([]);

  receiver.answer = () => ({ status: 200, text: 'thanks' });
  const before = receiver.received.length;
  await press(page, 'Send it again');
  const arrived = await receiver.arrived(before + 1);
  expect(arrived.at(-1)!.headers['webhook-id']).toBe(arrived[0]!.headers['webhook-id']);
  await says(page, 'sent again · answer 200');

  await press(page, 'Rotate the secret');
  await press(page, 'The old one ends in 24 hours. Rotate?');
  await says(page, 'The secret before it signs until');
  await press(page, 'Switch it off');
  await says(page, 'You switched it off.');
  expect(complaints).toEqual([]);
});
