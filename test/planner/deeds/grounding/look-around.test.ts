import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../../support/site.ts';
import { storedAs } from '../pottery.ts';
import { fps, rehearse, stage } from '../rehearsed.ts';

interface Job {
  name: string;
  state: string;
  by: string;
  on: string;
  said: string[];
}
interface Yard {
  jobs: [Job, Job];
  standard: string;
}

const before: Yard = {
  jobs: [
    { name: 'Broken rudder', state: 'In Progress', by: 'Ines Roth', on: 'Apr 17, 2026', said: [] },
    { name: 'Torn sail', state: 'Waiting', by: 'Ola Berg', on: 'May 2, 2026', said: [] },
  ],
  standard: 'Hull plan',
};

/**
 * A boatyard. Nothing in the names of its views tells where a drawing is. A job shows what it is set to in buttons without labels, and has a box for remarks.
 * It sends each change to its server.
 */
const yard = `<!doctype html><title>Boatyard</title>
<style>body{margin:0;font:14px sans-serif;display:flex}nav{width:170px;padding:8px}nav button{display:block;width:150px;padding:8px;text-align:left}main{flex:1;padding:16px}
  table{border-collapse:collapse;width:90%}td{border-bottom:1px solid #ccc;padding:8px}.job{border-bottom:1px solid #ccc;padding:8px;cursor:pointer}
  .drop{position:absolute;background:#fff;border:1px solid #999;z-index:9}.drop div{padding:6px 12px;cursor:pointer}.set{display:flex;gap:8px}</style>
<nav id="nav"></nav><main id="main"></main>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? '${JSON.stringify(before)}');
  const { jobs } = state;
  const offered = { state: ['Waiting', 'In Progress', 'In Review', 'Done'], by: ['Ines Roth', 'Ola Berg', 'Mia Lund'] };
  const papers = ['Hull plan', 'Mast plan', 'Keel plan'];
  const keepAll = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const write = () => { keepAll(); fetch('/state', { method: 'PUT', body: JSON.stringify(state) }).catch(() => undefined) };
  const list = (below, some, take) => { const drop = document.createElement('div'); drop.className = 'drop'; drop.setAttribute('role', 'menu');
    for (const one of some) { const line = document.createElement('div'); line.setAttribute('role', 'menuitem'); line.textContent = one; line.onclick = () => { drop.remove(); take(one) }; drop.append(line) } below.after(drop) };
  const views = {
    Slipway: () => '<h1>Slipway</h1><p>Free until noon.</p>', Tides: () => '<h1>Tides</h1><p>High water at four.</p>',
    Crew: () => '<h1>Crew</h1><p>Three at work.</p>', Stores: () => '<h1>Stores</h1><p>Enough of all.</p>',
    Jobs: () => '<h1>Jobs</h1>' + jobs.map(({ name }, at) => '<div class="job" onclick="job(' + at + ')"><b>' + name + '</b></div>').join(''),
    Loft: () => '<h1>Loft</h1><table>' + papers.map((one, at) => '<tr><td>' + one + (one === state.standard ? ' · Standard' : '') + '</td><td><button aria-label="More" onclick="more(this,' + at + ')">⋯</button></td></tr>').join('') + '</table>',
  };
  const show = (name) => { main.innerHTML = views[name]() };
  const more = (button, at) => list(button, ['Rename…', 'Make standard plan', 'Download'], (one) => { if (one.startsWith('Make')) { state.standard = papers[at]; write() } show('Loft') });
  const job = (at) => { const one = jobs[at];
    main.innerHTML = '<h1>' + one.name + '</h1><div class="set"><button id="status">' + one.state + '</button><button id="owner">' + one.by + '</button><button>' + one.on + '</button></div><h2>Remarks</h2>'
      + one.said.map((said) => '<p>' + said + '</p>').join('') + '<div contenteditable="true" aria-label="Leave a remark…" style="border:1px solid #999;padding:8px;width:400px"></div><button id="keep">Remark</button>';
    for (const key of [['status', 'state'], ['owner', 'by']]) document.getElementById(key[0]).onclick = ({ target }) => list(target, offered[key[1]], (value) => { one[key[1]] = value; write(); job(at) });
    keep.onclick = () => { one.said.push(document.querySelector('[contenteditable]').textContent); write(); job(at) } };
  for (const name of Object.keys(views)) { const button = document.createElement('button'); button.textContent = name; button.onclick = () => show(name); nav.append(button) }
  keepAll();
  show('Slipway');
</script>`;

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', { '/yard': html(yard) });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
  await studio.session.tab.writeHold.prepare();
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

const [rudder, sail] = before.jobs;

test.each<[string, Partial<Yard>]>([
  // What a quotation names is a thing where a list has it, and the menu of its row does the deed.
  ["Make 'Keel plan' my standard plan", { standard: 'Keel plan' }],
  // Nothing names a field for the value. The button that shows one of its sort has it.
  ["Move 'Broken rudder' to In Review", { jobs: [{ ...rudder, state: 'In Review' }, sail] }],
  // What was written is kept by the button that is called like it.
  [
    "Leave the remark 'Needs new pins' on the job 'Broken rudder'",
    { jobs: [{ ...rudder, said: ['Needs new pins'] }, sail] },
  ],
])('“%s” is done once, wherever the views of the application have it', async (prompt, expected) => {
  const { plan, rehearsed, played } = await rehearse<Yard>(studio.session, `${site.url}/yard`, prompt);
  expect(plan.unmet).toEqual([]);
  expect(rehearsed).toEqual(before);
  expect(played).toEqual({ ...before, ...expected });
});
