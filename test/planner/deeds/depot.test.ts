import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Depot {
  terms: {
    due: string;
    dueFrom: string;
    service: string;
    serviceUnit: string;
    hold: string;
    holdUnit: string;
  };
  shown: { type: string; state: string };
  sort: string;
  ready: string[];
  slot: string;
  calls: Record<string, string>;
  rules: { deposits: boolean; currency: string };
  riders: Record<string, string>[];
}

/**
 * The office of a depot for bicycles. Its settings have a number and its unit in two controls behind one label, its list has filters above it, heads that sort, and
 * boxes to select rows, which bring a bar of what can be done with them. A list of lengths has “Custom” for others, and numbers are pressed to be
 * changed, all of them with the same words. What says that the rules were saved lies over the bar that saves them, for some seconds.
 */
const depot = `<!doctype html><html lang="en"><title>Depot</title><style>
  body { margin: 0; font: 14px sans-serif; display: grid; grid-template-columns: 180px 1fr } aside { height: 100vh; padding: 12px; background: #eef } aside div { padding: 8px; cursor: pointer } main { padding: 12px 24px } .field { display: flex; align-items: center; gap: 10px; padding: 10px 0 } .field > span { width: 190px } .field input { width: 60px }
  .pick { position: relative; border: 1px solid #aaa; padding: 6px 10px; width: 220px; cursor: pointer } .drop { position: absolute; left: -1px; top: 30px; width: 240px; background: #fff; border: 1px solid #888; z-index: 2 } .drop div { padding: 7px 10px } table { border-collapse: collapse; width: 860px } th, td { text-align: left; padding: 9px; border-bottom: 1px solid #ddd } th { cursor: pointer } .bar { display: flex; gap: 10px; padding: 8px; background: #dfd; width: 844px } .foot, .toast { position: fixed; left: 420px; bottom: 16px; width: 560px; height: 44px; display: flex; gap: 12px; align-items: center; justify-content: end; background: #fff; border: 1px solid #999; padding: 0 12px; box-shadow: 0 2px 8px #888 } .toast { background: #cfc }</style>
<aside></aside><main></main>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({ terms: { due: '30', dueFrom: 'days after the end of the month', service: '6', serviceUnit: 'weeks', hold: '2', holdUnit: 'hours' }, shown: { type: 'All types', state: 'All states' }, sort: 'Frame', ready: [], slot: '30 min', calls: { Cell: '555 0101', Desk: '555 0102', Workshop: '555 0103' }, rules: { deposits: false, currency: 'Dollar' }, riders: [{ 'Full name': 'Mai Tran', 'Job title': 'Courier', Company: 'Fjord Post' }, { 'Full name': 'Olu Bello', 'Job title': 'Baker', Company: 'Crumb' }] }));
  const ui = { page: 'Overview', open: null, selected: [], own: false, call: null, rules: null, saved: 0, rider: null, part: null };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const bikes = [['K-101', 'Cargo', 'In repair', 'Oslo'], ['K-102', 'Tandem', 'Rented', 'Bergen'], ['K-103', 'City', 'In repair', 'Oslo'], ['K-104', 'Cargo', 'Rented', 'Molde'], ['K-105', 'City', 'In repair', 'Bergen'], ['K-106', 'Tandem', 'In repair', 'Oslo']];
  const lists = { dueFrom: ['days after the invoice date', 'days after the end of the month', 'days after delivery'], type: ['All types', 'Cargo', 'Tandem', 'City'], state: ['All states', 'In repair', 'Rented'], slot: ['15 min', '30 min', '60 min', 'Custom'] };
  const pick = (name, value) => '<div class="pick" data-do="open" data-id="' + name + '">' + value + ' ▾' + (ui.open === name ? '<div class="drop">' + lists[name].map((one) => '<div data-do="choose" data-id="' + name + '" data-value="' + one + '">' + one + '</div>').join('') + '</div>' : '') + '</div>';
  const unit = (name, all) => '<select data-set="' + name + '">' + all.map((one) => '<option' + (state.terms[name] === one ? ' selected' : '') + '>' + one + '</option>').join('') + '</select>';
  const number = (name) => '<input type="number" data-set="' + name + '" value="' + state.terms[name] + '">';
  const pages = {
    Overview: () => '<h1>Overview</h1><p>Six bicycles are out.</p>',
    Contact: () => '<h1>Contact</h1>' + Object.keys(state.calls).map((name) => '<div class="field"><span>' + name + '</span>' + (ui.call === name ? '<div><input style="width: 120px" name="call" value="' + state.calls[name] + '"> <button data-do="call" data-id="' + name + '">Save</button> <button data-do="calls">Cancel</button></div>' : '<button title="Click to edit" data-do="calls" data-id="' + name + '">' + state.calls[name] + '</button>') + '</div>').join(''),
    Bicycles: () => '<h1>Bicycles</h1><div class="field"><span>Type</span>' + pick('type', state.shown.type) + '<span style="width: 60px">State</span>' + pick('state', state.shown.state) + '</div>' + (ui.selected.length ? '<div class="bar">' + ui.selected.length + ' selected <button data-do="ready">Mark as ready</button><button data-do="none">Clear</button></div>' : '') +
      '<table><tr><th></th>' + ['Frame', 'Type', 'State', 'City'].map((head) => '<th data-do="sort" data-id="' + head + '">' + head + (state.sort === head ? ' ▲' : '') + '</th>').join('') + '</tr>' + bikes.filter(([, type, now]) => [type, 'All types'].includes(state.shown.type) && [now, 'All states'].includes(state.shown.state)).map((bike) => '<tr><td><input type="checkbox" data-bike="' + bike[0] + '"' + (ui.selected.includes(bike[0]) ? ' checked' : '') + '></td>' + bike.map((cell) => '<td>' + (cell === 'In repair' && state.ready.includes(bike[0]) ? 'Ready' : cell) + '</td>').join('') + '</tr>').join('') + '</table>',
    Riders: () => ui.rider === null ? '<h1>Riders</h1>' + state.riders.map((rider, at) => '<div class="field" style="cursor: pointer" data-do="rider" data-id="' + at + '"><b>' + rider['Full name'] + '</b></div>').join('') : '<h1>' + state.riders[ui.rider]['Full name'] + '</h1><section><h2>About</h2>' + Object.entries(state.riders[ui.rider]).map(([name, value]) => '<div class="field"><span>' + name + '</span>' + (ui.part === name ? '<div><input style="width: 160px" name="part" value="' + value + '"> <button data-do="keep" data-id="' + name + '">Save</button> <button data-do="part">Cancel</button></div>' : '<div style="width: 160px">' + value + '</div><button data-do="part" data-id="' + name + '">Edit</button>') + '</div>').join('') + '</section>',
    Rules: () => { const rules = ui.rules ?? state.rules; return '<h1>Rules</h1><div class="field"><span>Take deposits</span><button role="switch" aria-label="Take deposits" aria-checked="' + rules.deposits + '" data-do="deposits">' + (rules.deposits ? 'On' : 'Off') + '</button></div><div class="field"><span>Currency</span><select data-rule="currency">' + ['Dollar', 'Euro', 'Krone'].map((one) => '<option' + (rules.currency === one ? ' selected' : '') + '>' + one + '</option>').join('') + '</select></div>' + (ui.rules ? '<div class="foot"><span>There are changes</span><button data-do="undo">Discard</button><button data-do="save">Save changes</button></div>' : '') + (ui.saved ? '<div class="toast">The rules are saved</div>' : ''); },
    Terms: () => '<h1>Terms</h1><div class="field"><span>Bills are due</span>' + number('due') + pick('dueFrom', state.terms.dueFrom) + '</div><div class="field"><span>Service interval</span>' + number('service') + unit('serviceUnit', ['days', 'weeks', 'months']) + '</div><div class="field"><span>Hold a reservation for</span>' + number('hold') + unit('holdUnit', ['minutes', 'hours', 'days']) + '</div><div class="field"><span>Slot duration</span>' + pick('slot', ui.own ? 'Custom' : state.slot) + (ui.own ? '<input type="number" data-set="own"><select><option>min</option><option>h</option></select>' : '') + '</div>',
  };
  const draw = () => {
    document.querySelector('aside').innerHTML = Object.keys(pages).map((name) => '<div data-do="page" data-id="' + name + '">' + name + '</div>').join('');
    document.querySelector('main').innerHTML = pages[ui.page]();
  };
  const dos = {
    page: (id) => Object.assign(ui, { page: id, open: null, selected: [] }), open: (id) => { ui.open = ui.open === id ? null : id; }, sort: (id) => { state.sort = id; keep(); }, none: () => { ui.selected = []; },
    rider: (id) => { ui.rider = Number(id); }, part: (id) => { ui.part = id ?? null; }, keep: (id) => { state.riders[ui.rider][id] = document.querySelector('[name=part]').value; ui.part = null; keep(); },
    deposits: () => { const rules = ui.rules ?? state.rules; ui.rules = { ...rules, deposits: !rules.deposits }; }, undo: () => { ui.rules = null; },
    save: () => { state.rules = ui.rules; ui.rules = null; keep(); const at = ++ui.saved; setTimeout(() => { if (ui.saved === at) { ui.saved = 0; draw(); } }, 5000); },
    calls: (id) => { ui.call = id ?? null; }, call: (id) => { state.calls[id] = document.querySelector('[name=call]').value; ui.call = null; keep(); },
    choose: (id, { value }) => { if (value === 'Custom') { ui.own = true; ui.open = null; return; } if (id === 'slot') { state.slot = value; ui.open = null; keep(); return; } (id === 'dueFrom' ? state.terms : state.shown)[id] = value; ui.open = null; keep(); }, ready: () => { state.ready.push(...ui.selected.sort()); ui.selected = []; keep(); },
  };
  document.addEventListener('click', ({ target }) => { const at = target.closest('[data-do]'); if (!at) { if (ui.open) { ui.open = null; draw(); } return; } dos[at.dataset.do](at.dataset.id, at.dataset); draw(); });
  document.addEventListener('change', ({ target }) => { if (target.dataset.rule) { ui.rules = { ...(ui.rules ?? state.rules), [target.dataset.rule]: target.value }; draw(); return; } if (target.dataset.set === 'own') { state.slot = target.value + ' min'; keep(); } else if (target.dataset.set) { state.terms[target.dataset.set] = target.value; keep(); } if (target.dataset.bike) { ui.selected = target.checked ? [...ui.selected, target.dataset.bike] : ui.selected.filter((one) => one !== target.dataset.bike); draw(); } });
  keep();
  draw();
</script></html>`;

const film = filming<Depot>(depot);
const terms = {
  due: '30',
  dueFrom: 'days after the end of the month',
  service: '6',
  serviceUnit: 'weeks',
  hold: '2',
  holdUnit: 'hours',
};

test.each<[string, Partial<Depot>]>([
  [
    'Change when bills are due to 14 days after the invoice date',
    { terms: { ...terms, due: '14', dueFrom: 'days after the invoice date' } },
  ],
  [
    'Change the service interval to every 2 months',
    { terms: { ...terms, service: '2', serviceUnit: 'months' } },
  ],
  [
    'Change the hold of a reservation to 45 minutes',
    { terms: { ...terms, hold: '45', holdUnit: 'minutes' } },
  ],
  ['Change the length of a slot to 75 minutes', { slot: '75 min' }],
  [
    "Change the mobile phone number to '555 0142'",
    {
      calls: { Cell: '555 0142', Desk: '555 0102', Workshop: '555 0103' },
      rules: { deposits: false, currency: 'Dollar' },
    },
  ],
  [
    "Update Mai Tran's job title to 'Mechanic'",
    {
      riders: [
        { 'Full name': 'Mai Tran', 'Job title': 'Mechanic', Company: 'Fjord Post' },
        { 'Full name': 'Olu Bello', 'Job title': 'Baker', Company: 'Crumb' },
      ],
    },
  ],
  ['Turn on deposits and set the currency to euro', { rules: { deposits: true, currency: 'Euro' } }],
  ["Filter the bicycles by the type 'Tandem'", { shown: { type: 'Tandem', state: 'All states' } }],
  [
    "Show only the bicycles of the type 'City' with the state 'In repair'",
    { shown: { type: 'City', state: 'In repair' } },
  ],
  ['Sort the bicycles by city', { sort: 'City' }],
  ['Select the bicycles K-101 and K-105 and mark them as ready', { ready: ['K-101', 'K-105'] }],
])('%s', async (prompt, expected) => {
  const { plan, played } = await film(prompt);
  const presses = plan.script.steps.map((step) => ('target' in step ? step.target : step.type));
  expect({ unmet: plan.unmet, ...played }, JSON.stringify(presses)).toMatchObject({ unmet: [], ...expected });
});
