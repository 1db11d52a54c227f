import type { Frame, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';
import { type Files, finish, publishDemo } from '../support/film.ts';
import { type HostSite, hostSite, visit } from '../support/host-site.ts';
import { isPlaying, makeFilm, picture, polling, webm } from '../support/pages.ts';

let api: TestApi;
let browser: TestBrowser;
let files: Files;
let site: HostSite;
let readyId: string;

beforeAll(async () => {
  [api, browser, files] = await Promise.all([startApi(), testBrowser(), makeFilm('mp4')]);
  site = await hostSite(api);
  readyId = (await publishDemo(api, await makeFilm(), webm)).id;
});
afterAll(async () => {
  await site?.close();
  await browser?.close();
  await api?.stop();
});

/** A strict content policy. It allows scripts, connections and frames of this service, and nothing else. */
const strict = () =>
  `default-src 'none'; script-src ${api.baseUrl}; connect-src ${api.baseUrl}; frame-src ${api.baseUrl}; ` +
  "require-trusted-types-for 'script'; trusted-types 'none'";

const playerFrame = (page: Page): Promise<Frame> => page.waitForFrame((one) => one.url().includes('/embed/'));
const frames = (page: Page) => page.$$eval('[data-showreel] iframe', (all) => all.map((one) => one.src));
const status = (page: Page, nth = 0) =>
  page.$$eval(
    '[data-showreel]',
    (all, at) => all[at]?.firstElementChild?.shadowRoot?.querySelector('[role=status]')?.textContent ?? null,
    nth,
  );
const untilStatus = (page: Page, words: string) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll('[data-showreel] > div')].some((box) =>
        box.shadowRoot?.textContent?.includes(wanted),
      ),
    { polling },
    words,
  );
const untilFrames = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('[data-showreel] iframe').length === wanted,
    { polling },
    count,
  );

describe('/sdk.js', () => {
  test('is under 8 KB, and caches may keep it and revalidate it', async () => {
    const first = await api.request('GET', '/sdk.js', {
      key: null,
      headers: { 'Accept-Encoding': 'identity' },
    });
    expect(first.status).toBe(200);
    expect(Buffer.byteLength(first.text)).toBeLessThan(8 * 1024);
    const { headers } = first;
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    const known = await api.request('GET', '/sdk.js', { headers: { 'If-None-Match': headers.get('etag')! } });
    expect([known.status, known.text]).toEqual([304, '']);
  });

  test('makes the demo of its page under a strict content policy', async () => {
    const address = site.page(
      '/tour',
      `<title>  Acorn –
        a planner </title><link rel="canonical" href="${site.url}/tour?plan=a">
      <meta name="description" content="${'Plans. '.repeat(100)}">${site.tag('async')}
      <div data-showreel data-prompt="Show the week" data-template="guided-tour" data-section="Week"
        data-presentation='{"mockup":"macos-dark"}' data-loop data-muted="0" data-theme="dark"></div>
      <h1>Plan your <b>week</b></h1><h2></h2><h3>Not this</h3>${'<h2>More</h2>'.repeat(25)}`,
      { 'content-security-policy': strict() },
    );
    const { page, asked, complaints, warnings } = await visit(browser, `${address}?utm_source=mail#more`);
    const frame = await playerFrame(page);
    expect(asked).toEqual([
      {
        url: `${api.baseUrl}/api/v1/embed/generate`,
        key: site.key,
        body: {
          project_id: site.projectId,
          prompt: 'Show the week',
          template: 'guided-tour',
          section: 'Week',
          presentation: { mockup: 'macos-dark' },
          context: {
            url: `${site.url}/tour?plan=a`,
            title: 'Acorn – a planner',
            headings: ['Plan your week', ...Array.from({ length: 19 }, () => 'More')],
            description: 'Plans. '.repeat(100).slice(0, 500),
          },
        },
      },
    ]);
    const { pathname, search } = new URL(frame.url());
    expect(search).toBe('?loop=1&muted=0&theme=dark');
    await frame.waitForSelector('progress');
    await picture(page, 'sdk-waiting');
    const demo = await api.request('GET', `/api/v1/demos/${pathname.split('/').at(-1)}`);
    const { id, prompt, latestJob } = demo.body as unknown as Record<string, string> & {
      latestJob: { id: string };
    };
    expect([prompt, pathname]).toEqual(['Show the week', `/embed/${id}`]);
    await finish(api, latestJob.id, files);
    await frame.waitForSelector('.start');
    await picture(page, 'sdk-player');
    await frame.evaluate(() => document.querySelector<HTMLElement>('.start')?.click());
    await frame.waitForFunction(isPlaying, { polling });
    expect([complaints, warnings]).toEqual([[], []]);
    await picture(page, 'sdk-playing');
    const shape = await page.$eval('[data-showreel] iframe', (one) => one.getBoundingClientRect().toJSON());
    expect(shape.width / shape.height).toBeCloseTo(16 / 9, 2);
    await page.close();
  });

  test('sends only text that the store accepts, whatever the page contains', async () => {
    const address = site.page(
      '/broken',
      `<title>x</title><h1>${'a'.repeat(199)}😀</h1><h2>y</h2><script>
        document.title = 'Half \\ud83d\\0 of it 😀'; document.querySelector('h2').textContent = '\\ude00 low';
      </script>${site.tag()}<div data-showreel data-prompt="Broken"></div>`,
    );
    const { page, asked } = await visit(browser, address);
    await untilFrames(page, 1);
    expect(asked[0]?.body.context).toMatchObject({
      title: 'Half  of it 😀',
      headings: ['a'.repeat(199), ' low'],
    });
    await page.close();
  });

  test('shows a named demo without any key; sends one request for two equal elements', async () => {
    const address = site.page(
      '/several',
      `${site.tag()}<div data-showreel data-demo="${readyId}" data-autoplay></div>
      <div data-showreel data-prompt="One"></div><div data-showreel data-prompt="One" data-theme="light"></div>
      <div data-showreel data-prompt="Two"></div>`,
    );
    const { page, asked } = await visit(browser, address);
    await untilFrames(page, 4);
    expect(asked.map(({ body }) => body.prompt).sort()).toEqual(['One', 'Two']);
    const [named, one, same, two] = await frames(page);
    expect(named).toBe(`${api.baseUrl}/embed/${readyId}?autoplay=1`);
    expect(same).toBe(`${one}theme=light`);
    expect(two).not.toBe(one);
    const frame = await page.waitForFrame((candidate) => candidate.url() === named);
    await frame.waitForFunction(isPlaying, { polling });
    await page.close();
    const bare = site.page(
      '/named',
      `<script src="${api.baseUrl}/sdk.js"></script><p data-showreel data-demo="${readyId}"></p>`,
    );
    const visited = await visit(browser, bare);
    await playerFrame(visited.page);
    expect(visited.asked).toEqual([]);
    await visited.page.close();
  });

  test.each([
    ['before the body', (tag: (more?: string) => string) => [tag(), '']],
    ['async', (tag: (more?: string) => string) => [tag('async'), '']],
    ['deferred', (tag: (more?: string) => string) => [tag('defer'), '']],
    ['as a module', (tag: (more?: string) => string) => ['', tag('type="module"')]],
    ['twice', (tag: (more?: string) => string) => [tag('async'), tag()]],
    [
      'by another script',
      (tag: (more?: string) => string) => [
        '',
        `<script>const tag = document.createRange().createContextualFragment(${JSON.stringify(tag()).replaceAll('</', '<\\/')});
        setTimeout(() => document.body.append(tag), 50)</script>`,
      ],
    ],
  ])('works when loaded %s, and leaves one name in the page', async (how, tags) => {
    const [head, foot] = tags(site.tag);
    const path = `/loaded-${how.replace(/\W/g, '-')}`;
    const { page, asked, complaints } = await visit(
      browser,
      site.page(path, `${head}<h1>Late</h1><div data-showreel data-prompt="${how}"></div>${foot}`),
    );
    await untilFrames(page, 1);
    expect(asked.map(({ body }) => body.context.headings)).toEqual([['Late']]);
    const names = await page.evaluate(() => {
      const empty = document.createElement('iframe');
      document.body.append(empty);
      const known = new Set(Object.getOwnPropertyNames(empty.contentWindow));
      return Object.getOwnPropertyNames(window).filter(
        (name) => !known.has(name) && !/^(\d+|tag|__aria.*|.*puppeteer.*)$/.test(name),
      );
    });
    expect(names).toEqual(['Showreel']);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('follows an application from page to page, and sends no request twice', async () => {
    const address = site.page(
      '/app',
      `<title>A</title>${site.tag()}<main><h1>A</h1><div data-showreel data-prompt="App"></div></main>`,
    );
    const { page, asked } = await visit(browser, address);
    await untilFrames(page, 1);
    const first = (await frames(page))[0];
    const goTo = (path: string, name: string) =>
      page.evaluate(
        (to, title) => {
          history.pushState(null, '', to);
          // Frameworks change the address first and the content a little later.
          setTimeout(() => {
            document.title = title;
            document.querySelector('main')!.innerHTML =
              `<h1>${title}</h1><div data-showreel data-prompt="App"></div>`;
          }, 120);
        },
        path,
        name,
      );
    await goTo('/app/b', 'B');
    await page.waitForFunction(
      (before) => {
        const frame = document.querySelector<HTMLIFrameElement>('[data-showreel] iframe');
        return frame !== null && frame.src !== before;
      },
      { polling },
      first,
    );
    expect(asked.map(({ body }) => [body.context.url, body.context.title, body.context.headings])).toEqual([
      [`${site.url}/app`, 'A', ['A']],
      [`${site.url}/app/b`, 'B', ['B']],
    ]);
    await goTo('/app', 'A');
    await page.waitForFunction(
      (wanted) => document.querySelector<HTMLIFrameElement>('[data-showreel] iframe')?.src === wanted,
      { polling },
      first,
    );
    expect(asked).toHaveLength(2);
    // An element that stays in place shows the demo of the new page.
    await page.evaluate(() => history.pushState(null, '', '/app/c'));
    await expect.poll(() => asked.length).toBe(3);
    expect(asked[2]!.body.context.url).toBe(`${site.url}/app/c`);
    await page.goBack();
    await page.waitForFunction(
      (wanted) => document.querySelector<HTMLIFrameElement>('[data-showreel] iframe')?.src === wanted,
      { polling },
      first,
    );
    expect(asked).toHaveLength(3);
    await page.close();
  });

  test('follows an application also in browsers without the Navigation API', async () => {
    const address = site.page('/old', `${site.tag()}<div data-showreel data-prompt="Old"></div>`);
    const { page, asked } = await visit(browser, address, {
      prepare: async (page) => {
        await page.evaluateOnNewDocument(() =>
          Object.defineProperty(window, 'navigation', { value: undefined }),
        );
      },
    });
    await untilFrames(page, 1);
    const urls = () => asked.map(({ body }) => new URL(body.context.url as string).pathname);
    await page.evaluate(() => history.pushState({ kept: 1 }, '', '/old/b'));
    await expect.poll(urls).toEqual(['/old', '/old/b']);
    expect(await page.evaluate(() => history.state)).toEqual({ kept: 1 });
    await page.evaluate(() => history.replaceState(null, '', '/old/c'));
    await expect.poll(urls).toEqual(['/old', '/old/b', '/old/c']);
    await page.close();
  });

  test('finds elements that are added later, follows their changes, and forgets removed ones', async () => {
    const { page, asked, complaints } = await visit(
      browser,
      site.page('/later', `${site.tag()}<main></main>`),
    );
    await page.evaluate((id) => {
      document.querySelector('main')!.innerHTML =
        `<div id="x" data-showreel data-demo="${id}">Our demo</div>`;
    }, readyId);
    await untilFrames(page, 1);
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('#x')!.dataset.loop = '';
    });
    await page.waitForSelector('iframe[src$="?loop=1"]');
    // A framework that renders the element anew removes the player. The script puts it back.
    await page.evaluate(() => document.querySelector('#x')!.replaceChildren());
    await page.waitForSelector('iframe[src$="?loop=1"]');
    await page.evaluate(() => document.querySelector('#x')!.removeAttribute('data-showreel'));
    await page.waitForFunction(() => document.querySelectorAll('iframe').length === 0);
    await page.evaluate((id) => {
      const host = document.createElement('section');
      const hidden = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'));
      hidden.dataset.demo = id;
      document.body.append(host);
      (window as never as { Showreel: { render(element: Element): void } }).Showreel.render(hidden);
    }, readyId);
    await playerFrame(page);
    expect([asked, complaints]).toEqual([[], []]);
    await page.close();
  });

  test('is drawn correctly, whatever styles the page has for frames and boxes', async () => {
    const address = site.page(
      '/styled',
      `<style>iframe, div { display: none; height: 20px; opacity: .2; border: 9px solid red; max-width: 50px }
        [data-showreel] { display: block; height: auto; max-width: none; border: 0; opacity: 1; border-radius: 24px }</style>
      ${site.tag()}<div data-showreel data-demo="${readyId}"></div>`,
    );
    const { page } = await visit(browser, address);
    await playerFrame(page);
    const drawn = await page.$eval('[data-showreel] iframe', (frame) => {
      const { width, height } = frame.getBoundingClientRect();
      const { display, opacity, borderTopWidth } = getComputedStyle(frame);
      return { ratio: width / height, isWide: width > 800, display, opacity, borderTopWidth };
    });
    expect(drawn).toEqual({
      ratio: expect.closeTo(16 / 9, 2),
      isWide: true,
      display: 'block',
      opacity: '1',
      borderTopWidth: '0px',
    });
    await picture(page, 'sdk-styled');
    await page.close();
  });

  test('has the shape that its element names, before its player is there', async () => {
    const address = site.page(
      '/tall',
      `${site.tag()}<div data-showreel data-demo="${readyId}" data-aspect="9:16" style="width:270px"></div>`,
    );
    const { page } = await visit(browser, address);
    const heightOf = () => page.$eval('[data-showreel]', (element) => element.getBoundingClientRect().height);
    await page.waitForSelector('[data-showreel-box]');
    expect(await heightOf()).toBe(480);
    await playerFrame(page);
    expect(await heightOf()).toBe(480);
    await page.close();
  });

  test('sends its key to its own service only, and uses no key that was meant for another', async () => {
    const { page, asked, warnings } = await visit(
      browser,
      site.page(
        '/keys',
        `<script src="http://localhost:1/sdk.js" data-showreel-key="sr_pub_other"></script>
        <script src="${api.baseUrl}/sdk.js"></script><div data-showreel data-prompt="Key"></div>`,
      ),
    );
    await untilStatus(page, 'cannot be shown');
    expect(asked).toEqual([]);
    expect(warnings.join()).toContain('data-showreel-key');
    await page.close();
  });
});

describe('a fault', () => {
  /** Gives these answers first, as a proxy or a busy service would. Then the service answers itself. */
  const answering =
    (answers: { status: number; headers?: Record<string, string>; body?: string }[]) =>
    async (page: Page) => {
      await page.setRequestInterception(true);
      page.on('request', (request) => {
        const isAsking = request.method() === 'POST' && request.url().endsWith('/embed/generate');
        const answer = isAsking && answers.shift();
        if (!answer) return void request.continue();
        const headers = {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Expose-Headers': 'Retry-After',
          ...answer.headers,
        };
        void request.respond({
          contentType: 'application/json',
          body: '{"error":"Busy."}',
          ...answer,
          headers,
        });
      });
    };

  test('a refusal is shown in a plain sentence, logged for the developer, and can be tried again', async () => {
    const address = site.page(
      '/refused',
      `${site.tag()}<div data-showreel data-project="proj_unknown" data-prompt="No"></div>`,
    );
    const { page, asked, warnings } = await visit(browser, address);
    await untilStatus(page, 'cannot be shown');
    expect(await status(page)).toBe('The demo cannot be shown just now.Try again');
    expect(warnings.join()).toContain('No such project.');
    await picture(page, 'sdk-error');
    expect(asked).toHaveLength(1);
    await page.evaluate(() =>
      document
        .querySelector('[data-showreel]')!
        .firstElementChild!.shadowRoot!.querySelector('button')!
        .click(),
    );
    await expect.poll(() => asked.length).toBe(2);
    await page.evaluate((id) => {
      const element = document.querySelector<HTMLElement>('[data-showreel]')!;
      setTimeout(() => {
        element.dataset.project = id;
      }, 300);
    }, site.projectId);
    await untilFrames(page, 1);
    expect(asked).toHaveLength(3);
    await page.close();
  });

  test('a busy service is asked again at the time that it named, and not before', async () => {
    const { page, asked } = await visit(
      browser,
      site.page(
        '/busy',
        `${site.tag()}<div data-showreel data-prompt="Busy"></div><div data-showreel data-prompt="Also"></div>`,
      ),
      {
        prepare: async (page) => {
          // By the page's own clock: this process hears of a request later.
          await page.evaluateOnNewDocument(() => {
            const { fetch } = window;
            const times: number[] = [];
            const noting: typeof fetch = (...given) => {
              times.push(performance.now());
              return fetch(...given);
            };
            Object.assign(window, { fetch: noting, times });
          });
          const busy = { status: 429, headers: { 'Retry-After': '2' } };
          await answering([busy, busy])(page);
        },
      },
    );
    await untilStatus(page, 'comes shortly');
    await picture(page, 'sdk-busy');
    await page.evaluate(() => (window as never as { Showreel: { refresh(): void } }).Showreel.refresh());
    await untilFrames(page, 2);
    expect(asked).toHaveLength(4);
    const times = await page.evaluate(() => (window as never as { times: number[] }).times);
    expect(times).toHaveLength(4);
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(1990);
    await page.close();
  });

  test('a quota that is used up for days is not asked again', async () => {
    const { page, asked } = await visit(
      browser,
      site.page('/quota', `${site.tag()}<div data-showreel data-prompt="Q"></div>`),
      {
        prepare: answering([{ status: 429, headers: { 'Retry-After': '900000' } }]),
      },
    );
    await untilStatus(page, 'cannot be shown');
    await page.evaluate(() =>
      document.querySelector('[data-showreel] > div')!.shadowRoot!.querySelector('button')!.click(),
    );
    await new Promise((waited) => setTimeout(waited, 300));
    expect(asked).toHaveLength(1);
    expect(await status(page)).toContain('cannot be shown');
    await page.close();
  });

  test('a passing fault is not shown', async () => {
    const { page, asked } = await visit(
      browser,
      site.page('/fault', `${site.tag()}<div data-showreel data-prompt="F"></div>`),
      {
        prepare: answering([{ status: 503, body: '<html>Bad gateway' }]),
      },
    );
    expect(await status(page)).toBe('Preparing the demo…');
    await picture(page, 'sdk-placeholder');
    await untilFrames(page, 1);
    expect(asked).toHaveLength(2);
    await page.close();
  });

  test('the script never breaks a page', async () => {
    const { page, complaints, warnings } = await visit(
      browser,
      site.page(
        '/odd',
        `${site.tag()}<i id="Showreel"></i><title></title><div data-showreel data-presentation="{" data-prompt="${'x'.repeat(600)}"></div>
        <svg data-showreel></svg><div data-showreel data-demo="../../api?x=&quot;"></div>`,
      ),
    );
    await untilStatus(page, 'cannot be shown');
    await page.evaluate(() => {
      const { Showreel } = window as never as {
        Showreel: Record<'render' | 'refresh', (element?: unknown) => void>;
      };
      for (const odd of [null, undefined, 'div', {}, document, document.createTextNode('')]) {
        Showreel.render!(odd);
        Showreel.refresh!(odd);
      }
    });
    expect(await page.$eval('[data-demo] iframe', (frame) => (frame as HTMLIFrameElement).src)).toBe(
      `${api.baseUrl}/embed/..%2F..%2Fapi%3Fx%3D%22?`,
    );
    // The browser logs every answer with an error status. These lines are no faults of the page.
    expect(complaints.filter((one) => !one.startsWith('Failed to load resource'))).toEqual([]);
    expect(warnings.length).toBeGreaterThan(0);
    await page.close();
  });
});
