import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Harbour {
  hidden: string[];
  leave: Record<string, string>;
  limits: Record<string, string>;
}

/**
 * A harbour office that draws itself anew after each press, and 120 ms after each change of a field, as many applications do. The name of a boat
 * shows and hides it. A request is decided by a tick and a cross. The limit of a boat stands in a part of its form that is folded away.
 */
const office = `<!doctype html><html lang="en"><title>Harbour</title><main id="main"></main>
<style>[data-do] { cursor: pointer } .boat { display: flex; gap: 9px; width: 300px; padding: 8px } .box { width: 17px; height: 17px; border: 2px solid #036 } .box.on { background: #036 }
.boat b { flex: 1 } tr { height: 44px } td { padding: 0 16px } dialog { width: 420px } .part { padding: 10px }</style>
<script>
  const names = ['Heron', 'Gull', 'Tern'], people = ['Ines Roth', 'Ina Roth', 'Ola Berg'];
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({ hidden: [], limits: { Heron: '5000', Gull: '4000', Tern: '3000' }, leave: Object.fromEntries(people.map((one) => [one, 'Pending'])) }));
  const ui = { menu: '', boat: '', part: '', form: {} };
  const icon = (d) => '<svg width="14" height="14" viewBox="0 0 24 24" fill="none" stroke="#333"><path d="' + d + '"/></svg>';
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const show = (boat) => { state.hidden = state.hidden.includes(boat) ? state.hidden.filter((one) => one !== boat) : [...state.hidden, boat]; keep(); };
  const part = (name, inner) => '<section><div class="part" data-do="part" data-id="' + name + '">' + icon(ui.part === name ? 'M6 9l6 6 6-6' : 'M9 6l6 6-6 6') + ' <span>' + name + '</span></div>' + (ui.part === name ? inner : '') + '</section>';
  const field = (name) => '<div class="part">' + name + '<br><input data-field="' + name + '" value="' + (ui.form[name] ?? state.limits[ui.boat]) + '"></div>';
  const draw = () => {
    main.innerHTML = '<h1>Harbour office</h1><h2>Boats</h2><div>' + names.map((boat) => '<div class="boat"><span class="box ' + (state.hidden.includes(boat) ? '' : 'on') + '" data-do="show" data-id="' + boat + '"></span><b data-do="show" data-id="' + boat + '">' + boat + '</b>' +
      '<button data-do="menu" data-id="' + boat + '">⋯</button></div>' + (ui.menu === boat ? '<div role="menu"><div role="menuitem" data-do="show" data-id="' + boat + '">' + (state.hidden.includes(boat) ? 'Show' : 'Hide') + ' boat</div><div role="menuitem" data-do="edit" data-id="' + boat + '">Edit</div></div>' : '')).join('') + '</div>' +
      '<h2>Leave requests</h2><table><tr><th>Person</th><th>Status</th><th></th></tr>' + people.map((one) => '<tr><td>' + one + '</td><td>' + state.leave[one] + '</td><td>' + (state.leave[one] === 'Pending' ? '<button data-do="Approved" data-id="' + one + '">' + icon('M5 12l5 5L20 7') + '</button><button data-do="Declined" data-id="' + one + '">' + icon('M6 6l12 12M18 6L6 18') + '</button>' : '') + '</td></tr>').join('') + '</table>' +
      (ui.boat ? '<dialog open><h2>Edit ' + ui.boat + '</h2>' + part('Berth', '<p>North pier</p>') + part('Accounts', field('Credit limit')) + '<button data-do="cancel">Cancel</button> <button data-do="save">Save</button></dialog>' : '');
  };
  const deeds = {
    show, menu: (id) => { ui.menu = id; return true; }, edit: (id) => { ui.boat = id; ui.form = {}; }, part: (id) => { ui.part = ui.part === id ? '' : id; },
    cancel: () => { ui.boat = ''; }, save: () => { if ('Credit limit' in ui.form) state.limits[ui.boat] = ui.form['Credit limit']; ui.boat = ''; keep(); },
    Approved: (id) => { state.leave[id] = 'Approved'; keep(); }, Declined: (id) => { state.leave[id] = 'Declined'; keep(); },
  };
  addEventListener('click', ({ target }) => {
    const one = target.closest('[data-do]');
    if (!one || !deeds[one.dataset.do](one.dataset.id)) ui.menu = '';
    if (one) draw();
  });
  addEventListener('change', ({ target }) => { if (target.dataset.field) { ui.form[target.dataset.field] = target.value; setTimeout(draw, 120); } });
  keep();
  draw();
</script></html>`;

const film = filming<Harbour>(office);

const presses = ({ plan }: Awaited<ReturnType<typeof film>>) =>
  plan.script.steps.filter(({ type }) => type === 'click').length;

test('a name that turns the switch of its row is no way to the menu of the row', async () => {
  const filmed = await film("Hide the boat 'Tern'");
  expect(filmed.plan.unmet).toEqual([]);
  expect(filmed.rehearsed.hidden).toEqual([]);
  expect(filmed.played.hidden).toEqual(['Tern']);
});

test('a tick beside a cross accepts what its row is about', async () => {
  const filmed = await film("Approve Ina Roth's leave request");
  expect(filmed.plan.unmet).toEqual([]);
  expect(filmed.played.leave).toEqual({
    'Ines Roth': 'Pending',
    'Ina Roth': 'Approved',
    'Ola Berg': 'Pending',
  });
  expect(presses(filmed)).toBe(1);
});

test('the part of a form that has a field is unfolded, and the form is saved after it was drawn anew', async () => {
  const filmed = await film('Change the credit limit of Gull to $7,500');
  expect(filmed.plan.unmet).toEqual([]);
  expect(filmed.played.limits).toEqual({
    Heron: '5000',
    Gull: expect.stringMatching(/7,?500/),
    Tern: '3000',
  });
});
