import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Tannery {
  steps: string[];
  motto: string;
  posts: Record<string, unknown>[];
  jobs: { name: string; tags: string[]; applied: boolean }[];
  zones: { name: string; rates: Record<string, string>[] }[];
  visits: Record<string, string>[];
  clock: string;
  reminder: string;
}

/** A tannery's office: arrows that are drawn, blocks without headings, forms that end in two ways, and months in two lists. */
const tannery = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Barkpit — Office</title><style>
  body { margin: 0; font: 14px sans-serif; display: flex } nav { width: 150px; padding: 16px; background: #efe } nav button, .rail button { display: block; width: 140px; height: 30px; text-align: left; border: 0; background: none; cursor: pointer; font: inherit } .rail { width: 140px } main { padding: 20px; flex: 1 }
  .line { display: flex; gap: 14px; align-items: center; padding: 8px; border-bottom: 1px solid #ddd } .grow { flex: 1 } .mini { width: 26px; height: 26px; padding: 4px } svg { width: 16px; height: 16px; fill: none; stroke: #222; stroke-width: 2 }
  section { border: 1px solid #ccc; padding: 14px; margin: 12px 0 } .note { color: #777 } .edit { cursor: pointer } .shade { position: fixed; inset: 0; background: #0008 } [role=dialog] { position: fixed; left: 380px; top: 60px; background: #fff; padding: 20px; width: 420px } .two { display: flex; gap: 20px } .cap { margin-top: 8px }
  .tag { background: #dde; padding: 2px 8px } .on { background: #243; color: #fff } .choice { padding: 8px 14px; border: 1px solid #888; background: #fff } .choice.on { background: #243 } .menu { position: absolute; background: #fff; border: 1px solid #999; padding: 4px } .menu div { padding: 6px; cursor: pointer }
  .switch { width: 36px; height: 20px; border-radius: 10px; border: 0; background: #bbb; position: relative } .switch.lit { background: #2a6 } .switch i { position: absolute; left: 2px; top: 2px; width: 16px; height: 16px; border-radius: 8px; background: #fff } .switch.lit i { left: 18px }</style>
<nav><button data-to="steps">Steps</button><button data-to="profile">Profile</button><button data-to="jobs">Saved jobs</button><button data-to="zones">Delivery</button><button data-to="visits">Visits</button><button data-to="settings">Settings</button></nav><main id="main"></main><div id="above"></div>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? 'null') ?? {
    steps: ['Soak', 'Lime', 'Scud', 'Bate', 'Pickle'], motto: 'Slow leather since the spring', posts: [],
    jobs: ['Currier', 'Dyer', 'Fuller'].map((name) => ({ name, tags: [], applied: false })),
    zones: ['Coast', 'Uplands', 'Islands'].map((name) => ({ name, rates: [] })),
    visits: [{ guest: 'Ada Quill', day: '2027-03-02' }, { guest: 'Bo Marsh', day: '2027-03-05' }], clock: '12-hour', reminder: '10 hours' };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const save = () => { keep(); draw() };
  let page = 'steps', part = 'General', tagging = null;
  const all = (where, what, does) => { for (const one of where.querySelectorAll(what)) one.onclick = (event) => does(one, event) };
  const up = '<svg viewBox="0 0 24 24"><path d="M12 19V5M6 11l6-6 6 6"/></svg>', down = '<svg viewBox="0 0 24 24"><path d="M12 5v14M6 13l6 6 6-6"/></svg>';
  const months = ['Month', 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
  const monthAndYear = (called) => '<div><div class="cap">' + called + '</div><div style="display:flex"><select data-part="month">' + months.map((one) => '<option>' + one + '</option>').join('') + '</select><select data-part="year">' + ['Year', 2027, 2026, 2025, 2024].map((one) => '<option>' + one + '</option>').join('') + '</select></div></div>';
  const dialog = (title, body, ways, made) => {
    above.innerHTML = '<div class="shade"></div><div role="dialog"><h2>' + title + '</h2>' + body + '<p><button id="cancel">Cancel</button>' + ways.map((one) => '<button data-way="' + one + '">' + one + '</button>').join('') + '</p></div>';
    cancel.onclick = () => { above.innerHTML = '' };
    all(above, '[data-way]', (one) => { if (made(one.dataset.way) !== false) { above.innerHTML = ''; save() } });
  };
  const views = {
    steps() {
      main.innerHTML = '<h1>Steps</h1><div>' + state.steps.map((one, at) => '<div class="line"><span class="grow">' + one + '</span><button class="mini" data-by="-1" data-at="' + at + '">' + up + '</button><button class="mini" data-by="1" data-at="' + at + '">' + down + '</button></div>').join('') + '</div>';
      all(main, '[data-by]', ({ dataset: { at, by } }) => { const to = Number(at) + Number(by); if (to < 0 || to >= state.steps.length) return; const [one] = state.steps.splice(at, 1); state.steps.splice(to, 0, one); save() });
    },
    profile() {
      main.innerHTML = '<h1>Barkpit</h1><p class="edit" title="Click to edit" data-field="motto">' + state.motto + '</p><section><h2>Work</h2><button id="maker">+ Add post</button><p>' + state.posts.length + ' posts</p></section>';
      main.querySelector('.edit').onclick = ({ target }) => { const box = document.createElement('input'); box.value = state.motto; target.replaceWith(box); box.focus(); box.onkeydown = ({ key }) => { if (key === 'Enter') { state.motto = box.value; save() } } };
      maker.onclick = () => {
        let tags = [], still = false;
        dialog('Add post', '<div class="cap">Title</div><input id="called"><div class="two" id="spans">' + monthAndYear('From month') + monthAndYear('To month') + '</div><div class="line"><span class="grow">I currently work here</span><button class="switch"><i></i></button></div><div class="cap">Skills</div><div id="tags"><input placeholder="+ add skill"></div>', ['Publish', 'Save draft'], (way) => {
          const [from] = above.querySelectorAll('#spans > div');
          if (called.value === '' || from.querySelector('select').value === 'Month') return false;
          state.posts.push({ title: called.value, from: [...from.querySelectorAll('select')].map(({ value }) => value).join(' '), still, tags, way });
        });
        all(above, '.switch', (one) => { still = !still; one.classList.toggle('lit', still) });
        const box = above.querySelector('#tags input');
        box.onkeydown = ({ key }) => { if (key === 'Enter' && box.value) { tags.push(box.value); box.insertAdjacentHTML('beforebegin', '<span class="tag">' + box.value + '</span>'); box.value = '' } };
      };
    },
    jobs() {
      main.innerHTML = '<h1>Saved jobs</h1>' + state.jobs.map((one, at) => '<div class="line"><strong class="grow">' + one.name + '</strong>' + one.tags.map((tag) => '<span class="tag">' + tag + '</span>').join('') + (tagging === at ? '<input placeholder="New tag, Enter">' : '<button data-tag="' + at + '">+ Tag</button>') + '<button data-apply="' + at + '">Apply</button></div>').join('');
      all(main, '[data-tag]', (one) => { tagging = Number(one.dataset.tag); draw(); main.querySelector('input').focus() });
      all(main, '[data-apply]', (one) => dialog('Apply for a job', '<div class="cap">Letter</div><textarea></textarea>', ['Submit application'], () => { state.jobs[one.dataset.apply].applied = true }));
      const box = main.querySelector('input');
      if (box) box.onkeydown = ({ key }) => { if (key === 'Enter') { state.jobs[tagging].tags.push(box.value); tagging = null; save() } };
    },
    zones() {
      main.innerHTML = '<h1>Delivery</h1>' + state.zones.map((one, at) => '<section><div class="line"><div class="grow"><b>' + one.name + '</b> <small class="note">by cart</small></div></div>' + one.rates.map((rate) => '<div>' + rate.name + '</div>').join('') + '<button data-rate="' + at + '">+ Add rate</button></section>').join('');
      all(main, '[data-rate]', ({ dataset: { rate } }) => dialog('Add rate to ' + state.zones[rate].name, '<div class="cap">Rate name</div><input id="called"><div class="cap">Price</div><input id="price" placeholder="0.00"><div class="cap">$</div><div>Minimum order</div><input id="least" placeholder="None">', ['Add rate'], () => { state.zones[rate].rates.push({ name: called.value, price: price.value, least: least.value }) }));
    },
    visits() {
      main.innerHTML = '<h1>Visits</h1><button id="maker">Book visit</button>' + state.visits.map((one, at) => '<div class="line"><strong class="grow">' + one.guest + '</strong><span>' + one.day + '</span><button data-more="' + at + '">⋯</button></div>').join('');
      maker.onclick = () => dialog('Book visit', '<div class="cap">Guest</div><input id="guest"><div class="cap">Day</div><input type="date" id="day">', ['Book'], () => { if (!guest.value) return false; state.visits.push({ guest: guest.value, day: day.value }) });
      all(main, '[data-more]', (one, event) => {
        event.stopPropagation();
        one.insertAdjacentHTML('afterend', '<div class="menu"><div>Reschedule</div><div>Mark as no-show</div></div>');
        main.querySelector('.menu div').onclick = () => { const visit = state.visits[one.dataset.more]; dialog('Reschedule visit', '<div class="cap">New day</div><input type="date" id="day" value="' + visit.day + '">', ['Reschedule'], () => { visit.day = day.value }) };
      });
    },
    settings() {
      const choices = (called, key, options) => '<div class="line"><span class="grow">' + called + '</span>' + options.map(([one, more]) => '<button class="choice' + (state[key] === one ? ' on' : '') + '" data-key="' + key + '" data-to="' + one + '">' + one + (more ? '<small> ' + more + '</small>' : '') + '</button>').join('') + '</div>';
      main.innerHTML = '<h1>Settings</h1><div class="two"><div class="rail">' + ['General', 'Checkout', 'Notifications', 'Locations', 'Staff'].map((one) => '<button data-part="' + one + '">' + one + '</button>').join('') + '</div><div><h2>' + part + '</h2>' + (part === 'General' ? choices('Time format', 'clock', [['12-hour', '1:30'], ['24-hour', '13:30']]) : part === 'Checkout' ? choices('Send abandoned checkout letters after', 'reminder', [['1 hour'], ['6 hours'], ['10 hours']]) : '<p>Nothing is set here.</p>') + '</div></div>';
      all(main, '[data-part]', (one) => { part = one.dataset.part; draw() });
      all(main, '[data-key]', (one) => { state[one.dataset.key] = one.dataset.to; save() });
    },
  };
  const draw = () => views[page]();
  all(document, 'nav button', (one) => { page = one.dataset.to; tagging = null; draw() });
  draw();
</script></html>`;

const film = filming<Tannery>(tannery);

test.each([
  ["Move the step 'Bate' up two places.", ['Soak', 'Bate', 'Lime', 'Scud', 'Pickle']],
  ["Move 'Soak' down until it comes directly after 'Scud'", ['Lime', 'Scud', 'Soak', 'Bate', 'Pickle']],
])('%s', async (prompt, steps) => {
  const { plan, played } = await film(prompt);
  expect(plan.unmet).toEqual([]);
  expect(played.steps).toEqual(steps);
});

test('what is to stand beside something that is not there is not moved', async () => {
  const { plan, played } = await film("Move the step 'Bate' above 'Dye'");
  expect(plan.unmet).not.toEqual([]);
  expect(played).toBeNull();
});

test('a text that says only to programs what it is can be edited', async () => {
  const { plan, played } = await film("Change the motto on your profile to 'Oak and patience'");
  expect(plan.unmet).toEqual([]);
  expect(played.motto).toBe('Oak and patience');
});

test('a month of a year is chosen from two lists, Enter makes a skill, and the form ends as is asked', async () => {
  const { plan, played } = await film(
    "Add a post to your profile with the title 'Splitter', from month May 2026 and the skill 'knives', mark that you currently work there, and save it as a draft.",
  );
  expect(plan.unmet).toEqual([]);
  expect(played.posts).toEqual([
    { title: 'Splitter', from: 'May 2026', still: true, tags: ['knives'], way: 'Save draft' },
  ]);
});

test('a button that each row has keeps nothing of a row, and Enter keeps what is typed', async () => {
  const { plan, played } = await film("Add the tag 'near' to the saved job 'Dyer'");
  expect(plan.unmet).toEqual([]);
  expect(played.jobs[1]).toEqual({ name: 'Dyer', tags: ['near'], applied: false });
  expect(played.jobs.some(({ applied }) => applied)).toBe(false);
});

test('of blocks that are made alike, the one that begins with the name is meant', async () => {
  const { plan, played } = await film("Add a rate 'Barge' to the 'Islands' zone with the price 42.00");
  expect(plan.unmet).toEqual([]);
  expect(played.zones.map(({ rates }) => rates)).toEqual([
    [],
    [],
    [{ name: 'Barge', price: '42.00', least: '' }],
  ]);
});

test('a visit is rescheduled by its own button, and no other one is booked', async () => {
  const { plan, played } = await film('Reschedule the visit of Bo Marsh to 9 March 2027');
  expect(plan.unmet).toEqual([]);
  expect(played.visits).toEqual([
    { guest: 'Ada Quill', day: '2027-03-02' },
    { guest: 'Bo Marsh', day: '2027-03-09' },
  ]);
});

test('the product is no thing, and the number of a compound no number', async () => {
  const { plan, played } = await film('Have Barkpit show times on the 24-hour clock.');
  expect(plan.unmet).toEqual([]);
  expect(played.clock).toBe('24-hour');
});

test('“Checkout” between other pages of the settings is opened', async () => {
  const { plan, played } = await film(
    'Have abandoned checkout letters sent after 6 hours instead of 10 hours.',
  );
  expect(plan.unmet).toEqual([]);
  expect(played.reminder).toBe('6 hours');
});
