import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface House {
  due: Record<string, string>;
  paid: string[];
  archived: string[];
  grouping: string;
  comments: string[];
  people: { name: string; mail: string; role: string }[];
  mails: { to: string; subject: string; text: string }[];
  digest: string;
  summary: string;
}

/**
 * The office of a playhouse. The heads of its table sort, a bill is edited on its page, a report is kept by a button that its change brings, and the
 * draft of an e-mail by one at the head of the page.
 */
const house = `<!doctype html><html lang="en"><title>Playhouse</title><style>
  body { margin: 0; font: 14px sans-serif; display: grid; grid-template-columns: 180px 1fr } button, .pick { cursor: pointer } nav { padding: 10px; background: #eef; height: 100vh } nav button { display: block; width: 150px; margin: 4px 0 } main { padding: 12px }
  .line { display: flex; gap: 20px; width: 860px; padding: 8px; border-bottom: 1px solid #ddd } .grow { flex: 1 } td, th { padding: 8px 22px; text-align: left } th { cursor: pointer } tbody tr { cursor: pointer } label { display: block; margin: 8px 0 } input, select, textarea { display: block; width: 320px }
  .menu { position: fixed; left: 700px; top: 160px; width: 160px; background: #fff; border: 1px solid #888 } .menu div { padding: 8px; cursor: pointer } .sheet { position: fixed; inset: 0; background: rgba(0, 0, 0, .3) } .box { margin: 60px auto; width: 420px; background: #fff; padding: 16px } .head { display: flex; gap: 12px; align-items: center }</style>
<nav></nav><main></main><div id="over"></div>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({ due: { 'B-204': '2027-04-09', 'B-203': '2027-03-30', 'B-202': '2027-02-14', 'B-201': '2027-01-20' }, paid: ['B-202'], archived: ['Ola Berg'], grouping: 'Hall', comments: [], people: [], mails: [], digest: 'Daily', summary: 'Two stages and a yard by the river.' }));
  const ui = { page: 'Overview', bill: null, edits: false, menu: null, shows: false, tab: 'Current', group: null, form: false, mail: false, text: false, up: true };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const act = (what, id, text, more = '') => '<button data-do="' + what + '" data-id="' + id + '"' + more + '>' + text + '</button>';
  const debtors = { 'B-204': 'Lark Scenery', 'B-203': 'Mill Lighting', 'B-202': 'Quay Printing', 'B-201': 'Rook Costumes' };
  const members = { Current: ['Ida Moser', 'Jon Prantl', 'Ola Berg'], Former: ['Nils Aho', 'Ute Falk'] };
  const pages = {
    Overview: () => '<h1>Playhouse</h1><h3>Summary</h3>' + (ui.text ? '<input data-type="summary" value="' + state.summary + '">' + act('summary', '', 'Save') : '<span class="pick" data-do="text">' + state.summary + '</span>'),
    Bills: () => ui.bill ? bill(ui.bill) : '<h1>Bills</h1><table><thead><tr>' + ['Bill', 'From', 'Due ' + (ui.up ? '↑' : '↓'), 'State'].map((text) => '<th data-do="sort">' + text + '</th>').join('') + '</tr></thead><tbody>' + Object.keys(state.due).map((id) => '<tr data-do="bill" data-id="' + id + '"><td>' + id + '</td><td>' + debtors[id] + '</td><td>' + state.due[id] + '</td><td>' + (state.paid.includes(id) ? 'Paid' : 'Unpaid') + '</td></tr>').join('') + '</tbody></table>',
    Members: () => '<h1>Members</h1><div class="head"><label><input type="checkbox" data-do="shows"' + (ui.shows ? ' checked' : '') + '>Show archived</label>' + act('form', '', 'Invite person') + '</div><div role="tablist">' + Object.keys(members).map((one) => act('tab', one, one, ' role="tab" aria-selected="' + (ui.tab === one) + '"')).join('') + '</div>' + members[ui.tab].filter((name) => ui.shows || !state.archived.includes(name)).map((name) => '<div class="line"><b class="grow">' + name + '</b>' + act('menu', name, '⋯', ' aria-label="More"') + '</div>').join(''),
    Reports: () => '<h1>Reports</h1><h2>Seats sold</h2><label>Group by<select data-choose="group">' + ['Hall', 'Play', 'Month'].map((one) => '<option' + ((ui.group ?? state.grouping) === one ? ' selected' : '') + '>' + one + '</option>').join('') + '</select></label>' + act('none', '', 'Save as new report') + (ui.group && ui.group !== state.grouping ? act('group', '', 'Update report') : ''),
    'E-mails': () => ui.mail ? '<div class="head"><h1 class="grow">New e-mail</h1>' + act('none', '', 'Send me a test') + act('mail', '', 'Save draft') + '</div><label>To<select name="to"><option>Everybody</option><option>All ushers</option></select></label><label>Subject<input name="subject"></label><label>Text<textarea name="text"></textarea></label>' + act('none', '', 'Insert field') : '<h1>E-mails</h1>' + act('new', '', 'New e-mail'),
    Settings: () => '<h1>Settings</h1><div class="line"><span class="grow">Box office summary</span>' + ['Daily', 'Weekly'].map((one) => act('digest', one, one, state.digest === one ? ' style="font-weight: bold" aria-pressed="true"' : ' aria-pressed="false"')).join('') + '</div>',
  };
  const bill = (id) => ui.edits ? '<h1>' + id + '</h1><label>From<input value="' + debtors[id] + '"></label><label>Due<input type="date" data-name="due" value="' + state.due[id] + '"></label>' + act('save', id, 'Save bill') : '<div class="head"><h1 class="grow">' + id + '</h1>' + act('edit', id, 'Edit') + '</div><p>' + debtors[id] + '</p><p>Due ' + state.due[id] + '</p><div style="width: 360px"><h3>Comments</h3><p>Only the office sees comments.</p><textarea data-name="comment" placeholder="Write something for the office…"></textarea>' + act('post', id, 'Post') + '</div>';
  const draw = () => {
    document.querySelector('nav').innerHTML = Object.keys(pages).map((name) => act('page', name, name)).join('');
    document.querySelector('main').innerHTML = pages[ui.page]();
    over.innerHTML = (ui.menu ? '<div class="menu" role="menu"><div role="menuitem" data-do="none">Copy address</div><div role="menuitem" data-do="archive">Archive</div></div>' : '') + (ui.form ? '<div class="sheet"><div class="box" role="dialog" aria-modal="true" aria-label="Invite person"><h2>Invite person</h2><label>Name<input name="name"></label><label>Email<input name="mail" type="email"></label><label>Role<select name="role"><option>Usher</option><option>Manager</option></select></label>' + act('close', '', 'Cancel') + act('invite', '', 'Send invitation') + '</div></div>' : '');
  };
  const value = (name) => document.querySelector('[name=' + name + ']').value;
  const dos = {
    page: (id) => Object.assign(ui, { page: id, bill: null, edits: false, menu: null, mail: false }), bill: (id) => { ui.bill = id; }, edit: () => { ui.edits = true; }, sort: () => { ui.up = !ui.up; }, menu: (id) => { ui.menu = id; }, tab: (id) => { ui.tab = id; }, shows: () => { ui.shows = !ui.shows; }, text: () => { ui.text = true; }, form: () => { ui.form = true; }, close: () => { ui.form = false; }, new: () => { ui.mail = true; },
    save: (id) => { state.due[id] = document.querySelector('[data-name=due]').value; ui.edits = false; keep(); }, post: (id) => { state.comments.push(id + ': ' + document.querySelector('[data-name=comment]').value); keep(); }, archive: () => { state.archived.push(ui.menu); ui.menu = null; keep(); }, group: () => { state.grouping = ui.group; keep(); }, digest: (id) => { state.digest = id; keep(); },
    summary: () => { state.summary = document.querySelector('[data-type=summary]').value; ui.text = false; keep(); }, mail: () => { state.mails.push({ to: value('to'), subject: value('subject'), text: value('text') }); ui.mail = false; keep(); }, invite: () => { state.people.push({ name: value('name'), mail: value('mail'), role: value('role') }); ui.form = false; keep(); },
  };
  document.addEventListener('click', ({ target }) => { const at = target.closest('[data-do]'); if (!at || !dos[at.dataset.do]) return; dos[at.dataset.do](at.dataset.id); draw(); });
  document.addEventListener('change', ({ target }) => { if (target.dataset.choose === 'group') { ui.group = target.value; draw(); } });
  keep();
  draw();
</script></html>`;

const film = filming<House>(house);
const due = { 'B-204': '2027-04-09', 'B-203': '2027-03-30', 'B-202': '2027-02-14', 'B-201': '2027-01-20' };

test.each<[string, Partial<House>]>([
  ['Push the due date of bill B-204 back to April 30, 2027', { due: { ...due, 'B-204': '2027-04-30' } }],
  ['Archive the member Ida Moser', { archived: ['Ola Berg', 'Ida Moser'] }],
  ['Archive the member Nils Aho', { archived: ['Ola Berg', 'Nils Aho'] }],
  ["Change the saved report 'Seats sold' so that it is grouped by play", { grouping: 'Play' }],
  [
    "Comment on bill B-203: 'Waiting for the stage plan'",
    { comments: ['B-203: Waiting for the stage plan'] },
  ],
  [
    'Invite Imani Okafor (imani@stage.example) as a manager',
    { people: [{ name: 'Imani Okafor', mail: 'imani@stage.example', role: 'Manager' }] },
  ],
  [
    "Draft an e-mail to all ushers with the subject 'Doors open' and the text 'Please come at six sharp.'",
    { mails: [{ to: 'All ushers', subject: 'Doors open', text: 'Please come at six sharp.' }] },
  ],
  [
    'Send the box office summary weekly instead of daily',
    { digest: 'Weekly', summary: 'Two stages and a yard by the river.' },
  ],
])('%s', async (prompt, expected) => {
  const { plan, played } = await film(prompt);
  const presses = plan.script.steps.map((step) => ('target' in step ? step.target : step.type));
  expect({ unmet: plan.unmet, ...played }, JSON.stringify(presses)).toMatchObject({ unmet: [], ...expected });
});

test('the newest of several is not guessed', async () => {
  const { plan, played } = await film('Archive the newest member');
  expect(played).toMatchObject({ archived: ['Ola Berg'] });
  expect(plan.unmet).not.toEqual([]);
});
