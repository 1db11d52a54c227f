import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Vouchers {
  vouchers: Record<string, string>[];
  goods: Record<string, string>[];
}

/**
 * The vouchers and goods of a bakery. A voucher has fields that are there only when something is ticked or chosen: its end, the least sum, how often it may
 * be used. What is sold has its state in a list of a card at the side, which has no label but the heading of the card.
 */
const bakery = `<!doctype html><html lang="en"><title>Bakery</title><style>
  body { margin: 0; font: 14px sans-serif; display: grid; grid-template-columns: 170px 1fr } nav { height: 100vh; padding: 12px; background: #fee } nav a { display: block; padding: 8px } main { padding: 12px 24px } fieldset { margin: 0 0 12px; width: 560px } label { display: block; padding: 4px 0 } .two { display: grid; grid-template-columns: 620px 260px } .card { border: 1px solid #bbb; padding: 12px; margin-bottom: 12px } .card h2 { font-size: 14px; margin: 0 0 8px }
  .pick { position: relative; border: 1px solid #aaa; padding: 6px 10px; cursor: pointer } .drop { position: absolute; left: -1px; top: 30px; width: 230px; background: #fff; border: 1px solid #888; z-index: 2 } .drop div { padding: 7px 10px }</style>
<nav><a href="#vouchers">Vouchers</a><a href="#goods">Goods</a></nav><main></main>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({ vouchers: [{ code: 'SPRING5', percent: '5' }], goods: [{ title: 'Rye Bread', price: '4.20', state: 'For sale' }] }));
  let form = null, open = null;
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const field = (name, label, type = 'text', more = '') => '<label>' + label + ' <input name="' + name + '" type="' + type + '" value="' + (form[name] ?? '') + '" ' + more + '></label>';
  const tick = (name, label) => '<label><input type="checkbox" data-tick="' + name + '"' + (form[name] ? ' checked' : '') + '> ' + label + '</label>';
  const radio = (value, label) => '<label><input type="radio" name="least" data-radio="' + value + '"' + (form.least === value ? ' checked' : '') + '> ' + label + '</label>';
  const pick = (name, all, shown) => '<div class="pick" data-do="open" data-id="' + name + '">' + shown + ' ▾' + (open === name ? '<div class="drop">' + all.map((one) => '<div data-do="choose" data-id="' + name + '" data-value="' + one + '">' + one + '</div>').join('') + '</div>' : '') + '</div>';
  const draw = () => {
    const page = location.hash === '#goods' ? 'goods' : 'vouchers';
    document.querySelector('main').innerHTML = !form
      ? '<h1>' + (page === 'goods' ? 'Goods' : 'Vouchers') + '</h1><button data-do="new" data-id="' + page + '">' + (page === 'goods' ? 'Add an article' : 'Create a voucher') + '</button><table>' + state[page].map((one) => '<tr>' + Object.values(one).map((cell) => '<td>' + cell + '</td>').join('') + '</tr>').join('') + '</table>'
      : page === 'goods'
        ? '<h1>New article</h1><div class="two"><div>' + field('title', 'Title') + field('price', 'Price', 'text', 'placeholder="0.00"') + '</div><div><div class="card"><h2>Visibility</h2>' + pick('state', ['For sale', 'Draft', 'Sold out'], form.state) + '</div><div class="card"><h2>Oven</h2>' + pick('oven', ['Stone', 'Deck', 'None'], form.oven) + '</div></div></div><button data-do="save" data-id="goods">Save</button>'
        : '<h1>New voucher</h1><fieldset><legend>Value</legend>' + field('code', 'Voucher code') + field('percent', 'Percentage', 'number') + '</fieldset><fieldset><legend>Least order</legend>' + radio('none', 'No minimum') + radio('sum', 'Minimum purchase amount ($)') + (form.least === 'sum' ? '<input name="sum" placeholder="0.00" value="' + (form.sum ?? '') + '">' : '') + radio('pieces', 'Minimum number of pieces') + (form.least === 'pieces' ? '<input name="pieces" type="number" value="' + (form.pieces ?? '') + '">' : '') + '</fieldset><fieldset><legend>Dates</legend>' + field('from', 'Start date', 'date') + tick('hasEnd', 'Set an end date') + (form.hasEnd ? '<label>Day <input name="until" type="date" value="' + (form.until ?? '') + '"></label>' : '') + '</fieldset><fieldset><legend>Uses</legend>' + tick('isLimited', 'Limit how often it can be used in total') + (form.isLimited ? '<input name="uses" type="number" value="' + (form.uses ?? '') + '">' : '') + '</fieldset><button data-do="save" data-id="vouchers">Save voucher</button>';
  };
  const dos = {
    new: (id) => { form = id === 'goods' ? { title: '', price: '', state: 'For sale', oven: 'None' } : { from: '2026-11-30', least: 'none' }; },
    open: (id) => { open = open === id ? null : id; }, choose: (id, value) => { form[id] = value; open = null; },
    save: (id) => { const { hasEnd, isLimited, least, ...made } = form; state[id].push(made); form = null; keep(); },
  };
  document.addEventListener('click', ({ target }) => { const at = target.closest('[data-do]'); if (!at) return; dos[at.dataset.do](at.dataset.id, at.dataset.value); draw(); });
  document.addEventListener('input', ({ target }) => { if (target.name && target.type !== 'radio') form[target.name] = target.value; });
  document.addEventListener('change', ({ target }) => { if (target.dataset.tick) { form[target.dataset.tick] = target.checked; draw(); } if (target.dataset.radio) { form.least = target.dataset.radio; draw(); } });
  addEventListener('hashchange', () => { form = null; draw(); });
  keep();
  draw();
</script></html>`;

const film = filming<Vouchers>(bakery);
const spring = { code: 'SPRING5', percent: '5' };
const rye = { title: 'Rye Bread', price: '4.20', state: 'For sale' };
const from = '2026-11-30';

test.each<[string, Partial<Vouchers>]>([
  [
    "Create a voucher with the code 'FROST20' that gives 20% off, needs a minimum purchase of $60 and ends on 2027-02-28",
    { vouchers: [spring, { from, code: 'FROST20', percent: '20', sum: '60', until: '2027-02-28' }] },
  ],
  [
    "Create a voucher with the code 'ROLL10' and a percentage of 10, limited to 40 uses in total",
    { vouchers: [spring, { from, code: 'ROLL10', percent: '10', uses: '40' }] },
  ],
  [
    "Add an article 'Plum Tart' as a draft, priced at $18.50",
    { goods: [rye, { title: 'Plum Tart', price: '18.50', state: 'Draft', oven: 'None' }] },
  ],
])('%s', async (prompt, expected) => {
  const { plan, played } = await film(prompt);
  const presses = plan.script.steps.map((step) => ('target' in step ? step.target : step.type));
  expect({ unmet: plan.unmet, ...played }, JSON.stringify(presses)).toMatchObject({ unmet: [], ...expected });
});

test('a form that has no place for a date is not saved without it', async () => {
  const { plan, played } = await film(
    "Add an article 'Oat Loaf' for $6.00 that is baked on 2027-03-01 and has the shelf 'B-12'",
  );
  expect(played).toEqual({ vouchers: [spring], goods: [rye] });
  expect(JSON.stringify(plan.unmet)).toMatch(/2027-03-01|B-12/);
});
