import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Observatory {
  lens: string;
  tags: Record<string, string[]>;
  targets: string[];
  letters: { to: string; text: string }[];
  visits: { topic: string; guide: string }[];
  tagNames: string[];
}

/**
 * An observatory whose parts stand in folded-away corners of its navigation. Its tags are made on one page and given on another, its targets are a box
 * of chips, a letter asks whom it is for, and a visit is booked in two steps of cards.
 */
const office = `<!doctype html><html lang="en"><title>Observatory</title>
<style>body { display: flex; margin: 0; font: 15px sans-serif } nav { width: 180px; padding: 10px } nav a { display: block; padding: 7px; cursor: pointer } main { flex: 1; padding: 16px }
[data-do] { cursor: pointer } .row { display: flex; gap: 12px; padding: 9px; border-bottom: 1px solid #ddd } .row b { flex: 1 } .box { width: 16px; height: 16px; border: 2px solid #246 } .chips { display: flex; gap: 6px; border: 1px solid #999; padding: 6px; width: 500px }
.chip { background: #dde; padding: 3px 8px } .form { border: 1px solid #999; padding: 14px; width: 460px } .card { display: flex; border: 1px solid #bbb; padding: 10px; margin: 8px 0 } .card div { flex: 1 } .veil { position: fixed; inset: 0; background: rgba(0,0,0,.4); display: grid; place-items: center } .modal { width: 440px; padding: 20px; background: #fff } .menu { position: absolute; z-index: 20; background: #fff; box-shadow: 0 2px 8px #888 } .menu div { padding: 6px }</style>
<nav id="nav"></nav><main id="main"></main>
<script>
  const parts = ['Tonight', 'Weather', 'Lenses', 'Sightings', 'Tags', 'Targets', 'Letters', 'Visits', 'Archive'];
  const sky = ['Green flash over the ridge', 'Two moons of Saturn', 'Slow satellite'];
  const seed = { lens: 'Wide lens', tagNames: ['faint', 'bright'], tags: Object.fromEntries(sky.map((one) => [one, []])), targets: ['Vega', 'Deneb'], letters: [], visits: [] };
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify(seed));
  const ui = { part: 'Tonight', one: '', menu: '', tagging: false, making: false, form: {}, dialog: '', typed: '' };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const icon = (d) => '<svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="#333"><path d="' + d + '"/></svg>';
  const button = (what, id, text) => '<div class="btn" data-do="' + what + '" data-id="' + id + '">' + text + '</div>';
  const card = (what, id, more) => '<div class="card" data-do="' + what + '" data-id="' + id + '"><div><b>' + id + '</b><br>' + more + '</div>' + icon('M9 6l6 6-6 6') + '</div>';
  const pages = {
    Tonight: () => '<h1>Tonight</h1><p>Clear from nine on.</p>', Weather: () => '<h1>Weather</h1><p>No clouds.</p>', Archive: () => '<h1>Archive</h1><p>Empty.</p>',
    Lenses: () => '<h1>Lenses</h1>' + ['Wide lens', 'Long lens', 'Night lens'].map((one) => '<div class="row"><span class="box" data-do="pick" data-id="' + one + '"></span><b>' + one + '</b><span>' + (state.lens === one ? 'Default' : '') + '</span><button data-do="menu" data-id="' + one + '">⋯</button>' +
      (ui.menu === one ? '<div class="menu"><div data-do="lens" data-id="' + one + '">Set as default</div><div data-do="clean" data-id="' + one + '">Clean</div></div>' : '') + '</div>').join(''),
    Sightings: () => ui.one ? '<h1>' + ui.one + '</h1><p>Seen on Monday.</p><div class="row"><b>Tags</b><span>' + (state.tags[ui.one].join(', ') || 'None') + '</span><button data-do="tagging">Edit</button></div>' + (ui.tagging ? '<div class="menu">' + state.tagNames.map((one) => '<div role="option" data-do="tag" data-id="' + one + '">' + one + '</div>').join('') + '</div>' : '') :
      '<h1>Sightings</h1>' + sky.map((one) => '<div class="row" data-do="open" data-id="' + one + '"><b>' + one + '</b><span>Monday</span></div>').join(''),
    Tags: () => '<h1>Tags</h1><button data-do="make">New tag</button>' + (ui.making ? '<div class="form"><p>Tag name<br><input data-field="name"></p><p>Meaning<br><input data-field="meaning"></p><div style="display:flex;gap:8px">' + button('cancel', '', 'Cancel') + button('made', '', 'Create tag') + '</div></div>' : '') + state.tagNames.map((one) => '<div class="row"><b>' + one + '</b><button>⋯</button></div>').join(''),
    Targets: () => '<h1>Targets</h1><div style="border:1px solid #ccc;padding:14px"><h3>Favourite stars</h3><div class="chips">' + state.targets.map((one) => '<span class="chip">' + one + '<button data-do="drop" data-id="' + one + '">✕</button></span>').join('') + '<input role="combobox" placeholder="Add one" data-chips></div></div>',
    Letters: () => '<h1>Letters</h1><button data-do="dialog" data-id="letter">New letter</button>', Visits: () => '<h1>Visits</h1><button data-do="dialog" data-id="visit">Book a visit</button>',
  };
  const dialogs = {
    letter: () => '<h2>New letter</h2><p>To<br><input data-field="to" placeholder="Type a name"></p><p>Message<br><textarea data-field="text"></textarea></p>' + button('close', '', 'Cancel') + button('send', '', 'Send'),
    visit: () => '<h2>Book a visit</h2>' + (!ui.form.topic ? '<p>What would you like to see?</p>' + card('topic', 'Moon', 'Craters and seas') + card('topic', 'Nebula', 'Clouds of gas') : '<p>Choose a guide</p>' + card('guide', 'Ola Berg', 'Knows the moon') + card('guide', 'Ina Roth', 'Knows the stars')) + button('close', '', 'Cancel'),
  };
  const draw = () => {
    nav.innerHTML = parts.map((one) => '<a data-do="go" data-id="' + one + '">' + one + '</a>').join('');
    main.innerHTML = pages[ui.part]() + (ui.dialog ? '<div class="veil"><div class="modal" role="dialog" aria-modal="true">' + dialogs[ui.dialog]() + '</div></div>' : '');
  };
  const deeds = {
    go: (id) => Object.assign(ui, { part: id, one: '', menu: '', making: false }), open: (id) => { ui.one = id; ui.tagging = false; }, menu: (id) => { ui.menu = id; }, pick: () => {}, clean: () => {},
    lens: (id) => { state.lens = id; ui.menu = ''; keep(); }, tagging: () => { ui.tagging = true; }, tag: (id) => { state.tags[ui.one].push(id); ui.tagging = false; keep(); },
    make: () => { ui.making = true; ui.form = {}; }, cancel: () => { ui.making = false; }, made: () => { state.tagNames.push(ui.form.name); ui.making = false; keep(); }, drop: () => {},
    dialog: (id) => { ui.dialog = id; ui.form = {}; }, close: () => { ui.dialog = ''; }, send: () => { if (!ui.form.to) return; state.letters.push({ to: ui.form.to, text: ui.form.text }); ui.dialog = ''; keep(); },
    topic: (id) => { ui.form.topic = id; }, guide: (id) => { state.visits.push({ topic: ui.form.topic, guide: id }); ui.dialog = ''; keep(); },
  };
  addEventListener('click', ({ target }) => { const one = target.closest('[data-do]'); if (one) { deeds[one.dataset.do](one.dataset.id); draw(); } });
  addEventListener('input', ({ target }) => { if (target.dataset.field) ui.form[target.dataset.field] = target.value; });
  addEventListener('keydown', ({ target, key }) => { if (key === 'Enter' && 'chips' in target.dataset) { state.targets.push(target.value); keep(); draw(); } });
  keep();
  draw();
</script></html>`;

const film = filming<Observatory>(office);

const before: Observatory = {
  lens: 'Wide lens',
  tagNames: ['faint', 'bright'],
  tags: { 'Green flash over the ridge': [], 'Two moons of Saturn': [], 'Slow satellite': [] },
  targets: ['Vega', 'Deneb'],
  letters: [],
  visits: [],
};

test.each<[string, string, Partial<Observatory>]>([
  [
    'what gets a role is found by its name, and no box that selects its row is ticked',
    "Make 'Night lens' my default lens",
    { lens: 'Night lens' },
  ],
  [
    'a tag that is there is given to what is named, and none of that name is made',
    "Add the tag 'bright' to the sighting 'Two moons of Saturn'",
    { tags: { ...before.tags, 'Two moons of Saturn': ['bright'] } },
  ],
  [
    'a frame of fields that opens on the page is filled in and saved',
    "Create a tag 'moving' with the meaning 'Crosses the field within a minute'",
    { tagNames: ['faint', 'bright', 'moving'] },
  ],
  [
    'a name with a comma goes into a box of chips that is called by the text over it',
    'Add Altair, AQ to my favourite stars',
    { targets: ['Vega', 'Deneb', 'Altair, AQ'] },
  ],
  [
    'a letter gets the person that it is for',
    "Send a letter to Noor Haddad saying 'The sky is clear tonight'",
    { letters: [{ to: 'Noor Haddad', text: 'The sky is clear tonight' }] },
  ],
  [
    'what is booked in steps of cards is chosen step by step',
    "Book a 'Nebula' visit with Ina Roth",
    { visits: [{ topic: 'Nebula', guide: 'Ina Roth' }] },
  ],
])('%s', async (_, prompt, after) => {
  const filmed = await film(prompt);
  expect(filmed.plan.unmet).toEqual([]);
  expect(filmed.rehearsed).toEqual(before);
  expect(filmed.played).toEqual({ ...before, ...after });
});
