import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Lighthouse {
  rules: { side: string; lines: string; most: string; phone: string; tide: { mail: boolean; push: boolean } };
  stations: Record<string, string | boolean>[];
  keepers: { emails: string[]; role: string }[];
}

/**
 * The office of some lighthouses. It calls things in other words than those who give it orders, its rules stand behind a group “Manage” of its navigation, and who is
 * invited has to be confirmed with Enter. A field for a day takes it in figures and writes it in words. The state of a new station is chosen beside the other fields, in a list without a label.
 */
const lighthouse = `<!doctype html><html lang="en"><title>Lighthouses</title><style>
  body { margin: 0; font: 14px sans-serif; display: grid; grid-template-columns: 190px 1fr } nav { height: 100vh; padding: 12px; background: #eef } nav button, nav a { display: block; border: 0; background: none; padding: 8px; font: inherit } nav div a { padding-left: 24px } main { padding: 12px 24px } label, .line { display: block; padding: 6px 0 } .row { display: flex; gap: 24px; width: 620px; padding: 8px; border-bottom: 1px solid #ddd; position: relative } .row a { width: 240px } [role=menu] { position: absolute; right: 0; top: 34px; background: #fff; border: 1px solid #888; z-index: 2 } [role=menuitem] { display: block; border: 0; background: none; padding: 8px 16px } .cover { position: fixed; inset: 0; background: #0006 } .dialog { position: fixed; left: 420px; top: 120px; width: 420px; background: #fff; padding: 20px } .two { display: grid; grid-template-columns: 1fr 240px; gap: 24px } .card { border: 1px solid #ccc; padding: 12px } .pick { border: 1px solid #999; padding: 6px 10px; cursor: pointer } .chip { background: #dde; padding: 2px 8px }</style>
<nav></nav><main></main><div id="over"></div>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({ rules: { side: 'left', lines: 'all', most: '100', phone: 'Optional', tide: { mail: true, push: true } }, stations: [{ name: 'Gull Rock', line: '+1 555 0100', help: '+1 555 0120', keepOver: '40', atMost: '200', top: false, held: false }, { name: 'Tern Point', line: '+1 555 0140', help: '+1 555 0160', keepOver: '16', atMost: '120', top: false, held: false }, { name: 'Seal Bank', line: '+1 555 0170', help: '+1 555 0171', keepOver: '8', atMost: '80', top: false, held: false }], keepers: [] }));
  const ui = { page: 'stations', open: false, station: 0, menu: null, form: {}, rules: null, invite: null, list: false };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const field = (label, name, value) => '<label>' + label + '<br><input name="' + name + '" value="' + (value ?? ui.form[name] ?? '') + '"></label>';
  const radio = (group, id, label, more = '') => '<span class="line"><input type="radio" name="' + group + '" value="' + id + '"' + (ui.rules[group] === id ? ' checked' : '') + '> ' + label + ' ' + more + '</span>';
  const pages = {
    stations: () => '<h1>Stations</h1><button data-do="new">Add station</button>' + state.stations.map(({ name }, at) => '<div class="row"><a href="#" data-do="station" data-id="' + at + '">' + name + '</a><span>' + state.stations[at].keepOver + ' h</span><button aria-label="Options" data-do="menu" data-id="' + at + '">⋯</button>' + (ui.menu === at ? '<div role="menu"><button role="menuitem" data-do="top" data-id="' + at + '">Keep at top</button><button role="menuitem" data-do="hold" data-id="' + at + '">Pause</button></div>' : '') + '</div>').join(''),
    station: () => { const one = state.stations[ui.station]; return '<h1>' + one.name + '</h1>' + field('Switchboard', 'line', ui.form.line ?? one.line) + field('Visitors’ help desk', 'help', ui.form.help ?? one.help) + field('Hours carried into the next year', 'keepOver', ui.form.keepOver ?? one.keepOver) + field('Most hours on the books', 'atMost', ui.form.atMost ?? one.atMost) + '<button data-do="save">Save changes</button>'; },
    new: () => '<h1>Add station</h1><div class="two"><div class="card">' + field('Name', 'name') + field('Address', 'street') + field('Apartment, suite, floor', 'unit') + '<label>First lit<br><input name="lit" placeholder="mm/dd/yyyy" value="' + (ui.form.lit ?? '') + '"></label></div><div><div class="card"><b>Status</b><div class="pick" data-do="list">' + (ui.form.status ?? 'Active') + ' ▾</div>' + (ui.list ? '<div role="listbox">' + ['Active', 'Draft'].map((one) => '<div role="option" class="line" style="cursor: pointer" data-do="status" data-id="' + one + '">' + one + '</div>').join('') + '</div>' : '') + '</div></div></div><button data-do="make">Save</button>',
    rules: () => '<h1>House rules</h1><b>Tide table:</b><p>(Where the tide table stands in the log)</p>' + radio('side', 'left', 'Left-hand side of the log') + radio('side', 'right', 'Right-hand side of the log') + '<b>Length of reports:</b>' + radio('lines', 'all', 'Do not limit the lines of a report') + radio('lines', 'limit', 'Limit reports to no more than this many lines', '<select name="most">' + ['100', '500', '1,000'].map((one) => '<option' + (ui.rules.most === one ? ' selected' : '') + '>' + one + '</option>').join('') + '</select>') + '<b class="line">Visitors’ form</b><label>Phone number <select name="phone">' + ['Hidden', 'Optional', 'Required'].map((one) => '<option' + (ui.rules.phone === one ? ' selected' : '') + '>' + one + '</option>').join('') + '</select></label><button data-do="keepRules">Save Changes</button>',
    notes: () => '<h1>Notices</h1><table><tr><th></th><th>Email</th><th>Push</th></tr><tr><td>Tide warning</td>' + ['mail', 'push'].map((one) => '<td><input type="checkbox" data-notice="' + one + '"' + (state.rules.tide[one] ? ' checked' : '') + '></td>').join('') + '</tr></table>',
    keepers: () => '<h1>Keepers</h1><button data-do="invite">Invite keepers</button>' + state.keepers.map(({ emails, role }) => '<p>' + emails.join(', ') + ' · ' + role + '</p>').join(''),
  };
  const draw = () => {
    const link = (id, text) => '<a href="#" data-do="page" data-id="' + id + '">' + text + '</a>';
    document.querySelector('nav').innerHTML = link('stations', 'Stations') + '<button data-do="fold" aria-expanded="' + ui.open + '">Manage</button>' + (ui.open ? '<div>' + link('keepers', 'Keepers') + link('rules', 'House rules') + link('notes', 'Notices') + '</div>' : '');
    document.querySelector('main').innerHTML = pages[ui.page]();
    document.querySelector('#over').innerHTML = ui.invite ? '<div class="cover"></div><div class="dialog" role="dialog" aria-label="Invite keepers"><h2>Invite keepers</h2><div class="line">Email addresses<br>' + ui.invite.emails.map((one) => '<span class="chip">' + one + '</span>').join('') + '<input aria-label="Email addresses" name="mail" value="' + (ui.form.mail ?? '') + '"></div><label>Role <select name="role">' + ['Visitor', 'Keeper', 'Head keeper'].map((one) => '<option' + (ui.form.role === one ? ' selected' : '') + '>' + one + '</option>').join('') + '</select></label>' + (ui.invite.fault ? '<p>' + ui.invite.fault + '</p>' : '') + '<button data-do="drop">Cancel</button><button data-do="send">Send invites</button></div>' : '';
  };
  const dos = {
    page: (id) => Object.assign(ui, { page: id, form: {}, menu: null, rules: { ...state.rules } }), fold: () => { ui.open = !ui.open; }, station: (id) => Object.assign(ui, { page: 'station', station: Number(id), form: {} }), menu: (id) => { ui.menu = ui.menu === Number(id) ? null : Number(id); },
    top: (id) => { state.stations[id].top = true; ui.menu = null; keep(); }, hold: (id) => { state.stations[id].held = true; ui.menu = null; keep(); }, save: () => { Object.assign(state.stations[ui.station], ui.form); ui.page = 'stations'; keep(); }, new: () => Object.assign(ui, { page: 'new', form: {}, list: false }), list: () => { ui.list = !ui.list; }, status: (id) => { ui.form.status = id; ui.list = false; },
    make: () => { state.stations.push({ status: 'Active', ...ui.form }); ui.page = 'stations'; keep(); }, keepRules: () => { state.rules = { ...ui.rules }; ui.page = 'stations'; keep(); }, invite: () => { ui.invite = { emails: [] }; ui.form = {}; }, drop: () => { ui.invite = null; },
    send: () => { const { emails } = ui.invite; if (emails.length === 0) ui.invite.fault = 'Add somebody to invite.'; else { state.keepers.push({ emails, role: ui.form.role ?? 'Visitor' }); ui.invite = null; keep(); } },
  };
  document.addEventListener('click', (event) => { const at = event.target.closest('[data-do]'); if (!at) return; event.preventDefault(); dos[at.dataset.do](at.dataset.id); draw(); });
  document.addEventListener('input', ({ target }) => { if (!target.name) return; if (ui.page === 'rules') ui.rules[target.name] = target.value; else ui.form[target.name] = target.value; });
  document.addEventListener('change', ({ target }) => { const { notice } = target.dataset; if (target.name === 'lit') ui.form.lit = target.value = new Date(target.value).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric' }); if (notice) { state.rules.tide[notice] = target.checked; keep(); } });
  document.addEventListener('keydown', ({ key, target }) => { if (key === 'Enter' && target.name === 'mail' && target.value.includes('@')) { ui.invite.emails.push(target.value); ui.form.mail = ''; draw(); } });
  keep();
  draw();
</script></html>`;

const film = filming<Lighthouse>(lighthouse);
const rules = {
  side: 'left',
  lines: 'all',
  most: '100',
  phone: 'Optional',
  tide: { mail: true, push: true },
};
const [rock, point, bank] = [
  { name: 'Gull Rock', line: '+1 555 0100', help: '+1 555 0120', keepOver: '40', top: false, held: false },
  { name: 'Tern Point', line: '+1 555 0140', help: '+1 555 0160', keepOver: '16', top: false, held: false },
  { name: 'Seal Bank', line: '+1 555 0170', help: '+1 555 0171', keepOver: '8', top: false, held: false },
] as const;

test.each<[string, Partial<Lighthouse>]>([
  [
    "Change the main phone number of Gull Rock to '+1 555 0199'",
    { stations: [{ ...rock, line: '+1 555 0199' }, point, bank] },
  ],
  [
    'Raise the carryover limit of Tern Point to 24 hours',
    { stations: [rock, { ...point, keepOver: '24' }, bank] },
  ],
  ['Pin Tern Point to the top of the list', { stations: [rock, { ...point, top: true }, bank] }],
  ['Put the station Gull Rock on hold', { stations: [{ ...rock, held: true }, point, bank] }],
  [
    "Add a station 'Skerry' as a draft",
    { stations: [rock, point, bank, { name: 'Skerry', status: 'Draft' }] },
  ],
  [
    "Add a station 'Skerry' with the address 14 Pier Rd, Suite 3",
    { stations: [rock, point, bank, { name: 'Skerry', street: '14 Pier Rd', unit: 'Suite 3' }] },
  ],
  [
    "Add a station 'Skerry' that was first lit on January 3, 2028",
    { stations: [rock, point, bank, { name: 'Skerry', lit: 'Jan 3, 2028' }] },
  ],
  [
    'Have the tide table shown on the right side of the log instead of the left',
    { rules: { ...rules, side: 'right' } },
  ],
  [
    'Limit reports so that they have no more than 500 lines',
    { rules: { ...rules, lines: 'limit', most: '500' } },
  ],
  ["Make the phone number mandatory in the visitors' form", { rules: { ...rules, phone: 'Required' } }],
  [
    'Turn off the email for tide warnings, but leave the push notification on',
    { rules: { ...rules, tide: { mail: false, push: true } } },
  ],
  [
    'Invite ada.lund@tide.example as a Keeper',
    { keepers: [{ emails: ['ada.lund@tide.example'], role: 'Keeper' }] },
  ],
])('%s', async (prompt, expected) => {
  const { plan, played } = await film(prompt);
  const presses = plan.script.steps.map((step) => ('target' in step ? step.target : step.type));
  expect({ unmet: plan.unmet, ...played }, JSON.stringify(presses)).toMatchObject({ unmet: [], ...expected });
});
