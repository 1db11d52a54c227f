import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionScript } from '../../src/recorder/contract/script.ts';
import type { StepLog } from '../../src/recorder/contract/take-frame.ts';
import { html, serveSite, type TestSite } from '../support/site.ts';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { accountOf, startService, type TestService } from './service.ts';

const page = (
  hero: string,
  price: string,
  more = '',
) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Tern</title><style>body{margin:0;font:18px/1.5 sans-serif}section{padding:80px 10%;min-height:340px}</style>
<section><h1>Tern counts birds for you</h1><p>Hang it up, and it listens.</p>${hero}</section>
<section id="pricing"><h2>Pricing</h2><p>${price} a month for a garden.</p></section>${more}
<section><h2>Questions</h2><p>It hears three hundred species, and sleeps at night.</p><button>Ask us</button></section>`;
const first = page('<button id="start" class="cta">Start listening</button>', '$4');
const redesigned = page(
  '<div class="x7"><a href="#go" role="button" class="b-9">Start listening now</a></div>',
  '$5',
  '<section><h2>What gardeners say</h2><p>It found a wryneck in my hedge.</p></section>',
);

let body = first;
const plansAt = (price: string) => page('<button>Back</button>', price);
let plans = plansAt('$4');

// A clock that never shows the same twice. The first page, which is looked at for longer, also has voices that take turns.
const clock = `<section><h2>Now</h2><p>It is <b id="clock">…</b> in the garden.</p><p id="voice"></p></section>
<script>const tell = () => { clock.textContent = new Date().toISOString().slice(11, 21); };
setInterval(tell, 100); tell();</script>`;
const alive = `${clock}<script>const voices = ['lovely', 'very quiet']; let turn = Math.floor(Math.random() * 2);
const speak = () => { voice.textContent = 'They say: ' + voices[turn++ % 2] + '.'; }; setInterval(speak, 900); speak();</script>`;
let alivePrice = '$4';
let site: TestSite;
let service: TestService;
let receiver: WebhookReceiver;
beforeAll(async () => {
  site = await serveSite('none', {
    '/': (request, response) => html(body)(request, response),
    '/door': html(page('<a href="/plans">See the plans</a>', '$4')),
    '/alive': html(page('<a href="/alive-plans">See the plans</a>', '$4', alive)),
    '/alive-plans': (request, response) =>
      html(page('<button>Back</button>', alivePrice, clock))(request, response),
    '/plans': (request, response) => html(plans)(request, response),
  });
  [service, receiver] = await Promise.all([startService({ role: 'all' }), startReceiver()]);
});
afterAll(async () => {
  await service?.stop();
  await site?.close();
  await receiver?.stop();
});

test('a refresh keeps the version of an unchanged page, films a changed one with evidence of the change, heals its script, and tells an endpoint', {
  timeout: 600_000,
}, async () => {
  const steps = [
    { type: 'navigate', url: `${site.url}/` },
    { type: 'click', selectors: [['#start'], ['aria/Start listening']], offsetX: 8, offsetY: 8 },
  ];
  await service.request('POST', '/api/v1/webhook-endpoints', { url: receiver.url });
  const wish = { action_script: { title: 'Listen', steps }, duration_target: '5s' };
  const { id } = await service.createDemo(`${site.url}/`, wish);
  expect((await service.settled(id, 60_000)).error).toBeNull();
  const refresh = async () => {
    expect((await service.request('POST', `/api/v1/demos/${id}/refresh`)).status).toBe(202);
    return service.settled(id, 60_000);
  };

  const same = await refresh();
  expect(same).toMatchObject({
    status: 'ready',
    version: 1,
    error: null,
    latestJob: { status: 'completed' },
  });
  expect(same.refreshed_at).not.toBeNull();
  expect(same.refreshHistory).toMatchObject([
    { result: 'completed', old_version: 1, new_version: 1, error: null, changes: [] },
  ]);
  expect(await accountOf(service)).toMatchObject({ used: 1 });

  body = redesigned;
  const changed = await refresh();
  expect(changed).toMatchObject({ status: 'ready', version: 2, error: null });
  const [entry] = changed.refreshHistory;
  expect(entry).toMatchObject({ result: 'completed', old_version: 1, new_version: 2 });
  expect(entry?.changes).toContainEqual(
    expect.objectContaining({ change: 'added', section: 'What gardeners say', before: null }),
  );
  expect(entry?.changes).toContainEqual({
    change: 'reworded',
    section: 'Pricing',
    before: expect.stringContaining('$4'),
    after: expect.stringContaining('$5'),
  });
  for (const url of [entry?.before_url, entry?.after_url]) {
    const picture = await fetch(`${service.baseUrl}${url}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  }
  expect(await accountOf(service)).toMatchObject({ used: 2 });

  const log = JSON.parse(changed.recording_log!) as StepLog[];
  expect(log[1]).toMatchObject({
    status: 'healed',
    message: expect.stringContaining('“Start listening now”'),
  });
  const healed = (JSON.parse(changed.action_script!) as ActionScript).steps[1];
  expect(healed).toMatchObject({ showreel: { identity: { name: 'Start listening now', role: 'button' } } });
  expect('selectors' in healed! && healed.selectors?.[0]).not.toEqual(['#start']);

  await receiver.arrived(3);
  const share = `${service.baseUrl}/share/${id}`;
  expect(receiver.taken().map(({ type, data: { version, urls } }) => [type, version, urls.share])).toEqual([
    ['demo.ready', 1, share],
    ['demo.unchanged', 1, share],
    ['demo.refreshed', 2, share],
  ]);
});

test('a change on the page behind a press makes a new version too, and where nothing changed the version stays', {
  timeout: 600_000,
}, async () => {
  const steps = [
    { type: 'navigate', url: `${site.url}/door` },
    {
      type: 'click',
      selectors: [['aria/See the plans']],
      offsetX: 8,
      offsetY: 8,
      showreel: { intent: 'See the plans' },
    },
    { type: 'customStep', name: 'showreel.hold', parameters: { minMs: 1000 } },
  ];
  const wish = { action_script: { title: 'Plans', steps }, duration_target: '5s' };
  const { id } = await service.createDemo(`${site.url}/door`, wish);
  expect((await service.settled(id, 60_000)).error).toBeNull();
  const refresh = async () => {
    expect((await service.request('POST', `/api/v1/demos/${id}/refresh`)).status).toBe(202);
    return service.settled(id, 60_000);
  };
  const before = (await accountOf(service)).used;
  const same = await refresh();
  expect(same).toMatchObject({ status: 'ready', version: 1, error: null });
  expect(same.refreshHistory[0]).toMatchObject({ result: 'completed', new_version: 1, changes: [] });
  expect((await accountOf(service)).used).toBe(before);

  plans = plansAt('$5');
  const changed = await refresh();
  expect(changed).toMatchObject({ status: 'ready', version: 2, error: null });
  expect(changed.refreshHistory[0]?.changes).toEqual([
    {
      change: 'reworded',
      section: 'See the plans',
      before: expect.stringContaining('$4'),
      after: expect.stringContaining('$5'),
    },
  ]);
  expect((await accountOf(service)).used).toBe(before + 1);
});

test('what moves by itself, on the first page or on a later one, is no change, and what changes beside it is one', {
  timeout: 600_000,
}, async () => {
  const wish = { prompt: 'open the plans', duration_target: '5s' };
  const { id } = await service.createDemo(`${site.url}/alive`, wish);
  expect((await service.settled(id, 60_000)).error).toBeNull();
  const refresh = async () => {
    expect((await service.request('POST', `/api/v1/demos/${id}/refresh`)).status).toBe(202);
    return service.settled(id, 60_000);
  };
  expect(await refresh()).toMatchObject({ version: 1, error: null });
  alivePrice = '$5';
  const changed = await refresh();
  expect(changed).toMatchObject({ version: 2, error: null });
  expect(changed.refreshHistory[0]?.changes).toEqual([
    expect.objectContaining({ change: 'reworded', before: expect.stringContaining('$4') }),
  ]);
});
