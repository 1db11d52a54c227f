import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Hut {
  members: { name: string; mail: string; role: string }[];
  status: string;
  deadline: string;
}

/** The office of a mountain hut. All that is set up stands behind “Admin”, in a column of groups, and new members are invited in three steps. */
const office = `<!doctype html><html lang="en"><title>Hut office</title><style>
  body { margin: 0; font: 14px sans-serif } a { color: inherit; text-decoration: none; cursor: pointer } button { cursor: pointer }
  .rail { position: fixed; left: 0; top: 0; width: 68px; height: 100vh; background: #243; color: #fff } .rail a, .rail button { display: block; padding: 14px 4px; font-size: 11px; text-align: center; background: none; border: 0; color: #fff; width: 68px }
  .side { position: fixed; left: 68px; top: 0; width: 220px; height: 100vh; background: #f3f5f2; padding: 10px; box-sizing: border-box } .part { margin-bottom: 14px } .part h4 { margin: 0 0 4px; font-size: 11px; color: #667 } .part a { display: block; padding: 6px 10px } .part a.on { background: #dde6dd }
  main { margin-left: 300px; padding: 16px } .line { display: flex; gap: 24px; align-items: center; padding: 8px; border-bottom: 1px solid #ddd; width: 620px } .line span { flex: 1 }
  .pop { position: fixed; left: 640px; top: 160px; width: 180px; background: #fff; border: 1px solid #999; box-shadow: 0 2px 8px #999; padding: 6px; z-index: 9 } .pop div { padding: 6px; cursor: pointer } .pop.at { left: 60px; top: 700px }
  .sheet { position: fixed; inset: 0; background: rgba(0, 0, 0, .4); z-index: 5 } .box { position: fixed; left: 420px; top: 180px; width: 420px; background: #fff; padding: 16px } .box label { display: block; padding: 8px 0 }</style>
<nav class="rail"></nav><div class="side"></div><main></main><div id="over"></div>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({ members: [{ name: 'Bo Ek', mail: 'bo.ek@hut.example', role: 'Keeper' }, { name: 'Ida Lund', mail: 'ida.lund@hut.example', role: 'Keeper' }], status: 'Online', deadline: '2 days' }));
  const ui = { part: 'Stays', page: 'This week', over: '', id: '', step: 0, draft: { role: 'Keeper' } };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const link = (act, id, isOn) => '<a href="#" data-do="' + act + '" data-id="' + id + '"' + (isOn ? ' class="on" aria-current="page"' : '') + '>' + id + '</a>';
  const parts = {
    Stays: { Views: ['This week', 'Next week', 'Arrivals', 'Departures'] },
    Guests: { Lists: ['All guests', 'Club guests'] },
    Admin: { Hut: ['General', 'Look'], People: ['Members', 'Teams'], Rules: ['Deadlines', 'Opening hours'] },
  };
  const pages = {
    Members: () => '<h1>Members</h1><button data-do="invite">Invite member</button>' + state.members.map(({ name, mail, role }) => '<div class="line"><span>' + name + '</span><span>' + mail + '</span><span>' + role + '</span><button aria-label="More" data-do="more" data-id="' + name + '">⋯</button></div>').join(''),
    Deadlines: () => '<h1>Deadlines</h1><div class="line"><label>Cancellation <select id="deadline">' + ['1 day', '2 days', '1 week'].map((one) => '<option' + (one === state.deadline ? ' selected' : '') + '>' + one + '</option>').join('') + '</select></label></div>',
  };
  const steps = [
    () => '<h2>Invite member</h2><label>Name <input id="called" value="' + (ui.draft.name ?? '') + '"></label><label>Email <input id="mail" type="email" value="' + (ui.draft.mail ?? '') + '"></label><button data-do="next">Continue</button>',
    () => '<h2>Role</h2>' + ['Keeper', 'Light member', 'Lead'].map((one) => '<label><input type="radio" name="role" value="' + one + '"' + (ui.draft.role === one ? ' checked' : '') + '> ' + one + '</label>').join('') + '<button data-do="next">Continue</button>',
    () => '<h2>Check</h2><p>' + ui.draft.name + ', ' + ui.draft.role + '</p><button data-do="send">Send invitation</button>',
  ];
  const overs = {
    me: () => '<div class="pop at" role="menu">' + ['Online', 'Away', 'Offline'].map((one) => '<div role="menuitem" data-do="status" data-id="' + one + '">' + one + '</div>').join('') + '</div>',
    more: () => '<div class="pop" role="menu"><div role="menuitem" data-do="roles">Change role</div></div>',
    roles: () => '<div class="pop" role="menu">' + ['Keeper', 'Light member', 'Lead'].map((one) => '<div role="menuitem" data-do="role" data-id="' + one + '">' + one + '</div>').join('') + '</div>',
    invite: () => '<div class="sheet"><div class="box" role="dialog" aria-modal="true" aria-label="Invite member">' + steps[ui.step]() + '</div></div>',
  };
  const draw = () => {
    document.querySelector('.rail').innerHTML = Object.keys(parts).map((one) => link('part', one, one === ui.part)).join('') + '<button data-do="me" aria-label="NV">NV</button>';
    document.querySelector('.side').innerHTML = Object.entries(parts[ui.part]).map(([name, all]) => '<div class="part"><h4>' + name + '</h4>' + all.map((one) => link('page', one, one === ui.page)).join('') + '</div>').join('');
    document.querySelector('main').innerHTML = (pages[ui.page] ?? (() => '<h1>' + ui.page + '</h1><p>Nothing is planned here.</p>'))();
    over.innerHTML = overs[ui.over]?.() ?? '';
  };
  const deeds = {
    part: (id) => Object.assign(ui, { part: id, page: Object.values(parts[id])[0][0], over: '' }), page: (id) => Object.assign(ui, { page: id, over: '' }), me: () => Object.assign(ui, { over: 'me' }),
    status: (id) => { state.status = id; ui.over = ''; keep(); }, more: (id) => Object.assign(ui, { over: 'more', id }), roles: () => Object.assign(ui, { over: 'roles' }),
    role: (id) => { state.members.find(({ name }) => name === ui.id).role = id; ui.over = ''; keep(); }, invite: () => Object.assign(ui, { over: 'invite', step: 0, draft: { role: 'Keeper' } }),
    next: () => { if (ui.step === 0) Object.assign(ui.draft, { name: called.value, mail: mail.value }); else ui.draft.role = document.querySelector('[name=role]:checked').value; ui.step++; },
    send: () => { state.members.push(ui.draft); ui.over = ''; keep(); },
  };
  document.addEventListener('click', (event) => { const one = event.target.closest('[data-do]'); if (!one) return; event.preventDefault(); deeds[one.dataset.do](one.dataset.id); draw(); });
  document.addEventListener('change', ({ target }) => { if (target.id === 'deadline') { state.deadline = target.value; keep(); } });
  keep();
  draw();
</script></html>`;

const film = filming<Hut>(office);
const roles = ({ members }: Hut) => members.map(({ role }) => role);

test('what stands in the second group of a column behind “Admin” is found', async () => {
  const { plan, played } = await film("Change Ida Lund's role to Lead");
  expect(plan.unmet).toEqual([]);
  expect(roles(played)).toEqual(['Keeper', 'Lead']);
  expect(played.status).toBe('Online');
});

test('what no word of the way tells is found by looking around, and no entry of a menu that writes is tried after the first', async () => {
  const { plan, rehearsed, played } = await film('Set the cancellation to 1 week');
  expect(plan.unmet).toEqual([]);
  expect(rehearsed.status).toBe('Online');
  expect(played).toMatchObject({ deadline: '1 week', status: 'Online' });
});

test('who is invited in steps gets the role that the second step asks for', async () => {
  const { plan, played } = await film('Invite Nora Lind (nora.lind@hut.example) as a light member');
  expect(plan.unmet).toEqual([]);
  expect(played.members.at(-1)).toEqual({
    name: 'Nora Lind',
    mail: 'nora.lind@hut.example',
    role: 'Light member',
  });
});
