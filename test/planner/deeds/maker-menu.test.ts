import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Nursery {
  made: { sort: string; values: Record<string, string> }[];
}

/** A nursery for plants. All that is new is made behind one “+ Create”, whose entries say only what it is; what a plant is, is chosen by cards. */
const nursery = `<!doctype html><html lang="en"><title>Nursery</title><style>
  body { margin: 0; font: 14px sans-serif } button, .card, li { cursor: pointer } header { display: flex; justify-content: space-between; padding: 10px 20px; background: #efe } nav button { margin-right: 8px } main { padding: 20px }
  .menu { position: absolute; right: 20px; top: 44px; background: #fff; border: 1px solid #999; margin: 0; padding: 4px; list-style: none; width: 150px } .menu li { padding: 6px 10px }
  .sheet { position: fixed; inset: 0; background: rgba(0, 0, 0, .3) } .box { margin: 60px auto; width: 480px; background: #fff; padding: 16px } .box label { display: block; margin: 10px 0 } .box input { display: block; width: 100% }
  .cards { display: flex; gap: 10px } .card { border: 1px solid #999; padding: 8px 12px; width: 120px } .card[aria-checked=true] { border: 2px solid #080 } .line { padding: 8px; border-bottom: 1px solid #ddd }</style>
<header><nav><button data-page="Plants">Plants</button><button data-page="Customers">Customers</button><button data-page="Orders">Orders</button></nav><button id="create">+ Create</button></header><main></main><div id="over"></div>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? '{"made":[]}');
  const ui = { page: 'Plants', menu: false, form: null, cards: {} };
  const fields = {
    Plant: [['Plant name'], ['Sort', ['Seedling', 'Young plant', 'Adult plant']], ['Price'], ['Bed']],
    Customer: [['Full name'], ['Email']],
    Order: [['Customer'], ['Needed by']],
  };
  const lists = { Plants: ['Lemon balm', 'Sage'], Customers: ['Ida Moser', 'Jon Prantl'], Orders: ['Order 12', 'Order 13'] };
  const field = ([label, cards]) => cards
    ? '<div><div>' + label + '</div><div class="cards" role="radiogroup" aria-label="' + label + '">' + cards.map((one) => '<div class="card" role="radio" aria-checked="' + ((ui.cards[label] ?? cards[1]) === one) + '" data-card="' + label + '/' + one + '"><b>' + one + '</b></div>').join('') + '</div></div>'
    : '<label>' + label + '<input name="' + label + '" value="' + (ui.typed?.[label] ?? '') + '"></label>';
  const draw = () => {
    document.querySelector('main').innerHTML = '<h1>' + ui.page + '</h1>' + lists[ui.page].map((name) => '<div class="line">' + name + '</div>').join('');
    over.innerHTML = (ui.menu ? '<ul class="menu" role="menu">' + Object.keys(fields).map((name) => '<li role="menuitem" data-new="' + name + '">' + name + '</li>').join('') + '</ul>' : '') +
      (ui.form ? '<div class="sheet"><div class="box" role="dialog" aria-modal="true" aria-label="New ' + ui.form.toLowerCase() + '"><h2>New ' + ui.form.toLowerCase() + '</h2>' + fields[ui.form].map(field).join('') + '<button data-cancel="1">Cancel</button> <button data-save="1">Save</button></div></div>' : '');
  };
  document.addEventListener('click', ({ target }) => {
    const { page, new: made, cancel, save, card } = (target.closest('[data-page],[data-new],[data-cancel],[data-save],[data-card],#create') ?? target).dataset;
    const inputs = [...document.querySelectorAll('.box [name]')];
    if (target.id === 'create') ui.menu = !ui.menu;
    else if (page) Object.assign(ui, { page, menu: false });
    else if (made) Object.assign(ui, { form: made, menu: false, cards: {}, typed: {} });
    else if (card) { const [label, one] = card.split('/'); ui.cards[label] = one; ui.typed = Object.fromEntries(inputs.map((one) => [one.name, one.value])); }
    else if (cancel) ui.form = null;
    else if (save) {
      state.made.push({ sort: ui.form, values: { ...Object.fromEntries(inputs.filter((one) => one.value !== '').map((one) => [one.name, one.value])), ...ui.cards } });
      ui.form = null;
      localStorage.setItem('${storedAs}', JSON.stringify(state));
    } else if (ui.menu) ui.menu = false;
    else return;
    draw();
  });
  draw();
</script></html>`;

const film = filming<Nursery>(nursery);

test.each<[string, Nursery['made'][number]]>([
  [
    "Add a new plant named 'Silver thyme' of the sort Seedling with a price of 4.50",
    { sort: 'Plant', values: { 'Plant name': 'Silver thyme', Sort: 'Seedling', Price: '4.50' } },
  ],
  [
    "Create a new customer named 'Ola Berg' with the email ola@berg.example",
    { sort: 'Customer', values: { 'Full name': 'Ola Berg', Email: 'ola@berg.example' } },
  ],
])('what is made behind “+ Create” is made by its entry: %s', async (prompt, made) => {
  const { plan, rehearsed, played } = await film(prompt);
  expect(plan.unmet).toEqual([]);
  expect(rehearsed?.made ?? []).toEqual([]);
  expect(played?.made).toEqual([made]);
});
