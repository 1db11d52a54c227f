import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Network {
  favorites: string[];
  feeds: Record<string, boolean>;
  preferred: string[];
  fees: Record<string, string>;
  team: { mail: string; role: string }[];
  command: string;
}

/**
 * A network of weather stations. What can be done with something stands in its menu, beside its name in a list or at the head of a drawer. A form
 * for new members stands open, and its button waits for an address. A field is used once its “Override” is on.
 */
const network = `<!doctype html><html lang="en"><title>Stations</title><style>
  body { margin: 0; font: 14px sans-serif } button { cursor: pointer } nav { padding: 10px; background: #eef } main { padding: 12px } .cards { display: flex; gap: 16px }
  .card { width: 240px; padding: 12px; border: 1px solid #bbb; display: flex; justify-content: space-between; cursor: pointer } .line { display: flex; gap: 20px; align-items: center; width: 760px; padding: 8px; border-bottom: 1px solid #ddd } .line.go { cursor: pointer } .line .grow { flex: 1 }
  .menu { position: fixed; left: 620px; top: 120px; width: 180px; background: #fff; border: 1px solid #888; z-index: 9 } .menu div { padding: 8px; cursor: pointer } td, th { padding: 8px 16px; text-align: left } tbody tr { cursor: pointer }
  .sheet { position: fixed; inset: 0; background: rgba(0, 0, 0, .3) } .drawer { position: fixed; right: 0; top: 0; bottom: 0; width: 480px; background: #fff; padding: 16px; box-sizing: border-box } .head { display: flex; gap: 12px; align-items: center } .head h2 { flex: 1; margin: 0 }
  .part { border: 1px solid #ccc; width: 700px; margin: 12px 0 } .part > div { padding: 12px } .foot { display: flex; justify-content: space-between; background: #f5f5f5 } .switch { display: inline-block; width: 34px; height: 18px; border-radius: 9px; background: #bbb; cursor: pointer } .switch.on { background: #27c }</style>
<nav></nav><main></main><div id="over"></div>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({ favorites: [], feeds: { 'Harbour screen': true, 'Evening bulletin': true, 'Pilots': false }, preferred: [],
    fees: { 12: '30', 14: '35', 21: '32', 23: '36' }, team: [{ mail: 'bo@tide.example', role: 'Reader' }], command: '' }));
  const ui = { page: 'Stations', menu: null, drawer: null, mail: '', role: 'Reader', isOwn: false, command: '', isFeeOpen: false, isSaved: false };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const act = (what, id, text, more = '') => '<button data-do="' + what + '" data-id="' + id + '"' + more + '>' + text + '</button>';
  const dots = (id) => act('menu', id, '<svg width="12" height="12"><circle cx="6" cy="6" r="1"/></svg>', ' aria-label="More"');
  const targets = { 'Harbour screen': 'https://in.dock.example/v1', 'Evening bulletin': 'https://push.nordwind.example/in', 'Pilots': 'https://pilots.example/wx' };
  const moorings = { 12: 'Let', 14: 'Idle', 21: 'Let', 23: 'Idle' };
  const pages = {
    Stations: () => '<h1>Stations</h1><div class="cards">' + ['cape-row', 'dune-gate'].map((name) => '<div class="card" data-do="open" data-id="' + name + '"><div><b>' + name + '</b><p>Every 10 minutes</p></div>' + dots(name) + '</div>').join('') + '</div>',
    Feeds: () => '<h1>Feeds</h1>' + Object.keys(state.feeds).map((name) => '<div class="line"><div class="grow"><b>' + name + '</b> ' + (state.feeds[name] ? 'On' : 'Off') + '<br>' + targets[name] + '</div>' + dots(name) + '</div>').join(''),
    Suppliers: () => '<h1>Suppliers</h1>' + ['Vigo Sensors', 'Mast Works'].map((name) => '<div class="line go" data-do="drawer" data-id="' + name + '"><b class="grow">' + name + '</b><span>' + (state.preferred.includes(name) ? 'Preferred' : 'Known') + '</span></div>').join(''),
    Masts: () => '<h1>Masts</h1><table><thead><tr><th>Mast</th><th>State</th><th>Height</th><th>Fee</th></tr></thead><tbody>' + Object.keys(state.fees).map((id) => '<tr data-do="drawer" data-id="' + id + '"><td>' + id + '</td><td><span style="background:#fe9">' + moorings[id] + '</span></td><td>18 m</td><td>€' + state.fees[id] + '</td></tr>').join('') + '</tbody></table>',
    Team: () => '<h1>Team</h1><div class="part"><div><h3>Invite members</h3><p>Invite new members by email address.</p><label>Email address<br><input type="email" placeholder="jo@example.com" data-type="mail" value="' + ui.mail + '"></label> <label>Role<br><select data-type="role"><option>Reader</option><option>Keeper</option></select></label><p>' + act('none', '', 'Add more') + '</p></div><div class="foot"><span>Readers are free.</span>' + act('invite', '', 'Invite', ui.mail ? '' : ' disabled') + '</div></div>' + state.team.map(({ mail, role }) => '<div class="line"><span class="grow">' + mail + '</span>' + role + '</div>').join(''),
    Readings: () => '<h1>Readings</h1><div class="part"><div><h3>Commands</h3><p>For a new station the commands are found out by themselves.</p><div class="line"><span>Read command</span><input class="grow" placeholder="\`read\`" data-type="command" value="' + ui.command + '"' + (ui.isOwn ? '' : ' disabled') + '><span>Override</span><span class="switch' + (ui.isOwn ? ' on' : '') + '" role="switch" aria-checked="' + ui.isOwn + '" data-do="own"></span></div></div><div class="foot"><span>' + (ui.isSaved ? 'Saved.' : 'More on commands.') + '</span>' + act('save', '', 'Save', ui.command ? '' : ' disabled') + '</div></div>',
  };
  const menus = { Stations: () => ['Add favorite', 'Copy address'], Feeds: (id) => ['Edit', state.feeds[id] ? 'Disable' : 'Enable', 'Copy address'], Suppliers: () => ['Make preferred', 'Print'] };
  const drawers = {
    Suppliers: (id) => '<div class="head"><h2>' + id + '</h2>' + dots(id) + act('close', '', '×', ' aria-label="Close panel"') + '</div><p>Sensors for wind and rain.</p>',
    Masts: (id) => '<div class="head"><h2>Mast ' + id + '</h2>' + act('close', '', '×', ' aria-label="Close panel"') + '</div><div class="line"><span>Fee</span>' + (ui.isFeeOpen ? '<input data-type="fee" value="' + state.fees[id] + '">' + act('fee', id, 'Save') : act('edit', id, '€' + state.fees[id])) + '</div>',
  };
  const draw = () => {
    document.querySelector('nav').innerHTML = Object.keys(pages).map((name) => act('page', name, name)).join(' ');
    document.querySelector('main').innerHTML = pages[ui.page]();
    over.innerHTML = (ui.drawer ? '<div class="sheet"><div class="drawer" role="dialog" aria-modal="true" aria-label="' + ui.drawer + '">' + drawers[ui.page](ui.drawer) + '</div></div>' : '') + (ui.menu ? '<div class="menu" role="menu"' + (ui.drawer ? ' style="left:980px;top:60px"' : '') + '>' + menus[ui.page](ui.menu).map((text) => '<div role="menuitem" data-do="choose" data-id="' + text + '">' + text + '</div>').join('') + '</div>' : '');
    for (const field of document.querySelectorAll('select')) field.value = ui.role;
  };
  const dos = {
    page: (id) => { Object.assign(ui, { page: id, menu: null, drawer: null }); }, menu: (id) => { ui.menu = id; }, drawer: (id) => { ui.drawer = id; ui.isFeeOpen = false; }, close: () => { ui.drawer = ui.menu = null; },
    open: (id) => { ui.page = 'Readings'; }, own: () => { ui.isOwn = !ui.isOwn; }, edit: () => { ui.isFeeOpen = true; },
    choose: (text) => { const id = ui.menu; ui.menu = null;
      if (text === 'Add favorite') state.favorites.push(id); else if (text === 'Disable' || text === 'Enable') state.feeds[id] = text === 'Enable'; else if (text === 'Make preferred') state.preferred.push(id); else return; keep(); },
    invite: () => { state.team.push({ mail: ui.mail, role: ui.role }); ui.mail = ''; keep(); }, save: () => { state.command = ui.command; ui.isSaved = true; keep(); },
    fee: (id) => { state.fees[id] = document.querySelector('[data-type=fee]').value; ui.isFeeOpen = false; ui.drawer = null; keep(); },
  };
  document.addEventListener('click', ({ target }) => { const at = target.closest('[data-do]'); if (!at) { if (ui.menu) { ui.menu = null; draw(); } return; } dos[at.dataset.do]?.(at.dataset.id); draw(); });
  document.addEventListener('input', ({ target }) => { const what = target.dataset.type; if (what !== 'fee') ui[what] = target.value; for (const button of document.querySelectorAll('.foot button')) button.disabled = !(ui.page === 'Team' ? ui.mail : ui.command); });
  keep();
  draw();
</script></html>`;

const film = filming<Network>(network);

test.each<[string, Partial<Network>]>([
  [
    'Pause the feed that goes to Nordwind',
    { feeds: { 'Harbour screen': true, 'Evening bulletin': false, Pilots: false } },
  ],
  ['Add the cape-row station to my favorites', { favorites: ['cape-row'] }],
  ['Mark Vigo Sensors as one of our preferred suppliers', { preferred: ['Vigo Sensors'] }],
  [
    'Invite ines@tide.example to the team as a Keeper',
    {
      team: [
        { mail: 'bo@tide.example', role: 'Reader' },
        { mail: 'ines@tide.example', role: 'Keeper' },
      ],
    },
  ],
  [
    'Invite Ines Vik (ines@tide.example) to the team as a Keeper',
    {
      team: [
        { mail: 'bo@tide.example', role: 'Reader' },
        { mail: 'ines@tide.example', role: 'Keeper' },
      ],
    },
  ],
  ['For cape-row, use "npm run gauge" as the read command', { command: 'npm run gauge' }],
  ['Set the fee of both idle masts to 40', { fees: { 12: '30', 14: '40', 21: '32', 23: '40' } }],
])('%s', async (prompt, expected) => {
  const { plan, played } = await film(prompt);
  const presses = plan.script.steps.map((step) => ('target' in step ? step.target : step.type));
  expect({ unmet: plan.unmet, ...played }, JSON.stringify(presses)).toMatchObject({ unmet: [], ...expected });
});
