import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from '../../recorder/browser/recording-browser.ts';
import { html, serveSite, type TestSite } from '../../support/site.ts';
import { storedAs } from './pottery.ts';
import { fps, rehearse, stage } from './rehearsed.ts';

interface Joinery {
  jobs: { name: string; hours: number; due: string; tags: string[]; starts?: string; paint?: string }[];
  benches: string[];
  lathe: boolean;
}

/**
 * A joinery. Each job has a page with values and "Edit" beside each, which opens a panel: one asks for a number and is kept with Enter, one
 * is a calendar with lists of months and years, one offers tags and is applied. Benches are reached by the button that shows the present one.
 * The form for a job takes dates only as it says, and has its colours as swatches.
 */
const joinery = `<!doctype html><html lang="en"><title>Joinery</title>
<style>body { margin: 0; font: 15px sans-serif; display: flex } nav { width: 180px; padding: 16px; background: #eee; min-height: 96vh } nav a { display: block; padding: 8px }
  main { flex: 1; padding: 16px } .row { display: flex; gap: 30px; padding: 12px; border-bottom: 1px solid #ccc } .line { padding: 8px 0; width: 300px } .line header { display: flex; justify-content: space-between }
  [data-do] { cursor: pointer } #panel { position: absolute; right: 60px; width: 240px; background: #fff; border: 1px solid #666; padding: 10px } #panel:empty { display: none }
  .swatch { display: inline-block; width: 26px; height: 26px; margin: 4px } .swatch.on { outline: 3px solid #000 } label { display: block } .days button { width: 30px }</style>
<nav><a href="#/jobs">Jobs</a><a href="#/benches">Benches</a><a href="#/machines">Machines</a></nav><main id="main"></main><div id="panel"></div>
<script>
  const seed = { jobs: [['Oak door', 3], ['Chest with warped drawer fronts', 8], ['Elm table', 5], ['Ash bench', 2]].map(([name, hours]) => ({ name, hours, due: '2026-03-20', tags: name === 'Ash bench' ? ['urgent'] : [] })),
    benches: ['Windows', 'Stairs', 'Chairs'], lathe: false };
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify(seed));
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
  let bench = 0, form = null, pick = null, closing = null, turned = [2026, 3];
  const keep = () => { localStorage.setItem('${storedAs}', JSON.stringify(state)); draw(); };
  const close = () => { panel.innerHTML = ''; const last = closing; closing = null; last?.(); };
  const job = () => state.jobs[+location.hash.split('/')[2]];
  const line = (name, value) => '<div class="line"><header><b>' + name + '</b><a data-do="edit-' + name.toLowerCase() + '" tabindex="0">Edit</a></header><div>' + value + '</div></div>';
  const calendar = () => { const [y, m] = turned; panel.innerHTML = '<select id="month">' + months.map((name, at) => '<option value="' + (at + 1) + '"' + (at + 1 === m ? ' selected' : '') + '>' + name + '</option>').join('') + '</select><select id="year">' + [2025, 2026, 2027].map((one) => '<option' + (one === y ? ' selected' : '') + '>' + one + '</option>').join('') + '</select><div class="days">' + Array.from({ length: new Date(y, m, 0).getDate() }, (_, at) => '<button data-do="day">' + (at + 1) + '</button>').join('') + '</div>';
    month.onchange = year.onchange = () => { turned = [+year.value, +month.value]; calendar(); }; };
  const tags = () => { panel.innerHTML = '<b>Select tags</b> <a data-do="apply">Apply</a><ul role="listbox">' + ['urgent', 'export'].map((tag) => '<li role="option" tabindex="0" data-do="tag" aria-selected="' + pick.includes(tag) + '">' + tag + '</li>').join('') + '</ul>'; };
  const draw = () => {
    const [, page, at] = location.hash.split('/');
    if (form) main.innerHTML = '<div style="width:520px"><h1>New job</h1><div><label>Name <input id="name" value="' + form.name + '"></label><label>Start date <input id="start" placeholder="DD/MM/YYYY" value="' + form.starts + '"></label><div>Colour</div>' + [['Teal', '#0f6b77'], ['Plum', '#7a3b69'], ['Sand', '#d8c08a']].map(([name, code]) => '<a class="swatch' + (form.paint === name ? ' on' : '') + '" data-do="paint" title="' + name + '" style="background:' + code + '"></a>').join('') + '</div><p><button data-do="create">Create job</button> <button data-do="cancel">Cancel</button></p></div>';
    else if (page === 'benches') main.innerHTML = '<h1>Benches</h1><button data-do="benches" style="border:1px solid #888;padding:6px 10px">' + state.benches[bench] + ' <svg width="12" height="12" viewBox="0 0 16 16" fill="none" stroke="#333"><path d="M4 6l4 4 4-4"/></svg></button> <button data-do="configure">Configure bench</button><p id="editor"></p>';
    else if (page === 'machines') main.innerHTML = at ? '<p><b style="font-size:22px">' + at + '</b></p>' + (at === 'Lathe' && state.lathe ? '<button>Disable</button>' : '<button data-do="enable">Enable</button>') : '<h1>Machines</h1>' + ['Planer', 'Lathe', 'Router'].map((name) => '<div class="row"><a href="#/machines/' + name + '">' + name + '</a></div>').join('');
    else if (at) main.innerHTML = '<h1>' + job().name + '</h1>' + line('Hours', job().hours) + line('Due', job().due) + line('Tags', job().tags.join(', ') || 'None');
    else main.innerHTML = '<h1>Jobs</h1><button data-do="new">New job</button>' + state.jobs.map(({ name, tags }, index) => '<div class="row"><a href="#/jobs/' + index + '">' + name + '</a><span>' + tags.join(' ') + '</span></div>').join('');
  };
  const todo = {
    'edit-hours': () => { panel.innerHTML = '<input type="number" placeholder="Enter a number" value="' + job().hours + '">'; const [field] = panel.children; field.focus(); field.onkeydown = ({ key }) => key === 'Enter' && close(); closing = () => { job().hours = +field.value; keep(); }; },
    'edit-due': () => { turned = [2026, 3]; calendar(); },
    'edit-tags': () => { pick = [...job().tags]; tags(); closing = () => { job().tags = pick; keep(); }; },
    day: (text) => { const day = [turned[0], ...[turned[1], +text].map((part) => String(part).padStart(2, '0'))].join('-'); close(); job().due = day; keep(); },
    tag: (text) => { pick = pick.includes(text) ? pick.filter((one) => one !== text) : [...pick, text]; tags(); },
    apply: close,
    benches: () => { panel.innerHTML = '<b>Switch bench</b><ul role="listbox">' + state.benches.map((name) => '<li role="option" tabindex="0" data-do="switch">' + name + '</li>').join('') + '</ul>'; },
    switch: (text) => { bench = state.benches.indexOf(text); close(); draw(); },
    configure: () => { editor.innerHTML = '<div role="dialog" aria-modal="true" style="position:fixed;inset:100px 300px;background:#fff;border:1px solid"><h2>Configure bench</h2><label>Title <input id="title" value="' + state.benches[bench] + '"></label><button data-do="save">Save changes</button></div>'; },
    save: () => { state.benches[bench] = title.value; keep(); },
    new: () => { form = { name: '', starts: '', paint: '' }; draw(); },
    paint: (_, target) => { form = { name: document.getElementById('name').value, starts: document.getElementById('start').value, paint: target.title }; draw(); },
    create: () => { const [, day, month, year] = /^(\\d\\d)[/](\\d\\d)[/](\\d{4})$/.exec(document.getElementById('start').value) ?? []; if (!year) return; state.jobs.push({ ...form, name: document.getElementById('name').value, hours: 0, due: '', tags: [], starts: [year, month, day].join('-') }); form = null; keep(); },
    cancel: () => { form = null; draw(); },
    enable: () => { if (location.hash.endsWith('Lathe')) state.lathe = true; keep(); },
  };
  addEventListener('click', ({ target }) => { const at = target.closest('[data-do]'); if (at) { event.preventDefault(); todo[at.dataset.do](at.textContent.trim(), at); } });
  addEventListener('hashchange', () => { panel.innerHTML = ''; closing = null; form = null; draw(); });
  if (!location.hash) location.hash = '#/jobs';
  keep();
</script></html>`;

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('none', { '/': html(joinery) });
  studio = await openRecordingBrowser({ deviceScaleFactor: stage.scale, fps });
  await studio.session.tab.writeHold.prepare();
});
afterAll(async () => {
  await studio?.close();
  await site?.close();
});

const done = async (prompt: string) => {
  const { plan, rehearsed, played } = await rehearse<Joinery>(studio.session, site.url, prompt);
  expect(plan.unmet).toEqual([]);
  return { rehearsed, played };
};
const jobIn = ({ jobs }: Joinery, name: string) => jobs.find((job) => job.name === name)!;

test('a panel that asks for nothing but a number is kept with Enter', async () => {
  const { rehearsed, played } = await done("Set the hours of the job 'Oak door' to 6");
  expect(jobIn(rehearsed, 'Oak door').hours).toBe(3);
  expect(jobIn(played, 'Oak door').hours).toBe(6);
});

test('a calendar is turned by its lists of months and years', async () => {
  const { played } = await done("Set the due date of the job 'Elm table' to 14 September 2027");
  expect(jobIn(played, 'Elm table').due).toBe('2027-09-14');
});

test('a row is told by what the prompt says that it is about', async () => {
  const { played } = await done('Add the tag "urgent" to the job about warped drawer fronts');
  expect(played.jobs.filter(({ tags }) => tags.length > 0).map(({ name }) => name)).toEqual([
    'Chest with warped drawer fronts',
    'Ash bench',
  ]);
});

test('the others of a kind are behind the button that shows the present one', async () => {
  const { played } = await done("Rename the bench 'Stairs' to 'Staircases'");
  expect(played.benches).toEqual(['Windows', 'Staircases', 'Chairs']);
});

test('a date is written as its field asks for it, and a form is sent after a colour was chosen last', async () => {
  const { played } = await done(
    'Create a job called "Pear stool" with start date 4 May 2026 and colour Teal',
  );
  expect(jobIn(played, 'Pear stool')).toMatchObject({ starts: '2026-05-04', paint: 'Teal' });
});

test('on the page of what is named, a button says that it is switched on', async () => {
  const { played } = await done('Enable the Lathe machine');
  expect(played.lathe).toBe(true);
});
