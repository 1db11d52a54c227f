import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Greenhouse, leftoverKinds, serveGreenhouse, writeKinds } from '../../support/greenhouse.ts';
import { until } from '../../support/within.ts';
import { openRecordingBrowser, type RecordingBrowser } from './recording-browser.ts';

let app: Greenhouse;
let browser: RecordingBrowser;

beforeAll(async () => {
  app = await serveGreenhouse();
  browser = await openRecordingBrowser();
  await browser.session.tab.writeHold.prepare();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});
beforeEach(async () => {
  await load();
  for (const kind of [...writeKinds, ...leftoverKinds]) app.writes[kind] = 0;
});

async function load() {
  const { tab, page } = browser.session;
  await tab.during(page.goto(`${app.url}/`));
  // Nothing can be written over a socket that is not open.
  const open = 'socket.readyState === 1' as unknown as () => boolean;
  const worker = () => page.workers().find((one) => one.url().endsWith('/worker.js'));
  await tab.during(until(async () => (await pongs()) > 0, 60_000));
  await tab.during(
    until(
      () =>
        worker()
          ?.evaluate(open)
          .catch(() => false) ?? false,
      60_000,
    ),
  );
  // The page reads its database.
  await tab.during(sleep(300));
}

const pongs = () => browser.session.tab.ask('pongs' as unknown as () => number);

const counts = (number: number, kinds: readonly string[] = writeKinds) =>
  Object.fromEntries(kinds.map((kind) => [kind, number]));

const setCookie = (cookie: string) =>
  browser.session.tab.ask((given) => Reflect.set(document, 'cookie', given), cookie);

/** Presses, and waits for what comes of it. */
async function press(selector: string, isDone: () => boolean | Promise<boolean>) {
  const { tab } = browser.session;
  await tab.ask((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
  await tab.during(until(isDone, 60_000));
  // Time for what must not come.
  await tab.during(sleep(300));
}

/** Whether the hold has held `number` writes since now. */
function holding(number: number): () => boolean {
  const { writeHold } = browser.session.tab;
  const from = writeHold.held.length;
  return () => writeHold.held.length - from >= number;
}

describe('while the hold is on', () => {
  test('nothing that the page writes reaches its server, and the hold tells what was held', async () => {
    const { tab, page } = browser.session;
    const from = tab.writeHold.held.length;
    await tab.during(tab.writeHold.begin());
    await press('#vent', holding(1));
    await press('#save', holding(10));
    expect(app.writes).toMatchObject(counts(0));
    expect(page.url()).toBe(`${app.url}/`);
    const held = tab.writeHold.held.slice(from);
    expect(held.map(({ method, url, kind }) => `${kind} ${method} ${new URL(url).pathname}`).sort()).toEqual(
      [
        'request PUT /vent',
        'request POST /plans',
        'request PATCH /notes',
        'request DELETE /alarms',
        'request POST /shared',
        'request POST /abroad',
        'request POST /framed',
        'beacon POST /left',
        'form POST /sent',
        'socket SEND /',
        'socket SEND /worker',
      ].sort(),
    );
    expect(tab.writeHold.heldWrites).toBe(tab.writeHold.held.length - 1);
    await tab.during(tab.writeHold.end());
    await tab.during(sleep(200));
    expect(app.writes).toMatchObject(counts(0));
  });

  test('a held request stays unanswered: the page neither fails nor takes anything back, and nobody waits for it', async () => {
    const { tab } = browser.session;
    await tab.during(tab.writeHold.begin());
    const pressedMs = performance.now();
    await press('#vent', holding(1));
    const seen = await tab.ask(() => [
      document.querySelector('output')?.value,
      document.querySelector('#vent')?.ariaChecked,
    ]);
    expect(seen).toEqual(['', 'true']);
    expect(tab.network.waitingSince(pressedMs)).toBe(false);
    await tab.during(tab.writeHold.end());
  });

  test('messages that keep a connection alive pass', async () => {
    const { tab } = browser.session;
    await tab.during(tab.writeHold.begin());
    const before = await pongs();
    // One may have been on its way before.
    await press('#save', async () => (await pongs()) > before + 1);
    await tab.during(tab.writeHold.end());
  });

  test('a synchronous request is failed, since it would stop the page for good', async () => {
    const { tab } = browser.session;
    await tab.during(tab.writeHold.begin());
    const outcome = await tab.during(
      tab.ask(() => {
        const request = new XMLHttpRequest();
        request.open('POST', '/plans', false);
        try {
          request.send('on');
          return 'sent';
        } catch (error) {
          return (error as Error).name;
        }
      }),
    );
    expect(outcome).toBe('NetworkError');
    await tab.during(tab.writeHold.end());
    expect(app.writes).toMatchObject(counts(0));
  });

  test('what the application sends on its way out is held as well', async () => {
    const { tab } = browser.session;
    await tab.during(tab.writeHold.begin());
    await tab.ask(() => addEventListener('pagehide', () => navigator.sendBeacon('/left', 'on')));
    const from = tab.writeHold.held.length;
    const isHeld = holding(1);
    await tab.during(tab.writeHold.end());
    await tab.during(until(isHeld, 60_000));
    await tab.during(sleep(200));
    expect(tab.writeHold.held.slice(from)).toMatchObject([{ kind: 'beacon', url: `${app.url}/left` }]);
    expect(app.writes).toMatchObject(counts(0));
  });
});

describe('after the hold', () => {
  test('what was stored is as it was before: storage, databases with their schemas, and cookies of scripts', async () => {
    const { tab } = browser.session;
    await setCookie('beds=three; path=/');
    await tab.during(
      tab.ask(async () => {
        localStorage.beds = 'three';
        const opening = indexedDB.open('beds', 3);
        opening.onupgradeneeded = () => {
          const store = opening.result.createObjectStore('beds', { keyPath: 'name' });
          store.createIndex('crop', 'crop', { unique: true });
        };
        await new Promise((done) => (opening.onsuccess = done));
        const { result } = opening;
        const writing = result.transaction('beds', 'readwrite');
        writing.objectStore('beds').put({ name: 'north', crop: 'basil', seeds: new Blob(['12']) });
        await new Promise((done) => (writing.oncomplete = done));
        result.close();
      }),
    );
    await tab.during(tab.writeHold.begin());
    await press('#vent', holding(1));
    await setCookie('beds=four; path=/');
    await tab.during(
      tab.ask(async () => {
        localStorage.clear();
        const asked = [indexedDB.deleteDatabase('beds'), indexedDB.open('crops', 1)];
        await Promise.all(asked.map((one) => new Promise((done) => (one.onsuccess = done))));
        (asked[1]!.result as IDBDatabase).close();
      }),
    );
    await tab.during(tab.writeHold.end());
    await load();
    expect(app.writes).toMatchObject(counts(0, leftoverKinds));
    const stored = await tab.during(
      tab.ask(async () => {
        const opening = indexedDB.open('beds');
        await new Promise((done) => (opening.onsuccess = done));
        const { result } = opening;
        const asked = result.transaction('beds').objectStore('beds').index('crop').get('basil');
        await new Promise((done) => (asked.onsuccess = done));
        const { name, seeds } = asked.result as { name: string; seeds: Blob };
        const databases = (await indexedDB.databases()).map((one) => `${one.name} ${one.version}`).sort();
        const { version } = result;
        result.close();
        indexedDB.deleteDatabase('beds');
        return [{ ...localStorage }, document.cookie, databases, version, name, await seeds.text()];
      }),
    );
    expect(stored).toEqual([{ beds: 'three' }, 'beds=three', ['beds 3', 'greenhouse 2'], 3, 'north', '12']);
  });

  test('a cookie that a server has set meanwhile stays', async () => {
    const { tab } = browser.session;
    await tab.during(tab.writeHold.begin());
    await tab.during(tab.ask(async () => void (await fetch('/renewed'))));
    await tab.during(tab.writeHold.end());
    expect(await tab.ask(() => document.cookie)).toContain('session=renewed');
  });

  test('everything is written, once, and the page has the browser’s own functions', async () => {
    const { tab } = browser.session;
    await tab.during(tab.writeHold.begin());
    await press('#vent', holding(1));
    await tab.during(tab.writeHold.end());
    await load();
    expect(await tab.ask(() => String(WebSocket.prototype.send))).toContain('[native code]');
    expect(await tab.ask(() => Object.keys(globalThis).filter((name) => name.includes('showreel')))).toEqual(
      [],
    );
    await press('#vent', () => app.writes['fetch PUT'] > 0);
    await press('#save', () => writeKinds.every((kind) => app.writes[kind] > 0));
    expect(app.writes).toMatchObject(counts(1));
    app.state.vent = false;
  });
});
