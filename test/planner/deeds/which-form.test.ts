import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Boatyard {
  boats: Record<string, string>[];
  crew: Record<string, string>[];
  jobs: Record<string, string>[];
  office: { week: string; language: string; launch: string; note: string };
}

/** A boatyard that makes things in three forms, and keeps each block of its settings by a button of its own. */
const boatyard = `<!doctype html><html lang="en"><title>Boatyard</title><style>
  body { margin: 0; font: 14px sans-serif; display: flex } nav { width: 180px; padding: 20px; background: #eef } nav a { display: block; padding: 6px; cursor: pointer } main { padding: 20px; flex: 1 }
  label { display: block; margin: 10px 0 } input, select { display: block; width: 300px } section { border: 1px solid #99a; padding: 12px; margin: 12px 0 }
  .cards { display: flex; gap: 8px } .cards div { border: 1px solid #99a; padding: 10px; cursor: pointer } .cards .on { background: #cde; border: 2px solid #36c }
  .shade { position: fixed; inset: 0; background: #0008 } [role=dialog] { position: fixed; left: 400px; top: 120px; background: #fff; padding: 20px }</style>
<nav><a href="#boats">Boats</a><a href="#crew">Crew</a><a href="#jobs">Jobs</a><a href="#office">Settings</a></nav><main id="main"></main><div id="above"></div>
<script>
  const forms = { boats: ['New boat', ['Boat name', 'Owner', 'Length']], crew: ['Add worker', ['Full name', 'Phone', 'E-mail']], jobs: ['New job', ['Title', 'Start date', 'End date', 'Cost']] };
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? 'null') ?? { boats: [{ 'Boat name': 'Larkspur' }], crew: [{ 'Full name': 'Ida Moor' }], jobs: [{ Title: 'Hull scrub' }], office: { week: 'Sunday', language: 'English', launch: 'Slipway', note: 'By tide' } };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const open = (page) => {
    const [title, labels] = forms[page];
    above.innerHTML = '<div class="shade"></div><div role="dialog" aria-label="' + title + '"><h2>' + title + '</h2>' + labels.map((label) => '<label>' + label + '<input name="' + label + '"' + (label.endsWith('date') ? ' type="date"' : '') + '></label>').join('') + '<button id="cancel">Cancel</button><button id="make">Create</button></div>';
    cancel.onclick = () => { above.innerHTML = '' };
    make.onclick = () => { state[page].push(Object.fromEntries(labels.map((label) => [label, above.querySelector('[name="' + label + '"]').value]))); keep(); above.innerHTML = ''; draw() };
  };
  const select = (name, options) => '<select name="' + name + '">' + options.map((one) => '<option' + (state.office[name] === one ? ' selected' : '') + '>' + one + '</option>').join('') + '</select>';
  const settings = () => {
    main.innerHTML = '<h1>Settings</h1><section><h2>Language</h2><label>Language' + select('language', ['English', 'Danish']) + '</label><button class="save">Save changes</button></section>' +
      '<section><h2>Calendar</h2><label>First day of the week' + select('week', ['Sunday', 'Monday']) + '</label><button class="save">Save changes</button></section>' +
      '<section><h2>Launch method</h2><div class="cards">' + ['Slipway', 'Travel lift'].map((one) => '<div class="' + (state.office.launch === one ? 'on' : '') + '">' + one + '</div>').join('') + '</div><label>Launch note<input name="note" value="' + state.office.note + '"></label><button class="save">Save changes</button></section>';
    for (const card of main.querySelectorAll('.cards div')) card.onclick = () => { for (const one of main.querySelectorAll('.cards div')) one.classList.toggle('on', one === card) };
    for (const button of main.querySelectorAll('.save')) button.onclick = () => {
      const block = button.closest('section');
      for (const field of block.querySelectorAll('[name]')) state.office[field.name] = field.value;
      if (block.querySelector('.cards')) state.office.launch = block.querySelector('.on').textContent;
      keep();
      above.innerHTML = '<p role="status">Saved</p>';
    };
  };
  const draw = () => {
    const page = location.hash.slice(1) || 'boats';
    if (page === 'office') return settings();
    main.innerHTML = '<h1>' + page[0].toUpperCase() + page.slice(1) + '</h1><button id="maker">' + forms[page][0] + '</button><table>' + state[page].map((one) => '<tr><td>' + Object.values(one)[0] + '</td></tr>').join('') + '</table>';
    maker.onclick = () => open(page);
  };
  addEventListener('hashchange', draw);
  draw();
</script></html>`;

const film = filming<Boatyard>(boatyard);

test('of several forms, the one that has a place for all that is said is filled in', async () => {
  const { plan, rehearsed, played } = await film(
    "From 3 May 2027 to 9 May 2027 the yard does the 'Spring haul-out': plan that as a job",
  );
  expect(plan.unmet).toEqual([]);
  expect(rehearsed).toBeNull();
  expect(played.jobs.at(-1)).toEqual({
    Title: 'Spring haul-out',
    'Start date': '2027-05-03',
    'End date': '2027-05-09',
    Cost: '',
  });
  expect([played.boats.length, played.crew.length]).toEqual([1, 1]);
});

test('each block of a page is kept by its own button', async () => {
  const { plan, played } = await film('Set the first day of the week to Monday in the settings');
  expect(plan.unmet).toEqual([]);
  expect(played.office).toEqual({ week: 'Monday', language: 'English', launch: 'Slipway', note: 'By tide' });
});

test('what a card is called is chosen, and not typed into a field of a like name', async () => {
  const { plan, played } = await film("In the settings, pick 'Travel lift' as the launch method and save it");
  expect(plan.unmet).toEqual([]);
  expect(played.office).toEqual({
    week: 'Sunday',
    language: 'English',
    launch: 'Travel lift',
    note: 'By tide',
  });
});
