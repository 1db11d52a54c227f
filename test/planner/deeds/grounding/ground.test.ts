import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../../support/site.ts';
import { storedAs } from '../pottery.ts';
import { fps, rehearse, stage } from '../rehearsed.ts';

interface Ferry {
  tickets: Record<string, boolean>;
  crew: Record<string, boolean>;
  digest: boolean;
  berth: string;
}

const before: Ferry = {
  tickets: { EARLY9: true, HARBOUR5: true },
  crew: { 'Mira Holt': false, 'Tom Reed': false },
  digest: true,
  berth: 'Berth 4',
};

/**
 * The office of a ferry, whose prompts below say things in sentences that give no order, give reasons, or have verbs that no control has. It sends
 * each change to its server.
 */
const ferry = `<!doctype html><html lang="en"><title>Ferry</title>
<style>body { font: 16px sans-serif } li, nav a { padding: 8px; margin: 4px; display: inline-block } li { display: block; border-bottom: 1px solid #999 }</style>
<nav><a href="#today">Today</a> <a href="#tickets">Ticket codes</a> <a href="#crew">Crew</a> <a href="#berths">Berths</a> <a href="#settings">Settings</a></nav><main id="main"></main>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? '${JSON.stringify(before)}');
  const keep = () => {
    localStorage.setItem('${storedAs}', JSON.stringify(state));
    fetch('/state', { method: 'PUT', body: JSON.stringify(state) }).catch(() => undefined);
    draw();
  };
  const box = (what, name, on, label) => '<label><input type="checkbox" role="switch" data-' + what + '="' + name + '"' + (on ? ' checked' : '') + (label ? '>' + label : ' aria-label="' + name + '">') + '</label>';
  const pages = {
    today: () => '<h1>Today</h1><p>Two crossings.</p>',
    tickets: () => '<h1>Ticket codes</h1><ul>' + Object.entries(state.tickets).map(([name, on]) => '<li><b>' + name + '</b> ' + box('ticket', name, on) + ' <button>Delete</button></li>').join('') + '</ul>',
    crew: () => '<h1>Crew</h1><ul>' + Object.keys(state.crew).map((name) => '<li><b>' + name + '</b> <button data-crew="' + name + '">' + (state.crew[name] ? 'On board' : 'Check in') + '</button></li>').join('') + '</ul>',
    berths: () => '<h1>Berths</h1><p>We land at ' + state.berth + '.</p>',
    settings: () => '<h1>Settings</h1><p>' + box('digest', 'digest', state.digest, 'Daily sales digest') + '</p>',
  };
  const draw = () => { main.innerHTML = pages[location.hash.slice(1) || 'today'](); };
  addEventListener('hashchange', draw);
  addEventListener('change', ({ target: { dataset, checked } }) => {
    if (dataset.ticket) state.tickets[dataset.ticket] = checked;
    if (dataset.digest) state.digest = checked;
    keep();
  });
  addEventListener('click', ({ target: { dataset } }) => {
    if (dataset.crew) { state.crew[dataset.crew] = true; keep(); }
  });
  localStorage.setItem('${storedAs}', JSON.stringify(state));
  draw();
</script></html>`;

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', { '/ferry': html(ferry) });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
  await studio.session.tab.writeHold.prepare();
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

const film = (prompt: string) => rehearse<Ferry>(studio.session, `${site.url}/ferry`, prompt);

test.each<[string, Partial<Ferry>]>([
  ['Please pause the ticket code EARLY9', { tickets: { EARLY9: false, HARBOUR5: true } }],
  ['Turn off the daily sales digest, nobody here reads it.', { digest: false }],
])('“%s” is done once, by what its words have on the screens', async (prompt, expected) => {
  const { plan, rehearsed, played } = await film(prompt);
  expect(plan.unmet).toEqual([]);
  expect(rehearsed).toEqual(before);
  expect(played).toEqual({ ...before, ...expected });
});

test('where nobody has the name, no other row is pressed, and the plan says so', async () => {
  const { plan, played } = await film('Please check in Nadia Voss, who has just arrived');
  expect(plan.nothingDone).toBe(true);
  expect(plan.unmet).toHaveLength(1);
  expect(played).toEqual(before);
});

test('a verb that nothing on the screens does is done by nothing else', async () => {
  const { plan, played } = await film('Please archive the ticket code HARBOUR5, it has ended');
  expect(plan.nothingDone).toBe(true);
  expect(played).toEqual(before);
});
