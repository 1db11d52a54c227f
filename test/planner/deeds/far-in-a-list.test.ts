import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { storedAs } from './pottery.ts';
import { fps, rehearse, stage } from './rehearsed.ts';

interface Crates {
  weights: Record<string, string>;
}

/**
 * A list of 60 crates, ten on a page. A row is called by what is in the crate, and its code stands below in small print. The weight is set
 * on the crate's own page, which opens from the row. A crate is found by turning the pages, or by a search that begins at Enter.
 */
const store = (canPage: boolean) => `<!doctype html><html lang="en"><title>Store</title>
<style>body { font: 16px sans-serif } li { padding: 8px; border-bottom: 1px solid #999; list-style: none } small { display: block } a { color: #06c }</style>
<nav><a href="#" data-to="list">Crates</a> <a href="#" data-to="about">About the store</a></nav><h1>Store</h1>
<div><button data-open="tools">Tools</button><div id="tools" role="menu" hidden><div role="menuitem" tabindex="0">Print all</div></div></div><main id="main"></main>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? '{"weights":{}}');
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const goods = ['Lemons', 'Slate tiles', 'Copper wire', 'Candles', 'Rope', 'Barley'];
  const all = Array.from({ length: 60 }, (_, at) => ({ code: '#' + (400 - 3 * at), title: goods[at % 6] + ' from dock ' + (1 + at % 11) }));
  let at = 0, sought = '';
  const list = () => {
    const found = all.filter(({ code, title }) => (code + title).includes(sought));
    main.innerHTML = '<input placeholder="Search crates" id="search" value="' + sought + '"><ul>' + found.slice(at, at + 10).map(({ code, title }) =>
      '<li class="list-item"><a href="#" data-crate="' + code + '">' + title + '</a><small>' + code + ' · came in on Monday</small></li>').join('') + '</ul>' +
      (${canPage} && at + 10 < found.length ? '<button data-to="next">Next</button>' : '');
  };
  const crate = (code) => { main.innerHTML = '<h2>' + all.find((one) => one.code === code).title + '</h2><p>' + code + '</p><label>Weight <input id="weight" value="' + (state.weights[code] ?? '') + '"></label>';
    weight.onchange = () => { state.weights[code] = weight.value; keep(); }; };
  addEventListener('click', (event) => {
    const { to, crate: code, open } = event.target.dataset;
    if (to || code) event.preventDefault();
    if (to === 'list') { at = 0; sought = ''; list(); }
    if (to === 'about') main.innerHTML = '<p>Open since spring.</p>';
    if (to === 'next') { at += 10; list(); }
    if (code) crate(code);
    tools.hidden = !open;
  });
  addEventListener('keydown', ({ key, target }) => { if (key === 'Enter' && target.id === 'search') { at = 0; sought = target.value; list(); } });
  list();
  keep();
</script></html>`;

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', { '/pages': html(store(true)), '/search': html(store(false)) });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
  await studio.session.tab.writeHold.prepare();
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

test.each([
  ['pages', '#355', ['click Next', 'click Candles from dock 5', 'change 12']],
  ['search', '#256', ['change #256', 'keyDown Enter', 'click Lemons from dock 5', 'change 12']],
])('a thing that is far in a list is found by its code: by %s', async (how, code, steps) => {
  const prompt = `Set the weight of ${code} to 12`;
  const { plan, rehearsed, played } = await rehearse<Crates>(studio.session, `${site.url}/${how}`, prompt);
  expect(plan.unmet).toEqual([]);
  const acts = plan.script.steps.flatMap((step) =>
    step.type === 'click'
      ? [`click ${step.showreel?.name}`]
      : step.type === 'change'
        ? [`change ${step.value}`]
        : step.type === 'keyDown'
          ? [`keyDown ${step.key}`]
          : [],
  );
  expect(acts.slice(0, steps.length)).toEqual(steps);
  expect(rehearsed.weights).toEqual({});
  expect(played.weights).toEqual({ [code]: '12' });
});
