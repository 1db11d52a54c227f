import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { closePopups } from '../../../src/recorder/browser/interruptions/index.ts';
import { startGuard } from '../../../src/recorder/guard/index.ts';
import { followNavigation, loadPage } from '../../../src/recorder/page/load.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { within } from '../../support/within.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../browser/recording-browser.ts';

const page = (body: string) => html(`<!doctype html><title>Test</title><body>${body}</body>`);
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const requested: string[] = [];

let studio: RecordingBrowser;
let site: TestSite;
let notTls: Server;

beforeAll(async () => {
  studio = await openRecordingBrowser();
  site = await serveSite('drive-shop', {
    '/text': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('Just text.'),
    '/blocked': (_, response) =>
      response.writeHead(403, { 'x-showreel-blocked': 'its address is private' }).end('no'),
    '/proxy-dns': (_, response) => response.writeHead(502, { 'x-showreel-fault': 'dns' }).end('no'),
    '/never-idle': page(`<h1>Live</h1><script>
      setInterval(() => fetch('/slow/400'), 50); new EventSource('/never'); fetch('/never');</script>`),
    '/saving': page(`<h1>Saved</h1><script>fetch('/save', { method: 'PUT', body: '1' })</script>`),
    '/save': (_, response) => response.writeHead(200, { 'cache-control': 'no-store' }).end('{"saved":true}'),
    '/never-loads': page(`<h1>Here</h1><img src="/never">`),
    '/endless-words': page(`<h1>Words</h1><script>document.title = 'title '.repeat(1e6);
      for (let i = 0; i < 20_000; i++) console.log('line ' + i + ' '.repeat(5_000));
      console.table([{ a: 1 }]); console.assert(false, 'an assertion'); done = console.count() === undefined;</script>`),
    '/silent-parts': page(`<link rel="stylesheet" href="/never?style"><script src="/never?script"></script>
      <script>document.title = 'Ran on';</script><p id="below">Below</p>`),
    '/silent-next': page(`<script src="/never?next"></script><script>document.title = 'Followed';</script>`),
    '/endless-errors': page(`<h1>Errors</h1><script>seen = 0; addEventListener('error', () => seen++);
      const long = 'x'.repeat(1e6);
      setTimeout(() => { throw new Error('short') }, 0); setTimeout(() => { throw new Error(long) }, 0); Promise.reject(long);
      for (let i = 0; i < 2_000; i++) setTimeout(() => { throw 'again' }, 0);
      new Worker(URL.createObjectURL(new Blob([
        'for (let i = 0; i < 2000; i++) console.log("x".repeat(1e5)); postMessage(0)']))).onmessage = () => seen = -seen;
      </script>`),
    '/endless-dialogs': page(`<h1>Dialogs</h1><script>const answers = [];
      for (let i = 0; i < 500; i++) answers.push(confirm('x'.repeat(1e5))); document.title = answers.length + ' ' + answers[499];</script>`),
    '/endless-height': page(`<h1>Long</h1><script>setInterval(() => { for (let i = 0; i < 20; i++) {
      const more = document.createElement('p'); more.style.height = '900px'; document.body.append(more); } }, 30);</script>`),
    '/alert': page(`<h1>Hi</h1><script>alert('one'); confirm('two'); document.title = 'after';</script>`),
    '/redirecting': page(`<script>setTimeout(() => location.replace('/pricing.html'), 30)</script>`),
    '/lazy':
      page(`${'<p style="height:900px">Down</p>'.repeat(4)}<img loading="lazy" src="/pixel" width="9" height="9">
      <div id="late" style="height:10px"></div><script>
      new IntersectionObserver((seen) => { if (seen.some((e) => e.isIntersecting)) late.className = 'seen'; }).observe(late);
      </script>`),
    '/pixel': (request, response) => {
      requested.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'image/gif' }).end(pixel);
    },
    '/consent':
      page(`<h1>Shop</h1><div id="cookie-bar" style="position:fixed;bottom:0;left:0;right:0;background:#eee">
      We use cookies. <button onclick="choice='accepted';this.parentNode.remove()">Accept all</button>
      <button onclick="choice='refused';this.parentNode.remove()">Reject all</button></div>
      <button onclick="choice='wrong'">Close</button><script>choice = null</script>`),
    // The banner of a known service. It can be refused only in its second layer, and its buttons do not say so.
    '/known-consent':
      page(`<h1>Shop</h1><script>choice = null</script><div id="iubenda-cs-banner" style="position:fixed;bottom:0">
      <button class="iubenda-cs-accept-btn" onclick="choice='accepted'">Fine</button>
      <button class="iubenda-cs-customize-btn" onclick="layer.hidden=false">More</button>
      <div id="layer" hidden><button class="iub-btn-reject" onclick="choice='refused'">R</button>
      <button id="iubFooterBtn" onclick="this.closest('#iubenda-cs-banner').remove()">Done</button></div></div>`),
    // The banner comes while the page's lazy parts are being loaded, and blocks scrolling until it has an answer.
    '/late-consent':
      page(`<h1>Shop</h1><div style="height:9000px">Long</div><div id="late" style="height:10px"></div><script>
      choice = null;
      new IntersectionObserver((seen) => { if (seen.some((e) => e.isIntersecting)) late.className = 'seen'; }).observe(late);
      setTimeout(() => {
        document.body.style.position = 'fixed';
        const bar = document.createElement('div');
        bar.style = 'position:fixed;bottom:0;left:0;right:0;background:#eee';
        bar.innerHTML = 'We use cookies. <button>Fine</button> <button>×</button>';
        const [accept, close] = bar.querySelectorAll('button');
        const answer = (given) => { choice = given; bar.remove(); document.body.style.position = ''; };
        accept.onclick = () => answer('accepted');
        close.onclick = () => answer('closed');
        document.body.append(bar);
      }, 950)</script>`),
    '/pop-ups': page(`<h1>Shop</h1><p style="height:3000px">Long</p>
      <div id="intercom-container" style="position:fixed;right:0;bottom:0;width:60px;height:60px">Chat</div>
      <div id="veil" style="position:fixed;inset:0;background:#0008"></div>
      <div id="news" class="modal" style="position:fixed;top:100px;left:100px;width:400px;height:300px;background:#fff">
      Subscribe to our newsletter <input> <button aria-label="Close" onclick="log.push('closed')">×</button></div>
      <dialog id="own" style="height:200px" open>Rename the project <input><button>Save</button></dialog>
      <script>log = []; setTimeout(() => { const late = document.createElement('div'); late.id = 'late';
      late.style = 'position:fixed;inset:100px;background:red'; late.innerHTML = 'Get 10% off <button>No thanks</button>';
      document.body.append(late); }, 6000)</script>`),
    '/application':
      page(`<aside id="column" style="position:fixed;left:0;top:0;width:220px;height:100vh">Gatherly
      <div>Home</div><div>Events</div><div>Discounts</div><div>Subscriptions</div><button>Ann Lee</button></aside>
      <div id="shell" style="position:fixed;inset:0 0 0 220px">Invoices ${'<button>Subscription</button>'.repeat(8)}</div>
      <div id="bar" style="position:fixed;top:0;left:0;right:0;height:96px"><nav><a href="#a">Coupons</a></nav></div>
      <div id="news" style="position:fixed;top:100px;left:300px;width:400px;height:300px">Subscribe to our newsletter
      <ul>${'<li>News</li>'.repeat(8)}</ul><input type="email"><button>No thanks</button></div>`),
    '/asked': page(`<h1>Mail</h1><button id="labels">Labels</button>
      <script>labels.onclick = () => { const list = document.createElement('div'); list.id = 'list';
      list.style = 'position:fixed;top:90px;left:90px;width:200px;height:200px'; list.innerHTML = '<input><p>Newsletters</p><p>Travel</p>';
      document.body.append(list); }</script>`),
    // A banner in a frame of no known service, and a frame that is not a banner.
    '/framed-consent': page(`<h1>Shop</h1><script>choice = null</script>
      <iframe style="position:fixed;inset:0;width:100%;height:100%" srcdoc="<p>We and our partners use cookies.</p>
      <button onclick=&quot;parent.choice='accepted'&quot;>Accept all</button>
      <button onclick=&quot;parent.choice='refused';frameElement.remove()&quot;>Reject all</button>"></iframe>
      <iframe id="own" style="position:fixed;bottom:0;width:300px;height:90px" srcdoc="<p>Leave the meeting?</p>
      <button onclick=&quot;parent.choice='wrong'&quot;>Close</button>"></iframe>`),
    '/widgets': page(`<h1>Chatty, a chat for teams</h1><div id="shown" class="chat-bubble">Hello!</div>
      <div id="corner" class="chat-widget" style="position:fixed;right:10px;bottom:120px;width:340px;height:200px">Hi <button>Start</button></div>
      <button id="bubble" aria-label="Live chat" style="position:fixed;right:20px;bottom:20px;width:60px;height:60px">?</button>
      <script>log = []; customElements.define('pop-up', class extends HTMLElement { constructor() { super();
      this.attachShadow({ mode: 'open' }).innerHTML = '<div style="position:fixed;top:200px;left:200px;width:400px;height:200px">Join our newsletter <input>' +
      '<button onclick="log.push(1)">No thanks</button></div>'; } }); setTimeout(() => document.body.append(document.createElement('pop-up')), 3000)</script>
      <pop-up></pop-up>`),
    '/busy': page('<h1>Busy</h1><script>setTimeout(() => { for (;;); }, 0)</script>'),
  });
  notTls = createServer((socket) => socket.end('this is not TLS\\r\\n'));
  await new Promise<void>((listening) => notTls.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await studio.close();
  await site.close();
  notTls.close();
});

const load = (url: string, options: Partial<Parameters<typeof loadPage>[2]> = {}) =>
  loadPage(studio.session, url, { log, ...options });

describe('a page that cannot be loaded says which fault it has', () => {
  it('cuts the words of a page within the page: its title, and what it writes to its console', async () => {
    const { session } = studio;
    let lines = 0;
    let longest = 0;
    const cdp = await session.page.createCDPSession();
    cdp.on('Runtime.consoleAPICalled', ({ args }) => {
      lines++;
      longest = Math.max(longest, ...args.map(({ value }) => (typeof value === 'string' ? value.length : 0)));
    });
    await cdp.send('Runtime.enable');
    const { title } = await loadPage(session, `${site.url}/endless-words`, { log });
    expect(title).toHaveLength(1_000);
    expect(await session.tab.ask(() => Reflect.get(window, 'done'))).toBe(true);
    expect(lines).toBeGreaterThan(100);
    // Each document counts for itself, and the browser tells some lines twice.
    expect(lines).toBeLessThan(2_000);
    expect(longest).toBeLessThanOrEqual(1_000);
    await cdp.detach();
  });

  it('cuts the errors of a page, and what its workers write, and the page does not notice', async () => {
    const { session } = studio;
    const told: string[] = [];
    const cdp = await session.page.createCDPSession();
    cdp.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) =>
      told.push(exception?.description ?? String(exception?.value ?? text)),
    );
    await cdp.send('Runtime.enable');
    let written = 0;
    session.page.once('workercreated', ({ client }) =>
      client.on('Runtime.consoleAPICalled', ({ args }) => {
        for (const { value } of args) written += String(value).length;
      }),
    );
    await load(`${site.url}/endless-errors`);
    const seen = () => session.tab.ask(() => Reflect.get(window, 'seen') as number);
    while ((await seen()) !== -2_002) await session.tab.clock.idle(100);
    expect(told[0]).toMatch(/^Error: short/);
    expect(told.length).toBeGreaterThan(100);
    expect(told.length).toBeLessThanOrEqual(501);
    expect(Math.max(...told.map(({ length }) => length))).toBeLessThan(10_000);
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThanOrEqual(500_000);
    await cdp.detach();
  });

  it('no such host', async () => {
    await expect(load('http://no-such-host.invalid/')).rejects.toMatchObject({
      kind: 'dns',
      message:
        'The page http://no-such-host.invalid/ could not be found: there is no address for no-such-host.invalid.',
    });
  });

  it('a server that refuses connections', async () => {
    await expect(load('http://127.0.0.1:47321/')).rejects.toMatchObject({ kind: 'refused', retryable: true });
  });

  it('a server without TLS behind https', async () => {
    const { port } = notTls.address() as AddressInfo;
    await expect(load(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ kind: 'tls', retryable: false });
  });

  it.each([
    [404, 'Not Found', false],
    [500, 'Internal Server Error', false],
    [503, 'Service Unavailable', true],
  ])('status %i', async (status, words, retryable) => {
    const url = `${site.url}/status/${status}`;
    const message = `The page ${url} answered with status ${status} (${words}).`;
    await expect(load(url)).rejects.toMatchObject({ kind: 'http_status', message, retryable });
  });

  it('a server that never answers, within its deadline', async () => {
    const loading = () => load(`${site.url}/never`, { timeoutMs: 1_500 });
    await within(6_000, () => expect(loading()).rejects.toMatchObject({ kind: 'timeout' }));
  });

  it('something that is not HTML', async () => {
    await expect(load(`${site.url}/text`)).rejects.toMatchObject({
      kind: 'not_html',
      message: `The address ${site.url}/text leads to a file (text/plain), not to a web page.`,
    });
  });

  it('an address that the guard blocks', async () => {
    await expect(load(`${site.url}/blocked`)).rejects.toMatchObject({
      kind: 'blocked',
      message: `The page ${site.url}/blocked may not be recorded: its address is private.`,
    });
  });

  it('a fault that only the guard knows', async () => {
    await expect(load(`${site.url}/proxy-dns`)).rejects.toMatchObject({ kind: 'dns' });
  });
});

describe('a page that loads', () => {
  it('loads after a fault of another page', async () => {
    const loaded = await load(`${site.url}/`);
    expect(loaded).toEqual({ url: `${site.url}/`, title: 'Kiln – pottery studio software' });
  });

  it('may never become idle: it is awaited for a few seconds only', async () => {
    expect((await within(12_000, () => load(`${site.url}/never-idle`))).title).toBe('Test');
  });

  it('may leave the answer to what it saves unread: nothing waits for that', async () => {
    await load(`${site.url}/saving`);
    expect(studio.session.tab.network.quietFor(0)).toBe(true);
  });

  it('may never finish loading', async () => {
    expect((await within(15_000, () => load(`${site.url}/never-loads`))).title).toBe('Test');
  });

  it('may wait for a script and a style sheet that never come: it is shown without them, on later pages at once', async () => {
    const startedMs = performance.now();
    expect((await within(14_000, () => load(`${site.url}/silent-parts`))).title).toBe('Ran on');
    expect(performance.now() - startedMs).toBeGreaterThan(8_000);
    expect(await studio.session.page.evaluate('below.textContent')).toBe('Below');
    await within(6_000, () => load(`${site.url}/silent-parts?again`));
  });

  it('may be where a press leads: it too is shown without what never comes', async () => {
    await load(`${site.url}/alert`);
    await within(14_000, async () => {
      await studio.session.page.evaluate(() => location.assign('/silent-next')).catch(() => undefined);
      await vi.waitUntil(() => studio.session.tab.network.navigating, { timeout: 30_000 });
      await followNavigation(studio.session, { log });
    });
    expect(await studio.session.page.title()).toBe('Followed');
  });

  it('may grow without end: it is gone down for a few seconds only, and is back at its top', async () => {
    expect((await within(20_000, () => load(`${site.url}/endless-height`))).title).toBe('Test');
    const [top, height] = await studio.session.tab.ask(() => [scrollY, document.body.scrollHeight]);
    expect(top).toBe(0);
    expect(height).toBeGreaterThan(100_000);
  });

  it('may open dialogs: they are dismissed', async () => {
    expect((await load(`${site.url}/alert`)).title).toBe('after');
  });

  it('may open dialogs without end: from some number on they are answered in the page', async () => {
    const words: string[] = [];
    const note = (dialog: { message(): string }) => words.push(dialog.message());
    studio.session.page.on('dialog', note);
    expect((await load(`${site.url}/endless-dialogs`)).title).toBe('500 false');
    studio.session.page.off('dialog', note);
    expect(words).toHaveLength(20);
    expect(words[0]).toHaveLength(1_000);
  });

  it('may navigate to another page by itself', async () => {
    expect((await load(`${site.url}/redirecting`)).url).toBe(`${site.url}/pricing.html`);
  });

  it('has its lazy images and lazy parts loaded, and is scrolled to its top', async () => {
    await load(`${site.url}/lazy`);
    expect(requested).toContain('/pixel');
    const state = await studio.session.page.evaluate(() => [
      document.getElementById('late')?.className,
      scrollY,
    ]);
    expect(state).toEqual(['seen', 0]);
  });

  it('has its consent banner refused, never accepted', async () => {
    await load(`${site.url}/consent`);
    expect(await studio.session.page.evaluate('choice')).toBe('refused');
  });

  it('has a late banner closed as well, and the lazy parts loaded that the banner has blocked', async () => {
    await load(`${site.url}/late-consent`);
    const state = await studio.session.page.evaluate('[choice, late.className]');
    expect(state).toEqual(['closed', 'seen']);
  });

  it('has the banner of a known consent service refused by its rules, in its second layer', async () => {
    await load(`${site.url}/known-consent`);
    const found = await studio.session.page.evaluate(
      '[choice, !!document.querySelector("#iubenda-cs-banner")]',
    );
    expect(found).toEqual(['refused', false]);
  });

  it('has a banner in a frame of any service refused, and keeps its other frames', async () => {
    await load(`${site.url}/framed-consent`);
    const state = await studio.session.page.evaluate('[choice, document.querySelectorAll("iframe").length]');
    expect(state).toEqual(['refused', 1]);
  });

  it('has chats in its corners hidden by their names, and pop-ups in shadow trees closed', async () => {
    await load(`${site.url}/widgets`);
    const { page, tab } = studio.session;
    await tab.clock.idle(3_200);
    const seen = await page.evaluate(() => [
      ...['shown', 'corner', 'bubble'].map((id) => document.getElementById(id)?.checkVisibility()),
      ...[...document.querySelectorAll('pop-up')].map((one) =>
        one.shadowRoot?.querySelector('div')?.checkVisibility(),
      ),
    ]);
    expect(seen).toEqual([true, false, false, false, false]);
    expect(await page.evaluate('log')).toEqual([1, 1]);
  });

  it('has pop-ups closed and chat bubbles hidden, also later ones, and keeps its own dialogs', async () => {
    await load(`${site.url}/pop-ups`);
    const { page, tab } = studio.session;
    await tab.clock.idle(6_500);
    const seen = await page.evaluate(() => {
      const shown = (id: string) =>
        document.getElementById(id)?.checkVisibility({ visibilityProperty: true });
      return ['intercom-container', 'veil', 'news', 'late', 'own'].map((id) => shown(id));
    });
    expect(seen).toEqual([false, false, false, false, true]);
    expect(await page.evaluate('log')).toEqual(['closed']);
  });

  it('keeps the navigation and the frame of an application that sells subscriptions', async () => {
    await load(`${site.url}/application`);
    const seen = await studio.session.page.evaluate(() =>
      ['column', 'shell', 'bar', 'news'].map((id) => document.getElementById(id)?.checkVisibility()),
    );
    expect(seen).toEqual([true, true, true, false]);
  });

  it('keeps what a press has opened, whatever it is about', async () => {
    await load(`${site.url}/asked`);
    const { page, tab } = studio.session;
    await page.evaluate('labels.click()');
    await tab.clock.idle(1_200);
    await closePopups(tab);
    expect(await page.evaluate(() => document.getElementById('list')?.checkVisibility())).toBe(true);
  });
});

describe('behind the guard', () => {
  async function behindGuard(allowLoopback: boolean, url: string) {
    const guard = await startGuard({ allowHosts: [], allowLoopback, log });
    const proxy = { url: guard.url, ...guard.credentials };
    const own = await openRecordingBrowser({ proxy });
    try {
      return await loadPage(own.session, url, { log, explain: guard.explain });
    } finally {
      await own.close();
      await guard.stop();
    }
  }

  it('an allowed page is loaded', async () => {
    expect((await behindGuard(true, `${site.url}/pricing.html`)).title).toBe('Pricing – Kiln');
  });

  it.each(['http', 'https'])('a blocked %s page is a fault that says so', async (scheme) => {
    const { port } = site.server.address() as AddressInfo;
    const url = `${scheme}://127.0.0.1:${port}/`;
    const loading = behindGuard(false, url);
    await expect(loading).rejects.toMatchObject({ kind: 'blocked', retryable: false });
    await expect(loading).rejects.toThrow(`The page ${url} may not be recorded: `);
  });

  it.each(['http', 'https'])(
    'a server that refuses connections is a fault of its own kind, over %s',
    async (scheme) => {
      const loading = behindGuard(true, `${scheme}://127.0.0.1:47321/`);
      await expect(loading).rejects.toMatchObject({ kind: 'refused' });
    },
  );
});

it('a page whose code never ends is given up', async () => {
  const own = await openRecordingBrowser();
  try {
    const loading = () => loadPage(own.session, `${site.url}/busy`, { log, timeoutMs: 2_000 });
    const fault = { name: 'RecordingFault', retryable: true };
    await within(25_000, () => expect(loading()).rejects.toMatchObject(fault));
  } finally {
    await own.close();
  }
});
