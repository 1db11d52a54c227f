import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Aviary {
  stages: string[];
  houses: { name: string; code: string; keeper: string; diet: string }[];
  guests: { mail: string; role: string }[];
  tags: { name: string; colour: string }[];
  mails: Record<string, boolean>;
  badge: boolean;
}

/**
 * The settings of an aviary. Parts of a part are rows under one another with a line between them, a new house is made on a page of its own whose lists share one caption and say what they
 * ask for where nothing is chosen, roles are in a list that is closed, colours have no names, and the mails about some matter are two pages deep.
 */
const office = `<!doctype html><html lang="en"><title>Aviary</title>
<style>body { display: flex; margin: 0; font: 15px sans-serif } nav { width: 180px; padding: 10px } nav a { display: block; padding: 7px; cursor: pointer } main { flex: 1; padding: 16px } h1 { font-size: 22px }
[data-do] { cursor: pointer } .list { width: 560px; border: 1px solid #ccc; border-radius: 6px } .row { display: flex; gap: 12px; padding: 11px 14px } .row + .row { border-top: 1px solid #ddd } .row div { flex: 1 } .row small { display: block; color: #777 }
.part { border: 1px solid #ddd; padding: 12px; margin: 10px 0; width: 520px } .pick { display: inline-flex; border: 1px solid #aaa; padding: 5px 9px; margin-right: 8px } .menu { position: absolute; z-index: 20; background: #fff; box-shadow: 0 2px 8px #888; min-width: 160px } .menu div { padding: 6px }
.veil { position: fixed; inset: 0; background: rgba(0,0,0,.4); display: grid; place-items: center } .modal { width: 440px; padding: 20px; background: #fff } .colour { display: inline-block; width: 22px; height: 22px; border-radius: 50%; margin: 4px } .colour.on { outline: 2px solid #222 } input { padding: 6px; width: 260px }
.switch { width: 34px; height: 20px; border-radius: 10px; background: #bbb; position: relative } .switch.on { background: #274 } .switch i { position: absolute; left: 2px; top: 2px; width: 16px; height: 16px; border-radius: 50%; background: #fff } .switch.on i { left: 16px } .act { display: inline-block; border: 1px solid #246; background: #e8f0f8; padding: 6px 12px; margin: 8px 8px 0 0 }</style>
<nav id="nav"></nav><main id="main"></main>
<script>
  const parts = ['Preferences', 'Notifications', 'Houses', 'Keepers', 'Tags', 'Stages', 'Teams'];
  const seed = { stages: ['Egg', 'Chick'], houses: [], guests: [], tags: [], mails: { Feedings: true, 'Storm warnings': true, 'Stage changes': true }, badge: true };
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify(seed));
  const ui = { part: 'Preferences', sub: '', form: {}, dialog: '', open: '' };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const lists = { keeper: ['Ida Moor', 'Per Lund', 'Ann Sett'], diet: ['Seeds', 'Fruit', 'Fish'], role: ['Member', 'Owner', 'Guest'] };
  const unset = { keeper: 'No keeper', diet: 'No diet', role: 'Member' };
  const act = (what, id, text) => '<span class="act" role="button" data-do="' + what + '" data-id="' + id + '">' + text + '</span>';
  const pick = (one) => '<span class="pick" role="combobox" aria-expanded="' + (ui.open === one) + '" data-do="open" data-id="' + one + '">' + (ui.form[one] ?? unset[one]) + '</span>' + (ui.open === one ? '<div class="menu">' + lists[one].map((value) => '<div role="option" data-do="value" data-id="' + value + '">' + value + '</div>').join('') + '</div>' : '');
  const entry = (label, field, hint) => '<p>' + label + '<br><input data-field="' + field + '" value="' + (ui.form[field] ?? '') + '" placeholder="' + hint + '"></p>';
  const lead = (sub, title, more) => '<div class="row" data-do="sub" data-id="' + sub + '"><div><b>' + title + '</b><small>' + more + '</small></div></div>';
  const toggle = (what, id, isOn, more) => '<div class="row"><div><b>' + id + '</b><small>' + more + '</small></div><div class="switch' + (isOn ? ' on' : '') + '" style="flex:none" data-do="' + what + '" data-id="' + id + '"><i></i></div></div>';
  const colours = ['#95a2b3', '#5e6ad2', '#4cb782', '#f2c94c', '#eb5757'];
  const pages = {
    Preferences: () => '<h1>Preferences</h1><div class="list">' + toggle('badge', 'App notification badge', state.badge, 'Shows a badge on the icon of the app') + '</div>',
    Notifications: () => ui.sub === 'mail' ? '<h1>Email</h1><h3>Tell me about</h3><div class="list">' + Object.entries(state.mails).map(([one, isOn]) => toggle('mail', one, isOn, 'Once a day')).join('') + '</div>' : '<h1>Notifications</h1><div class="list">' + lead('desktop', 'Desktop', 'Enabled for 2 of 3') + lead('mail', 'Email', 'Enabled for 3 of 3') + lead('phone', 'Phone', 'Disabled') + '</div>',
    Houses: () => ui.sub === 'new' ? '<h1>New house</h1><div class="part">' + entry('House name', 'name', 'e.g. Heron hall') + entry('Code', 'code', 'e.g. HER') + '</div><div class="part"><p>Properties</p>' + pick('keeper') + pick('diet') + '</div>' + act('house', '', 'Create house') : '<h1>Houses</h1>' + act('sub', 'new', 'New house') + state.houses.map((one) => '<p>' + one.name + '</p>').join(''),
    Keepers: () => '<h1>Keepers</h1>' + act('dialog', 'invite', 'Invite') + lists.keeper.map((one) => '<div class="row"><div>' + one + '</div></div>').join(''),
    Tags: () => '<h1>Tags</h1>' + act('dialog', 'tag', 'New tag') + state.tags.map((one) => '<p>' + one.name + '</p>').join(''),
    Stages: () => '<h1>Stages</h1><div class="list">' + state.stages.map((one) => '<div class="row"><div>' + one + '</div>' + act('rename', one, 'Edit') + '</div>').join('') + '</div>',
    Teams: () => ui.sub === 'stages' ? '<h1>Waders</h1><h3>Stages</h3>' + state.stages.map((one) => '<p>' + one + '</p>').join('') + act('dialog', 'stage', 'New stage') : ui.sub === 'Waders' ? '<h1>Waders</h1><div class="list">' + lead('stages', 'Growth stages &amp; moves', 'What a chick goes through') + lead('feeds', 'Feedings', 'When they are fed') + lead('people', 'People', 'Who looks after them') + '</div>' : '<h1>Teams</h1><div class="list">' + lead('Waders', 'Waders', '4 people') + lead('Finches', 'Finches', '6 people') + lead('Owls', 'Owls', '2 people') + '</div>',
  };
  const dialogs = {
    invite: () => '<h2>Invite to the aviary</h2>' + entry('Email', 'mail', 'name@example.com') + '<p>Role</p>' + pick('role') + '<br>' + act('close', '', 'Cancel') + act('invited', '', 'Send invite'),
    tag: () => '<h2>New tag</h2>' + entry('Tag name', 'name', '') + '<p>Colour</p>' + colours.map((one) => '<span class="colour' + (ui.form.colour === one ? ' on' : '') + '" style="background:' + one + '" data-do="colour" data-id="' + one + '"></span>').join('') + '<br>' + act('close', '', 'Cancel') + act('tag', '', 'Create tag'),
    stage: () => '<h2>New stage</h2>' + entry('Stage name', 'name', '') + act('close', '', 'Cancel') + act('stage', '', 'Create stage'),
    rename: () => '<h2>Edit stage</h2>' + entry('Name', 'name', '') + act('close', '', 'Cancel') + act('renamed', '', 'Save'),
  };
  const draw = () => {
    nav.innerHTML = parts.map((one) => '<a data-do="go" data-id="' + one + '">' + one + '</a>').join('');
    main.innerHTML = (pages[ui.part]() || '') + (ui.dialog ? '<div class="veil"><div class="modal" role="dialog" aria-modal="true">' + dialogs[ui.dialog]() + '</div></div>' : '');
  };
  const done = () => { Object.assign(ui, { sub: ui.part === 'Houses' ? '' : ui.sub, dialog: '', open: '', form: {} }); keep(); };
  const deeds = {
    go: (id) => Object.assign(ui, { part: id, sub: '', dialog: '', open: '', form: {} }), sub: (id) => { ui.sub = id; ui.form = {}; }, dialog: (id) => { ui.dialog = id; ui.form = {}; }, close: () => { ui.dialog = ''; },
    open: (id) => { ui.open = ui.open === id ? '' : id; }, value: (id) => { ui.form[ui.open] = id; ui.open = ''; }, colour: (id) => { ui.form.colour = id; },
    badge: () => { state.badge = !state.badge; keep(); }, mail: (id) => { state.mails[id] = !state.mails[id]; keep(); }, rename: (id) => { ui.dialog = 'rename'; ui.form = { name: id, was: id }; },
    renamed: () => { state.stages = state.stages.map((one) => one === ui.form.was ? ui.form.name : one); done(); }, stage: () => { state.stages.push(ui.form.name); done(); },
    house: () => { if (!ui.form.name) return; state.houses.push({ name: ui.form.name, code: ui.form.code ?? '', keeper: ui.form.keeper ?? '', diet: ui.form.diet ?? '' }); done(); },
    invited: () => { state.guests.push({ mail: ui.form.mail, role: ui.form.role ?? 'Member' }); done(); }, tag: () => { state.tags.push({ name: ui.form.name, colour: ui.form.colour ?? '' }); done(); },
  };
  addEventListener('click', ({ target }) => { const one = target.closest('[data-do]'); if (one) { deeds[one.dataset.do](one.dataset.id); draw(); } });
  addEventListener('input', ({ target }) => { if (target.dataset.field) ui.form[target.dataset.field] = target.value; });
  keep();
  draw();
</script></html>`;

const film = filming<Aviary>(office);

const before: Aviary = {
  stages: ['Egg', 'Chick'],
  houses: [],
  guests: [],
  tags: [],
  mails: { Feedings: true, 'Storm warnings': true, 'Stage changes': true },
  badge: true,
};

test.each<[string, string, Partial<Aviary>]>([
  [
    'a switch is found by what it is for, and no other that shares a word is turned',
    'Turn off email notifications for storm warnings',
    { mails: { ...before.mails, 'Storm warnings': false } },
  ],
  [
    'the first of several rows is a way on like the others',
    "In the Waders team, add a growth stage called 'Fledgling'",
    { stages: ['Egg', 'Chick', 'Fledgling'] },
  ],
  [
    'a page becomes the form, and its lists say what they ask for',
    "Create a house named 'Tern terrace' with the code TRN, the diet Fish and Ann Sett as the keeper",
    { houses: [{ name: 'Tern terrace', code: 'TRN', keeper: 'Ann Sett', diet: 'Fish' }] },
  ],
  [
    'a role that a closed list offers is chosen',
    'Invite bo@example.com as a guest',
    { guests: [{ mail: 'bo@example.com', role: 'Guest' }] },
  ],
  [
    'a colour is chosen by its word',
    "Create a red tag 'Ringed'",
    { tags: [{ name: 'Ringed', colour: '#eb5757' }] },
  ],
])('%s', async (_, prompt, after) => {
  const filmed = await film(prompt);
  expect(filmed.plan.unmet).toEqual([]);
  expect(filmed.rehearsed).toEqual(before);
  expect(filmed.played).toEqual({ ...before, ...after });
});

test('what is put ahead of another writes its name over nothing', async () => {
  const filmed = await film("Put the stage 'Chick' ahead of 'Egg'");
  expect(filmed.plan.unmet).not.toEqual([]);
  expect(filmed.played).toEqual(before);
}, 90_000);
