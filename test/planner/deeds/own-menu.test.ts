import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { storedAs } from './pottery.ts';
import { fps, rehearse, stage } from './rehearsed.ts';

interface Jars {
  archived: string[];
}

/** A shelf of jars. What can be done with one stands in a menu of the page's own, behind the other button, and nowhere else. */
const shelf = `<!doctype html><html lang="en"><title>Shelf</title><h1>Shelf</h1><ul id="jars"></ul><p id="chosen"></p><div id="menu"></div>
<style>li { padding: 14px; margin: 6px; border: 1px solid #999; width: 300px; cursor: pointer } [role=menu] { position: fixed; background: #fff; border: 1px solid #555; padding: 6px }</style>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? '{"archived":[]}');
  const keep = () => { localStorage.setItem('${storedAs}', JSON.stringify(state)); draw(); };
  const names = Array.from({ length: 20 }, (_, at) => ['Apricot', 'Blackberry', 'Cherry', 'Damson'][at % 4] + (at < 4 ? '' : ' ' + (1 + Math.floor(at / 4))));
  const draw = () => { jars.innerHTML = names.map((name) => '<li data-jar="' + name + '">' + name + (state.archived.includes(name) ? ' · archived' : '') + '</li>').join(''); };
  addEventListener('click', ({ target }) => {
    const { jar, archive } = target.dataset;
    if (jar) chosen.textContent = 'Chosen: ' + jar;
    if (archive) state.archived.push(archive);
    menu.replaceChildren();
    if (archive) keep();
  });
  addEventListener('contextmenu', (event) => {
    const jar = event.target.dataset.jar;
    if (!jar) return;
    event.preventDefault();
    menu.innerHTML = '<div role="menu" style="left:' + event.clientX + 'px;top:' + event.clientY + 'px"><div role="menuitem" tabindex="0" data-archive="' + jar + '">Archive jar</div><div role="menuitem" tabindex="0">Print a label</div></div>';
  });
  keep();
</script></html>`;

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', { '/': html(shelf) });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
  await studio.session.tab.writeHold.prepare();
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

test.each(['Cherry', 'Damson 5'])(
  'the menu of an application is opened with the other button, and the film does the deed once: %s',
  async (jar) => {
    const prompt = `Archive the '${jar}' jar`;
    const { plan, rehearsed, played } = await rehearse<Jars>(studio.session, site.url, prompt);
    expect(plan.unmet).toEqual([]);
    const presses = plan.script.steps.flatMap((step) =>
      step.type === 'click' ? [`${step.button ?? 'primary'} ${step.showreel?.name}`] : [],
    );
    expect(presses).toEqual([`secondary ${jar}`, 'primary Archive jar']);
    expect(rehearsed.archived).toEqual([]);
    expect(played.archived).toEqual([jar]);
  },
);
