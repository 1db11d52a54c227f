import { expect, test } from 'vitest';
import { dayMeant } from '../../../src/planner/deeds/candidates/days/day-meant.ts';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

type Made = Record<string, string>;
interface Office {
  made: { sort: string; values: Made }[];
}

/** The office of a mountain school. What is new is entered in a dialog, whose fields are called as no sentence calls them. */
const office = `<!doctype html><html lang="en"><title>Mountain school</title><style>
  body { margin: 0; font: 14px sans-serif } button { cursor: pointer } nav { padding: 10px; background: #eef } main { padding: 12px } .line { display: flex; gap: 20px; width: 760px; padding: 8px; border-bottom: 1px solid #ddd }
  .sheet { position: fixed; inset: 0; background: rgba(0, 0, 0, .3) } .box { margin: 60px auto; width: 520px; background: #fff; padding: 16px } .box label { display: block; margin: 8px 0 } .box input, .box select, .box textarea { display: block; width: 100% }</style>
<nav></nav><main></main><div id="over"></div>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? '{"made":[]}');
  const ui = { page: 'Guides', form: null };
  const forms = {
    Guides: ['New guide', [['Full name'], ['Job title'], ['Company'], ['Email', 'email'], ['Bio', 'area']]],
    Expenses: ['New expense', [['Amount', 'text', '0.00'], ['Description'], ['Spent on', 'date'], ['Category', ['Food', 'Travel', 'Gear']], ['Tour', ['None', 'Ortler', 'Piz Lad']]]],
    Vouchers: ['New voucher', [['Code'], ['Percent off', 'number'], ['Good until', 'date'], ['Most uses', 'number'], ['Note']]],
  };
  const lists = { Guides: ['Ida Moser', 'Jon Prantl'], Expenses: ['Rope', 'Lunch'], Vouchers: ['SPRING', 'CLUB'] };
  const field = ([label, sort = 'text', example = '']) => '<label>' + label + (Array.isArray(sort) ? '<select name="' + label + '">' + sort.map((one) => '<option>' + one + '</option>').join('') + '</select>' : sort === 'area' ? '<textarea name="' + label + '"></textarea>' : '<input name="' + label + '" type="' + sort + '" placeholder="' + example + '">') + '</label>';
  const draw = () => {
    document.querySelector('nav').innerHTML = Object.keys(forms).map((name) => '<button data-page="' + name + '">' + name + '</button>').join(' ');
    document.querySelector('main').innerHTML = '<h1>' + ui.page + '</h1><button data-new="' + ui.page + '">' + forms[ui.page][0] + '</button>' + lists[ui.page].map((name) => '<div class="line"><b>' + name + '</b></div>').join('') + state.made.filter(({ sort }) => sort === ui.page).map(({ values }) => '<div class="line"><b>' + Object.values(values)[0] + '</b></div>').join('');
    over.innerHTML = ui.form ? '<div class="sheet"><div class="box" role="dialog" aria-modal="true" aria-label="' + forms[ui.form][0] + '"><h2>' + forms[ui.form][0] + '</h2>' + forms[ui.form][1].map(field).join('') + '<button data-cancel="1">Cancel</button> <button data-save="1">Save</button></div></div>' : '';
  };
  document.addEventListener('click', ({ target }) => {
    const { page, new: made, cancel, save } = target.dataset;
    if (page) Object.assign(ui, { page, form: null });
    else if (made) ui.form = made;
    else if (cancel) ui.form = null;
    else if (save) { state.made.push({ sort: ui.form, values: Object.fromEntries([...document.querySelectorAll('.box [name]')].filter((one) => one.value !== '' && one.value !== 'None').map((one) => [one.name, one.value])) }); ui.form = null; localStorage.setItem('${storedAs}', JSON.stringify(state)); }
    else return;
    draw();
  });
  draw();
</script></html>`;

const film = filming<Office>(office);

test.each<[string, string, Made]>([
  [
    'Add a new guide named Priya Nair, Head of Training at Alpenhof, email priya@alpenhof.example',
    'Guides',
    {
      'Full name': 'Priya Nair',
      'Job title': 'Head of Training',
      Company: 'Alpenhof',
      Email: 'priya@alpenhof.example',
    },
  ],
  [
    'Add the guide Tom Baker (tom@baker.example)',
    'Guides',
    { 'Full name': 'Tom Baker', Email: 'tom@baker.example' },
  ],
  [
    "Add an expense of $42.50 for 'Cable car' on the Ortler tour, category Travel",
    'Expenses',
    { Amount: '42.50', Description: 'Cable car', Category: 'Travel', Tour: 'Ortler' },
  ],
  [
    'Create a voucher EARLY20 that gives 20% off all tours until March 1, limited to 50 uses',
    'Vouchers',
    { Code: 'EARLY20', 'Percent off': '20', 'Good until': dayMeant('March 1')!, 'Most uses': '50' },
  ],
])('%s', async (prompt, sort, values) => {
  const { plan, played } = await film(prompt);
  const presses = plan.script.steps.map((step) => ('target' in step ? step.target : step.type));
  expect({ unmet: plan.unmet, ...played }, JSON.stringify(presses)).toMatchObject({
    unmet: [],
    made: [{ sort, values }],
  });
});
