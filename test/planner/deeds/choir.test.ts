import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Choir {
  rules: { late: string; guests: boolean; offline: boolean; undo: string; days: string };
  tours: Record<string, string>[];
  singers: Record<string, string>[];
  groups: Record<string, string[]>;
}

/**
 * The office of a choir. Its rules stand behind a group of the navigation that is folded, on a page whose parts are folded too (“Expand”). A tour has two days, each
 * with a button that opens a calendar, and a birthday is asked for in three controls. The list of a singer's groups is kept when it is closed.
 */
const choir = `<!doctype html><html lang="en"><title>Choir</title><style>
  body { margin: 0; font: 14px sans-serif; display: grid; grid-template-columns: 190px 1fr } nav { height: 100vh; padding: 12px; background: #eef } nav button, nav a { display: block; border: 0; background: none; padding: 8px; font: inherit } nav div a { padding-left: 24px } main { padding: 12px 24px } .part { width: 720px; border-bottom: 1px solid #ccc; padding: 14px 0; position: relative } .part > button { position: absolute; right: 0; top: 14px } h2 { font-size: 16px; margin: 0 } p { margin: 4px 0 } label { display: block; padding: 6px 0 } .day { display: flex; gap: 6px; align-items: center; padding: 6px 0 } .day span { width: 90px } .cal { border: 1px solid #888; width: 240px; padding: 8px } .row { display: flex; gap: 24px; width: 520px; padding: 8px; border-bottom: 1px solid #ddd } .row a { width: 200px }</style>
<nav></nav><main></main>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({ rules: { late: 'Warn', guests: false, offline: false, undo: '10', days: '7' }, tours: [], singers: [{ name: 'Ada Lund', birthday: '' }, { name: 'Ben Sato', birthday: '' }], groups: { 'Ada Lund': [], 'Ben Sato': ['Basses'] } }));
  const ui = { page: 'singers', open: null, parts: [], form: {}, calendar: null, singer: null, chosen: null };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
  const part = (id, head, text, inner) => '<section class="part"><h2>' + head + '</h2><p>' + text + '</p><button data-do="part" data-id="' + id + '">' + (ui.parts.includes(id) ? 'Collapse' : 'Expand') + '</button>' + (ui.parts.includes(id) ? inner() : '') + '</section>';
  const select = (name, all) => '<select data-rule="' + name + '">' + all.map((one) => '<option' + (state.rules[name] === one ? ' selected' : '') + '>' + one + '</option>').join('') + '</select>';
  const tick = (name, label) => '<label><input type="checkbox" data-rule="' + name + '"' + (state.rules[name] ? ' checked' : '') + '> ' + label + '</label>';
  const day = (name, label) => '<div class="day" role="group" aria-label="' + label + '"><span>' + label + '</span><input name="' + name + '" placeholder="YYYY-MM-DD" value="' + (ui.form[name] ?? '') + '"><button aria-label="Open calendar" data-do="calendar" data-id="' + name + '">▦</button></div>' + (ui.calendar === name ? '<div class="cal">January 2027<br>' + [1, 2, 3].map((one) => '<button data-do="pick" data-id="2027-01-0' + one + '">' + one + '</button>').join('') + '</div>' : '');
  const pages = {
    singers: () => '<h1>Singers</h1>' + state.singers.map(({ name, birthday }, at) => '<div class="row"><a href="#" data-do="singer" data-id="' + at + '">' + name + '</a><span>' + birthday + '</span></div>').join(''),
    singer: () => '<h1>' + state.singers[ui.singer].name + '</h1><label>Middle name <input name="middle"></label><fieldset style="display: flex; gap: 20px; width: 620px"><legend>Birthday</legend><label style="flex: 1">Day <input name="d" maxlength="2" value="' + (ui.form.d ?? '') + '"></label><select name="m" aria-label="Month" style="flex: 1"><option>Month</option>' + months.map((one) => '<option' + (ui.form.m === one ? ' selected' : '') + '>' + one + '</option>').join('') + '</select><label style="flex: 1">Year (optional) <input name="y" maxlength="4" value="' + (ui.form.y ?? '') + '"></label></fieldset><button data-do="keep" hidden>Save</button><section style="width: 360px; margin-top: 20px"><div style="display: flex; justify-content: space-between"><b>Groups</b><button data-do="groups">Edit</button></div>' + (ui.chosen ? '<div role="listbox" style="border: 1px solid #999">' + ['Altos', 'Basses', 'Soloists', 'Tenors'].map((one) => '<div role="option" style="padding: 6px; cursor: pointer" aria-selected="' + ui.chosen.includes(one) + '" data-do="choose" data-id="' + one + '">' + (ui.chosen.includes(one) ? '✓ ' : '') + one + '</div>').join('') + '</div>' : '') + '<p>' + (state.groups[state.singers[ui.singer].name].join(', ') || 'None') + '</p></section>',
    tours: () => '<h1>Tours</h1><button data-do="new">New tour</button>' + state.tours.map((tour) => '<p>' + tour.title + '</p>').join(''),
    tour: () => '<h1>New tour</h1><label>Title <input name="title" value="' + (ui.form.title ?? '') + '"></label><label><input type="checkbox" name="secret" data-tick' + (ui.form.secret ? ' checked' : '') + '> This tour is confidential, and only singers see it</label>' + day('start', 'Start date') + day('due', 'Due date') + '<button data-do="make">Create tour</button>',
    general: () => '<h1>General rules</h1>' + part('a', 'Coming late', 'What happens to those who come late.', () => select('late', ['Warn', 'Wait outside', 'Nothing'])) + part('b', 'Access and features', 'Choose what is open to others.', () => tick('guests', 'Guests may listen to rehearsals')) + part('c', 'Papers', 'How papers are kept.', () => '<p>Nothing to choose.</p>'),
    mail: () => '<h1>Mail rules</h1><fieldset style="width: 480px"><legend>Notifications</legend><label><input type="radio" name="n"> Mail notifications on</label><label><input type="radio" name="n" checked> Mail notifications off</label></fieldset><label>Undo within: seconds ' + select('undo', ['10', '20', '30']) + '</label>' + tick('offline', 'Enable offline mail') + '<label>Sync the last ' + select('days', ['7 days', '30 days', '90 days']) + '</label>',
  };
  const draw = () => {
    const link = (id, text) => '<a href="#" data-do="page" data-id="' + id + '">' + text + '</a>';
    document.querySelector('nav').innerHTML = link('singers', 'Singers') + link('tours', 'Tours') + '<button data-do="fold" aria-expanded="' + (ui.open === 'rules') + '">Settings</button>' + (ui.open === 'rules' ? '<div>' + link('general', 'General') + link('mail', 'Mail') + '</div>' : '');
    document.querySelector('main').innerHTML = pages[ui.page]();
  };
  const dos = {
    page: (id) => Object.assign(ui, { page: id, parts: [], form: {} }), fold: () => { ui.open = ui.open ? null : 'rules'; }, part: (id) => { ui.parts = ui.parts.includes(id) ? ui.parts.filter((one) => one !== id) : [...ui.parts, id]; },
    calendar: (id) => { ui.calendar = ui.calendar === id ? null : id; }, pick: (id) => { ui.form[ui.calendar] = id; ui.calendar = null; }, new: () => Object.assign(ui, { page: 'tour', form: {} }), groups: () => { const { name } = state.singers[ui.singer]; if (ui.chosen) { state.groups[name] = ui.chosen; ui.chosen = null; keep(); } else ui.chosen = [...state.groups[name]]; }, choose: (id) => { ui.chosen = ui.chosen.includes(id) ? ui.chosen.filter((one) => one !== id) : [...ui.chosen, id].sort(); }, singer: (id) => Object.assign(ui, { page: 'singer', singer: Number(id), form: {} }),
    make: () => { state.tours.push({ ...ui.form, secret: String(ui.form.secret ?? false) }); ui.page = 'tours'; keep(); }, keep: () => { const { d = '', m = '', y = '' } = ui.form; state.singers[ui.singer].birthday = [d, m, y].join(' '); ui.page = 'singers'; keep(); },
  };
  document.addEventListener('click', (event) => { const at = event.target.closest('[data-do]'); if (!at) return; event.preventDefault(); dos[at.dataset.do](at.dataset.id); draw(); });
  document.addEventListener('input', ({ target }) => { if (target.name) ui.form[target.name] = target.type === 'checkbox' ? target.checked : target.value; document.querySelector('[data-do=keep]')?.removeAttribute('hidden'); });
  document.addEventListener('change', ({ target }) => { const { rule } = target.dataset; if (rule) { state.rules[rule] = target.type === 'checkbox' ? target.checked : target.value; keep(); } });
  keep();
  draw();
</script></html>`;

const film = filming<Choir>(choir);
const rules = { late: 'Warn', guests: false, offline: false, undo: '10', days: '7' };

test.each<[string, Partial<Choir>]>([
  ["Set coming late to 'Wait outside'", { rules: { ...rules, late: 'Wait outside' } }],
  ['Let guests listen to rehearsals', { rules: { ...rules, guests: true } }],
  ['Turn on offline mail', { rules: { ...rules, offline: true } }],
  [
    "Create a confidential tour called 'Northern Lights' that runs from 2027-01-05 to 2027-02-13",
    { tours: [{ title: 'Northern Lights', start: '2027-01-05', due: '2027-02-13', secret: 'true' }] },
  ],
  [
    "Add the groups 'Altos' and 'Soloists' to the singer 'Ada Lund'",
    { groups: { 'Ada Lund': ['Altos', 'Soloists'], 'Ben Sato': ['Basses'] } },
  ],
  [
    "Set Ada Lund's birthday to 14 March 1987",
    {
      singers: [
        { name: 'Ada Lund', birthday: '14 March 1987' },
        { name: 'Ben Sato', birthday: '' },
      ],
    },
  ],
])('%s', async (prompt, expected) => {
  const { plan, played } = await film(prompt);
  const presses = plan.script.steps.map((step) => ('target' in step ? step.target : step.type));
  expect({ unmet: plan.unmet, ...played }, JSON.stringify(presses)).toMatchObject({ unmet: [], ...expected });
});

test('a name is not typed where another thing has an empty part of its own', async () => {
  const { plan, played } = await film("Rename the group 'Altos' to 'Low voices'");
  expect(played.singers).toEqual([
    { name: 'Ada Lund', birthday: '' },
    { name: 'Ben Sato', birthday: '' },
  ]);
  expect(plan.unmet).toHaveLength(1);
});
