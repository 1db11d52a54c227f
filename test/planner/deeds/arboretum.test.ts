import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Arboretum {
  jobs: { name: string; keeper: string; stage: string }[];
  stages: string[];
  trees: string[];
  tags: Record<string, string[]>;
  labels: string[];
  rules: { name: string; label: string; wait: string; unit: string }[];
  plants: { name: string; price: string; former: string }[];
  keeper: { phone: string; city: string };
  notices: Record<string, { mail: boolean; app: boolean }>;
}

/**
 * The office of an arboretum. Its buttons show no hand, all presses are heard by the document, and what can be pressed is lighter under the cursor.
 * Jobs have their names in fields, in a list and in a drawer, and trees stand in one another.
 */
const office = `<!doctype html><html lang="en"><title>Arboretum</title><style>
  body { margin: 0; font: 14px sans-serif } button { cursor: default; border: 1px solid #ccc; background: #fff } nav { position: fixed; left: 0; top: 0; width: 170px; height: 100vh; background: #efe; padding: 12px }
  nav button { display: block; margin: 8px 0; border: 0 } nav button:hover, .entry:hover, .item:hover { background: #dfd } main { margin: 0 380px 0 200px; padding: 12px } .line { display: flex; gap: 10px; align-items: center; padding: 6px 0 }
  .job { display: flex; gap: 12px; align-items: center; padding: 8px; border-bottom: 1px solid #ddd } .job input { width: 220px; border: 0 } .cell { width: 140px; text-align: left; border: 0 } .cell:hover { background: #eee }
  .entry { display: flex; gap: 6px; align-items: center; height: 28px; padding-right: 6px } .fold { width: 14px; height: 28px; display: flex; align-items: center } .fold.open svg { transform: rotate(90deg) }
  aside { position: fixed; right: 0; top: 0; width: 340px; height: 100vh; background: #fafafa; border-left: 1px solid #ccc; padding: 12px } .pop { position: fixed; left: 520px; top: 160px; width: 240px; background: #fff; border: 1px solid #999; box-shadow: 0 2px 8px #999; padding: 8px; z-index: 9 } .item { padding: 6px }
  .sheet { position: fixed; inset: 0; background: rgba(0, 0, 0, .4); z-index: 5 } .box { position: fixed; left: 400px; top: 160px; width: 380px; background: #fff; padding: 16px } .list { border: 1px solid #999; border-radius: 4px; padding: 4px 24px 4px 8px; display: inline-block }
  .switch { display: inline-block; width: 34px; height: 18px; border-radius: 9px; background: #bbb } .switch.on { background: #2a6 } table td, table th { padding: 8px 24px 8px 0; text-align: left }</style><nav></nav><main></main><div id="over"></div>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({
    jobs: [['Prune the north alley', 'Tove Aas', 'Planned'], ['Stake the young limes', '', 'Under way'], ['Clear the bog path', 'Iben Holt', 'Under way'], ['Label the conifers', 'Tove Aas', 'Done']].map(([name, keeper, stage]) => ({ name, keeper, stage })),
    stages: ['Planned', 'Under way', 'In review', 'Done'], trees: ['Copper beech', 'Weeping beech', 'Downy oak', 'Holm oak'], tags: { 'Order 31': [], 'Order 32': ['gift'] }, labels: ['Early visitor', 'School class', 'Volunteer'],
    rules: [{ name: 'Early reminder', label: 'Early visitor', wait: '4', unit: 'hours' }, { name: 'Class thanks', label: 'School class', wait: '2', unit: 'days' }],
    plants: [{ name: 'Bog myrtle', price: '9', former: '' }, { name: 'Dwarf birch', price: '14', former: '' }], keeper: { phone: '555 0101', city: 'Lund' },
    notices: { Storms: { mail: true, app: true }, Pests: { mail: true, app: false }, Visitors: { mail: false, app: true } } }));
  const ui = { page: 'Jobs', job: '', over: '', id: '', open: [], tree: '', order: '', plant: '', edits: false, rule: '', unit: '' };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const people = ['Tove Aas', 'Iben Holt', 'Noor Vik'];
  const angle = '<svg width="10" height="10" viewBox="0 0 16 16" fill="none" stroke="#333"><path d="M6 4l4 4-4 4"/></svg>';
  const items = (all, act) => '<div class="pop" role="listbox">' + all.map((one) => '<div class="item" role="option" data-do="' + act + '" data-id="' + one + '">' + one + '</div>').join('') + '</div>';
  const list = (act, value, label) => '<span class="list" role="combobox" tabindex="0" aria-label="' + label + '" aria-expanded="false" data-do="' + act + '">' + value + '</span>';
  const field = (id, label, value, more) => '<div class="line"><label>' + label + ' <input id="' + id + '" value="' + value + '" ' + (more || '') + '></label></div>';
  const entry = (name, depth, inner) => '<div class="entry" data-do="tree" data-id="' + name + '" style="padding-left:' + (8 + 16 * depth) + 'px"><span class="fold ' + (ui.open.includes(name) ? 'open' : '') + '"' + (inner ? ' data-do="fold" data-id="' + name + '"' : '') + '>' + (inner ? angle : '') + '</span>' + '<span>' + name + '</span>' + '</div>';
  const group = (name, inner) => entry(name, 0, true) + (ui.open.includes(name) ? inner.map((one) => entry(one, 1, false)).join('') : '');
  const pages = {
    Jobs: () => '<h1>Jobs</h1><div class="line">' + state.stages.map((stage, at) => '<input aria-label="Stage name" data-stage="' + at + '" value="' + stage + '">').join('') + '</div><div>' + state.jobs.map(({ name, keeper, stage }) => '<div class="job"><input aria-label="Job name" data-job="' + name + '" value="' + name + '"><button class="cell" aria-label="' + (keeper || 'Keeper') + '" data-do="keeper" data-id="' + name + '">' + (keeper || '–') + '</button><span>' + stage + '</span><button data-do="job" data-id="' + name + '">Details</button></div>').join('') + '</div><button data-do="add">Add job</button>',
    Trees: () => '<h1>Trees</h1><div>' + group('Beeches', state.trees.slice(0, 2)) + group('Oaks', state.trees.slice(2)) + '</div>',
    Orders: () => '<h1>Orders</h1><div>' + Object.keys(state.tags).map((one) => '<div class="entry" data-do="order" data-id="' + one + '"><b>' + one + '</b><span>' + state.tags[one].join(', ') + '</span></div>').join('') + '</div>',
    Plants: () => '<h1>Plants</h1><div>' + state.plants.map(({ name }) => '<div class="entry" data-do="plant" data-id="' + name + '"><b>' + name + '</b></div>').join('') + '</div>',
    Rules: () => '<h1>Rules</h1><table><tr><th>Rule</th><th>Starts with</th><th></th></tr>' + state.rules.map(({ name, label }) => '<tr><td>' + name + '</td><td>' + label + '</td><td><button aria-label="Actions for ' + name + '" data-do="actions" data-id="' + name + '">⋯</button></td></tr>').join('') + '</table>',
    Labels: () => '<h1>Labels</h1><div>' + state.labels.map((one) => '<div class="line"><span>' + one + '</span><button aria-label="Rename ' + one + '" data-do="label" data-id="' + one + '">✎</button></div>').join('') + '</div>',
    Profile: () => '<h1>Noor Vik</h1><div style="display:flex;gap:20px"><section style="width:300px"><div class="line"><h2 style="flex:1">Contact</h2><button data-do="edit">Edit</button></div>' + (ui.edits ? field('phone', 'Phone number', state.keeper.phone) + field('city', 'City', state.keeper.city) + '<button data-do="profile">Save</button>' : '<div class="line"><span>Phone number</span><span>' + state.keeper.phone + '</span></div><div class="line"><span>City</span><span>' + state.keeper.city + '</span></div>') + '</section><section><h2>Hours</h2><p>Mornings</p></section></div>',
    Notices: () => '<h1>Notices</h1><table><tr><th>About</th><th>Email</th><th>In app</th></tr>' + Object.entries(state.notices).map(([name, { mail, app }]) => '<tr><td>' + name + '</td>' + [['mail', mail, 'by email'], ['app', app, 'in app']].map(([way, on, said]) => '<td><span class="switch ' + (on ? 'on' : '') + '" role="switch" tabindex="0" aria-checked="' + on + '" aria-label="' + name + ' ' + said + '" data-do="notice" data-id="' + name + '/' + way + '"></span></td>').join('') + '</tr>').join('') + '</table>',
  };
  const overs = {
    people: () => items(people, 'assign'), stages: () => items(state.stages, 'stage'), units: () => items(['minutes', 'hours', 'days'], 'unit'),
    tags: () => '<div class="pop" role="listbox"><input id="tag" placeholder="Find or make a tag">' + ['gift', 'fragile'].map((one) => '<div class="item" role="option" data-do="tag" data-id="' + one + '">' + one + '</div>').join('') + (ui.tag && !['gift', 'fragile'].includes(ui.tag) ? '<div class="item" role="option" data-do="tag" data-id="' + ui.tag + '">Add ' + ui.tag + '</div>' : '') + '</div>',
    actions: () => '<div class="pop" role="menu"><div class="item" role="menuitem" data-do="rename">Rename</div><div class="item" role="menuitem" data-do="wait">Change wait</div></div>',
    rename: () => '<div class="sheet"><div class="box" role="dialog" aria-label="Rename rule">' + field('rule', 'Rule name', ui.id) + '<button data-do="ruled">Save</button></div></div>',
    label: () => '<div class="sheet"><div class="box" role="dialog" aria-label="Rename label">' + field('named', 'Label name', ui.id) + '<button data-do="labelled">Save</button></div></div>',
    wait: () => '<div class="sheet"><div class="box" role="dialog" aria-label="Wait"><div class="line"><label>Wait for <input id="wait" value="' + state.rules.find(({ name }) => name === ui.id).wait + '"></label>' + list('units', ui.unit, 'Unit') + '</div><button data-do="waited">Save</button></div></div>' + (ui.pick ? overs.units() : ''),
  };
  const asides = () => {
    if (state.trees.includes(ui.tree)) return '<aside><h2>Tree</h2>' + field('tree', 'Name', ui.tree) + '</aside>';
    if (ui.job) return '<aside><h2>' + ui.job + '</h2><div class="line"><span>Stage</span>' + list('stages', state.jobs.find(({ name }) => name === ui.job).stage, 'Stage') + '</div></aside>';
    if (ui.order) return '<aside><h2>' + ui.order + '</h2><div class="line"><span>Tags</span>' + list('tags', state.tags[ui.order].join(', ') || 'None', 'Tags') + '</div></aside>';
    if (!ui.plant) return '';
    const { price, former } = state.plants.find(({ name }) => name === ui.plant);
    return '<aside><h2>' + ui.plant + '</h2>' + field('price', 'Price', price, 'placeholder="0.00"') + field('former', 'Former price', former, 'placeholder="0.00"') + '<button data-do="priced">Save</button><p id="fault"></p></aside>';
  };
  const draw = () => {
    document.querySelector('nav').innerHTML = Object.keys(pages).map((one) => '<button data-do="page" data-id="' + one + '">' + one + '</button>').join('');
    document.querySelector('main').innerHTML = pages[ui.page]();
    over.innerHTML = asides() + (overs[ui.over]?.() ?? '');
  };
  const job = (name) => state.jobs.find((one) => one.name === name);
  const deeds = {
    page: (id) => Object.assign(ui, { page: id, tree: '', job: '', order: '', plant: '', over: '', edits: false }), keeper: (id) => Object.assign(ui, { over: 'people', id }), job: (id) => Object.assign(ui, { job: id, over: '' }),
    assign: (id) => { job(ui.id).keeper = id; ui.over = ''; keep(); }, stages: () => { ui.over = 'stages'; }, stage: (id) => { job(ui.job).stage = id; ui.over = ''; keep(); }, add: () => { state.jobs.push({ name: 'Untitled', keeper: '', stage: 'Planned' }); keep(); },
    fold: (id) => { ui.open = ui.open.includes(id) ? ui.open.filter((one) => one !== id) : [...ui.open, id]; }, tree: (id) => Object.assign(ui, { tree: id, job: '', order: '', plant: '' }), order: (id) => Object.assign(ui, { order: id }), tags: () => Object.assign(ui, { over: 'tags', tag: '' }),
    tag: (id) => { state.tags[ui.order].push(id); ui.over = ''; keep(); }, plant: (id) => Object.assign(ui, { plant: id }), actions: (id) => Object.assign(ui, { over: 'actions', id }), rename: () => { ui.over = 'rename'; },
    ruled: () => { state.rules.find(({ name }) => name === ui.id).name = rule.value; ui.over = ''; keep(); }, label: (id) => Object.assign(ui, { over: 'label', id }), labelled: () => { state.labels[state.labels.indexOf(ui.id)] = named.value; ui.over = ''; keep(); },
    wait: () => Object.assign(ui, { over: 'wait', unit: state.rules.find(({ name }) => name === ui.id).unit, pick: false }), units: () => { ui.pick = true; }, unit: (id) => Object.assign(ui, { unit: id, pick: false }),
    waited: () => { Object.assign(state.rules.find(({ name }) => name === ui.id), { wait: wait.value, unit: ui.unit }); ui.over = ''; keep(); }, edit: () => { ui.edits = true; }, profile: () => { state.keeper = { phone: phone.value, city: city.value }; ui.edits = false; keep(); },
    priced: () => { const values = [price.value, former.value]; if (values.some((one) => !/^\\d*(\\.\\d+)?$/.test(one))) return false; Object.assign(state.plants.find(({ name }) => name === ui.plant), { price: values[0], former: values[1] }); ui.plant = ''; keep(); },
    notice: (id) => { const [name, way] = id.split('/'); state.notices[name][way] = !state.notices[name][way]; keep(); },
  };
  document.addEventListener('click', ({ target }) => { const one = target.closest('[data-do]'); if (one && deeds[one.dataset.do](one.dataset.id) !== false) draw(); });
  document.addEventListener('input', ({ target }) => { if (target.id === 'tag') { ui.tag = target.value; const value = target.value; draw(); document.querySelector('#tag').value = value; document.querySelector('#tag').focus(); } });
  document.addEventListener('change', ({ target }) => { if (target.id === 'tree') { state.trees = state.trees.map((one) => one === ui.tree ? target.value : one); ui.tree = target.value; keep(); draw(); } if (target.dataset.stage) { state.stages[target.dataset.stage] = target.value; keep(); } if (target.dataset.job) { job(target.dataset.job).name = target.value; keep(); } });
  keep();
  draw();
</script></html>`;

const film = filming<Arboretum>(office);

test('a job whose name stands in a field is given to somebody in its own row', async () => {
  const { plan, played } = await film("Assign the job 'Stake the young limes' as keeper to Noor Vik");
  expect(plan.unmet).toEqual([]);
  expect(played.jobs.map(({ keeper }) => keeper)).toEqual(['Tove Aas', 'Noor Vik', 'Iben Holt', 'Tove Aas']);
});

test('what is moved from one stage to another renames no stage, and adds no job', async () => {
  const { plan, played } = await film("Move 'Clear the bog path' from Under way to In review");
  expect(plan.unmet).toEqual([]);
  expect(played.stages).toEqual(['Planned', 'Under way', 'In review', 'Done']);
  expect(played.jobs.map(({ stage }) => stage)).toEqual(['Planned', 'Under way', 'In review', 'Done']);
});

test('a tree is found in what unfolds, and renamed in its panel', async () => {
  const { plan, played } = await film("Rename the tree 'Holm oak' to 'Evergreen oak'");
  expect(plan.unmet).toEqual([]);
  expect(played.trees).toEqual(['Copper beech', 'Weeping beech', 'Downy oak', 'Evergreen oak']);
});

test('a tag that is quoted is no other tag that its name begins with', async () => {
  const { plan, played } = await film("Add the tag 'gift wrap' to 'Order 31'");
  expect(plan.unmet).toEqual([]);
  expect(played.tags).toEqual({ 'Order 31': ['gift wrap'], 'Order 32': ['gift'] });
});

test('a sum is typed as a number where the empty field shows one as its example', async () => {
  const { plan, played } = await film(
    "Change the price of the 'Bog myrtle' to $8 and its former price to $11",
  );
  expect(plan.unmet).toEqual([]);
  expect(played.plants[0]).toEqual({ name: 'Bog myrtle', price: '8', former: '11' });
});

test('a label is renamed, and no rule that says the label', async () => {
  const { plan, played } = await film("Rename the label 'Early visitor' to 'Morning visitor'");
  expect(plan.unmet).toEqual([]);
  expect(played.labels).toEqual(['Morning visitor', 'School class', 'Volunteer']);
  expect(played.rules.map(({ name }) => name)).toEqual(['Early reminder', 'Class thanks']);
});

test('a span gets its number and its unit', async () => {
  const { plan, played } = await film(
    "Change the wait of the rule 'Early reminder' from 4 hours to 90 minutes",
  );
  expect(plan.unmet).toEqual([]);
  expect(played.rules[0]).toMatchObject({ wait: '90', unit: 'minutes' });
});

test('a part of a page is edited by the button at its head', async () => {
  const { plan, played } = await film("Change the phone number of Noor Vik to '555 0199'");
  expect(plan.unmet).toEqual([]);
  expect(played.keeper).toEqual({ phone: '555 0199', city: 'Lund' });
});

test('of two switches in a row the one under the head that is named is turned', async () => {
  const { plan, played } = await film('In the notices, turn off emails for storms');
  expect(plan.unmet).toEqual([]);
  expect(played.notices.Storms).toEqual({ mail: false, app: true });
});
