import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Kennel {
  fed: Record<string, boolean>;
  services: string[];
  replies: string[];
  sent: { to: string; text: string }[];
  drafts: number;
  owners: { name: string; first: string; last: string; phone: string }[];
  enrolled: string[];
  lines: { item: string; count: string }[];
  herds: Record<string, string[]>;
}

/**
 * The office of a kennel. Its navigation has entries of the same name below each house, its cards a switch in the corner above the name, and its
 * forms their buttons where the author liked them: beside the heading, at the end of the box, or under a name of their own beside “Cancel”.
 */
const kennel = `<!doctype html><html lang="en"><title>Kennel</title><style>
  body { margin: 0; font: 14px sans-serif; display: grid; grid-template-columns: 190px 1fr } button, .pick, .toggle { cursor: pointer } aside { padding: 10px; height: 100vh; background: #efe } aside div { padding: 4px 0 } aside .sub { padding-left: 22px }
  main { padding: 12px 20px } .bar button { border: 0; background: none; padding: 10px } .line { display: flex; gap: 16px; width: 820px; padding: 10px; border-bottom: 1px solid #ddd } .grow { flex: 1 } .grid { display: grid; grid-template-columns: 300px 300px; gap: 16px } .card { border: 1px solid #ccc; padding: 12px; height: 90px } .top { display: flex; justify-content: space-between }
  .toggle { width: 34px; height: 18px; border-radius: 9px; background: #bbb } .toggle.on { background: #084 } label { display: block; margin: 8px 0 } input, textarea { display: block; width: 280px } .drop { position: fixed; left: 330px; top: 60px; width: 180px; background: #fff; border: 1px solid #888; box-shadow: 0 2px 8px #888 } .drop div { padding: 8px; cursor: pointer }
  .sheet { position: fixed; inset: 0; background: rgba(0, 0, 0, .3) } .box { margin: 90px auto; width: 420px; background: #fff; padding: 16px } .write { display: flex; gap: 10px; width: 820px; align-items: end } .write textarea { width: 700px; height: 50px } .letter { position: fixed; right: 20px; bottom: 0; width: 460px; background: #fff; border: 1px solid #888; padding: 12px } .cell { display: inline-block; width: 240px }</style>
<aside></aside><main></main><div id="over"></div>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({ fed: {}, services: ['Grooming'], replies: [], sent: [], drafts: 0, owners: [], enrolled: [], lines: [{ item: 'Bath', count: '1' }], herds: { 'Puppy class': ['Bo Ek'], 'Rally club': [] } }));
  const ui = { page: 'Today', house: null, opened: null, drop: null, form: null, letter: false, reply: false };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const act = (what, id, text, more = '') => '<button data-do="' + what + '" data-id="' + id + '"' + more + '>' + text + '</button>';
  const dogs = { North: ['Aska', 'Bruno', 'Cleo'], South: ['Dina', 'Enzo', 'Fips'], River: ['Gina', 'Hugo', 'Iwa'] };
  const services = ['Grooming', 'Shuttle', 'Vet on call', 'Webcam'];
  const people = ['Amal Reyes', 'Bo Ek', 'Cara Voss', 'Dag Lund'];
  const threads = { 'Dinner for Bruno': 'Bo Ek', 'Pick-up on Friday': 'Cara Voss', 'A new leash': 'Dag Lund' };
  const courses = ['Recall in the woods', 'Calm at the door', 'First steps of a puppy'];
  const toggle = (what, id, on) => '<div class="toggle' + (on ? ' on' : '') + '" data-do="' + what + '" data-id="' + id + '"></div>';
  const pages = {
    Today: () => '<h1>Today</h1><p>Nine dogs are here.</p>',
    Dogs: () => '<h1>' + ui.house + ' house</h1>' + dogs[ui.house].map((name) => '<div class="line"><b class="grow">' + name + '</b><span>' + (state.fed[name] ? 'Fed' : 'Hungry') + '</span>' + act('feed', name, 'Feed') + '</div>').join(''),
    Meals: () => '<h1>Meals of ' + ui.house + '</h1><p>At seven and at six.</p>',
    Services: () => '<h1>Services</h1><div class="grid">' + services.map((name) => '<div class="card"><div class="top"><span>◆</span>' + toggle('service', name, state.services.includes(name)) + '</div><b>' + name + '</b><div>Offered with each stay</div></div>').join('') + '</div>',
    Messages: () => ui.opened ? '<h1>' + ui.opened + '</h1><p>' + threads[ui.opened] + ' wrote to you.</p><div class="write"><textarea placeholder="Write a message…"></textarea>' + act('reply', '', 'Send') + '</div>' : '<h1>Messages</h1>' + act('letter', '', 'Compose') + Object.keys(threads).map((subject) => '<div class="line pick" data-do="open" data-id="' + subject + '"><span>' + threads[subject] + '</span><b class="grow">' + subject + '</b></div>').join(''),
    Owners: () => ui.form === 'owner' ? '<div class="top"><h1>New owner</h1><span>' + act('close', '', 'Cancel') + act('owner', '', 'Save & close') + '</span></div><h3>Household</h3><label>Household name<input name="name"></label><h3>Main person</h3><label>First name<input name="first"></label><label>Last name<input name="last"></label><label>Phone<input name="phone"></label>' : '<h1>Owners</h1>' + act('form', 'owner', 'New owner') + people.map((name) => '<div class="line"><b class="grow">' + name + '</b></div>').join(''),
    Classes: () => ui.opened ? '<h1>' + ui.opened + '</h1>' + act('form', 'person', 'Create person') + act('form', 'herd', 'Add owners') + state.herds[ui.opened].map((name) => '<div class="line"><b class="grow">' + name + '</b></div>').join('') : '<h1>Classes</h1>' + Object.keys(state.herds).map((name) => '<div class="line pick" data-do="open" data-id="' + name + '"><b class="grow">' + name + '</b><span>' + state.herds[name].length + ' owners</span></div>').join(''),
    Courses: () => '<h1>Courses</h1>' + courses.map((name) => '<div class="line"><b class="grow">' + name + '</b>' + act('form', name, 'Enrol') + '</div>').join(''),
    Bill: () => '<h1>Bill 17</h1>' + state.lines.map((line, at) => '<div><label class="cell">Item<input data-line="' + at + '" data-name="item" value="' + line.item + '"></label><label class="cell">Count<input data-line="' + at + '" data-name="count" value="' + line.count + '"></label></div>').join('') + act('line', '', 'Add line') + act('bill', '', 'Save') + (ui.saved ? '<p>All changes are saved.</p>' : ''),
  };
  const drops = { Money: ['Bill'], People: ['Owners', 'Classes'], Stay: ['Services', 'Courses'] };
  const dialog = (title, body, end) => '<div class="sheet"><div class="box" role="dialog" aria-modal="true" aria-label="' + title + '"><h2>' + title + '</h2>' + body + act('close', '', 'Cancel') + end + '</div></div>';
  const draw = () => {
    document.querySelector('aside').innerHTML = '<div class="pick" data-do="page" data-id="Today">Today</div><div class="pick" data-do="page" data-id="Messages">Messages</div>' + Object.keys(dogs).map((house) => '<div>' + house + '</div><div class="sub"><button data-do="house" data-id="Dogs" data-house="' + house + '">Dogs</button></div><div class="sub"><button data-do="house" data-id="Meals" data-house="' + house + '">Meals</button></div>').join('');
    document.querySelector('main').innerHTML = '<nav class="bar">' + Object.keys(drops).map((name) => act('drop', name, name + ' <svg width="8" height="8" viewBox="0 0 8 8"><path d="M1 2l3 4 3-4" fill="none" stroke="#000"/></svg>', ' aria-haspopup="menu" aria-expanded="' + (ui.drop === name) + '"')).join('') + '</nav>' + pages[ui.page]();
    over.innerHTML = (ui.drop ? '<div class="drop" role="menu">' + drops[ui.drop].map((name) => '<div role="menuitem" data-do="page" data-id="' + name + '">' + name + '</div>').join('') + '</div>' : '') +
      (courses.includes(ui.form) ? dialog('Enrol in a course', '<p>' + ui.form + '</p>', act('enrol', ui.form, 'Complete enrolment')) : '') +
      (ui.form === 'person' ? dialog('Create person', '<label>Name<input name="name"></label>', act('person', '', 'Save')) : '') +
      (ui.form === 'herd' ? dialog('Add owners', people.map((name) => '<label><input type="checkbox" name="' + name + '">' + name + '</label>').join(''), act('herd', '', 'Add')) : '') +
      (ui.letter ? '<div class="letter"><div class="top"><b>New message</b><button data-do="draft" title="Save & close">×</button></div><label>To<input name="to"></label><label>Text<textarea name="text"></textarea></label>' + act('send', '', 'Send') + '</div>' : '');
  };
  const value = (name) => document.querySelector('[name="' + name + '"]').value;
  const lines = () => { for (const field of document.querySelectorAll('[data-line]')) state.lines[field.dataset.line][field.dataset.name] = field.value; };
  const dos = {
    page: (id) => Object.assign(ui, { page: id, drop: null, opened: null, form: null }), house: (id, { house }) => Object.assign(ui, { page: id, house, opened: null }), drop: (id) => { ui.drop = id; }, open: (id) => { ui.opened = id; }, form: (id) => { ui.form = id; }, close: () => { ui.form = null; }, letter: () => { ui.letter = true; },
    feed: (id) => { state.fed[id] = true; keep(); }, service: (id) => { state.services = state.services.includes(id) ? state.services.filter((one) => one !== id) : [...state.services, id]; keep(); }, reply: () => { state.replies.push(ui.opened + ': ' + document.querySelector('.write textarea').value); keep(); },
    draft: () => { state.drafts++; ui.letter = false; keep(); }, send: () => { state.sent.push({ to: value('to'), text: value('text') }); ui.letter = false; keep(); }, owner: () => { state.owners.push({ name: value('name'), first: value('first'), last: value('last'), phone: value('phone') }); ui.form = null; keep(); }, enrol: (id) => { state.enrolled.push(id); ui.form = null; keep(); },
    person: () => { people.push(value('name')); state.herds[ui.opened].push(value('name') + ' (new)'); ui.form = null; keep(); }, herd: () => { for (const name of people) if (document.querySelector('[name="' + name + '"]').checked && !state.herds[ui.opened].includes(name)) state.herds[ui.opened].push(name); ui.form = null; keep(); }, line: () => { lines(); state.lines.push({ item: '', count: '' }); }, bill: () => { lines(); ui.saved = true; keep(); },
  };
  document.addEventListener('click', ({ target }) => { const at = target.closest('[data-do]'); if (!at) return; dos[at.dataset.do](at.dataset.id, at.dataset); draw(); });
  keep();
  draw();
</script></html>`;

const film = filming<Kennel>(kennel);

test.each<[string, Partial<Kennel>]>([
  ["Feed the dog 'Hugo' of the River house", { fed: { Hugo: true } }],
  ["Turn on the 'Webcam' service", { services: ['Grooming', 'Webcam'] }],
  [
    "Reply to the message 'Pick-up on Friday' with 'Four in the afternoon is fine.'",
    { replies: ['Pick-up on Friday: Four in the afternoon is fine.'] },
  ],
  [
    "Send a new message to cara@voss.example with the text 'Your dog is well and sleeps.'",
    { sent: [{ to: 'cara@voss.example', text: 'Your dog is well and sleeps.' }], drafts: 0 },
  ],
  [
    "Add a new owner named 'Harbour Street 5' with the main person 'Mai Tran' and the phone number '555 0177'",
    { owners: [{ name: 'Harbour Street 5', first: 'Mai', last: 'Tran', phone: '555 0177' }] },
  ],
  ["Enrol in the course 'Calm at the door'", { enrolled: ['Calm at the door'] }],
  [
    "Add a line to the bill with the item 'Walk' and a count of 4",
    {
      lines: [
        { item: 'Bath', count: '1' },
        { item: 'Walk', count: '4' },
      ],
    },
  ],
])('%s', async (prompt, expected) => {
  const { plan, played } = await film(prompt);
  const presses = plan.script.steps.map((step) => ('target' in step ? step.target : step.type));
  expect({ unmet: plan.unmet, ...played }, JSON.stringify(presses)).toMatchObject({ unmet: [], ...expected });
});

test('who is listed already is not made a second time', async () => {
  const { played } = await film("Add the owner Amal Reyes to the class 'Rally club'");
  expect(played.herds['Rally club']!.filter((name) => name.includes('(new)'))).toEqual([]);
});
