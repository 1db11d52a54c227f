import { afterAll, beforeAll, expect, test } from 'vitest';
import { Rehearser } from '../../../src/planner/deeds/perform/rehearser.ts';
import { offCamera, type TriedPage } from '../../../src/planner/page/off-camera.ts';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Perceived, perceivedAt } from '../page/perceived.ts';
import { type Pages, servePages } from '../pages.ts';

let browser: TestBrowser;
let pages: Pages;
beforeAll(async () => {
  [browser, pages] = await Promise.all([testBrowser(), servePages({ '/till': till, '/requests': requests })]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

/** A till that puts new elements in the place of all that it has drawn, as applications do a moment after a field was left. */
const till = `<!doctype html><title>Test</title><h1>Till</h1><main></main><script>
  const draw = () => { document.querySelector('main').innerHTML = '<button>Save</button>'; };
  addEventListener('click', ({ target }) => { if (target.matches('button')) document.title = 'Saved'; });
  draw();
</script>`;

/** Requests, of which new ones come above the others. */
const requests = `<!doctype html><title>Requests</title><h1>Requests</h1><ul></ul><script>
  const names = ['Ann Lee', 'Cy Moss', 'Di Rudd'], late = ['Bo Berg', 'Ed Ward'], approved = [];
  const draw = () => { document.querySelector('ul').innerHTML = names.map((name) => '<li style="padding:12px"><b>' + name + '</b> asks for a berth <button data-id="' + name + '">Approve</button></li>').join(''); };
  const come = () => { names.unshift(late.shift()); draw(); };
  addEventListener('click', ({ target }) => { if (target.dataset.id) { approved.push(target.dataset.id); draw(); } });
  draw();
</script>`;

const ways = { signal: new AbortController().signal };

/** Does something on the till while it draws itself anew `times` times, each just before an act. */
async function whileDrawn<T>(times: number, run: (till: Perceived, tried: TriedPage) => Promise<T>) {
  const page = await browser.page();
  try {
    const seen = await perceivedAt(page, `${pages.baseUrl}/till`);
    const before = { url: page.url(), scroll: { x: 0, y: 0 } };
    return await offCamera(seen.client, before, ways, async (tried) => {
      const act = tried.act.bind(tried) as (...given: unknown[]) => Promise<boolean>;
      let left = times;
      tried.act = async (...given: unknown[]) => {
        if (left-- > 0) await page.evaluate('draw()');
        return act(...given);
      };
      return { did: await run(seen, tried), title: await page.title() };
    });
  } finally {
    await page.close();
  }
}

async function save(_: Perceived, tried: TriedPage) {
  const rehearser = await Rehearser.on(tried);
  const item = rehearser.screen.items.find(({ name }) => name === 'Save')!;
  const { changed } = await rehearser.act({
    do: 'press',
    item,
    part: 'finish',
    what: 'Save it.',
    opens: [],
  });
  return { changed, length: rehearser.path.length };
}

test('a press meets what was drawn anew between the aiming and the press', async () => {
  const { did, title } = await whileDrawn(1, save);
  expect(did.length).toBe(1);
  expect(title).toBe('Saved');
});

test('what is drawn anew each time is given up, and nothing is pressed', async () => {
  const { did, title } = await whileDrawn(9, save);
  expect(did).toEqual({ changed: false, length: 1 });
  expect(title).toBe('Test');
});

test('an act says where its element is gone', async () => {
  const { did } = await whileDrawn(0, async (seen, tried) => {
    const { id } = seen.item('button', 'Save');
    const first = await tried.act('press', id);
    await seen.client.page.evaluate('draw()');
    return [first, await tried.act('press', id), await tried.act('fill', id, 'x')];
  });
  expect(did).toEqual([true, false, false]);
});

test('a press that is aimed anew stays with its row, where others come above it', async () => {
  const page = await browser.page();
  try {
    const { client } = await perceivedAt(page, `${pages.baseUrl}/requests`);
    const before = { url: page.url(), scroll: { x: 0, y: 0 } };
    const approved = await offCamera(client, before, ways, async (tried) => {
      const rehearser = await Rehearser.on(tried);
      const act = tried.act.bind(tried) as (...given: unknown[]) => Promise<boolean>;
      let left = 2;
      tried.act = async (...given: unknown[]) => {
        if (left-- > 0) await page.evaluate('come()');
        return act(...given);
      };
      const { things, items } = rehearser.screen;
      const item = items.find(
        ({ name, owner }) => name === 'Approve' && things[owner]?.text.startsWith('Cy Moss'),
      )!;
      await rehearser.act({ do: 'press', item, part: 'deed', what: 'Approve it.', opens: [] });
      return page.evaluate('approved');
    });
    expect(approved).toEqual(['Cy Moss']);
  } finally {
    await page.close();
  }
});
