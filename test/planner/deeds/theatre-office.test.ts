import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Office {
  shows: { name: string; premiere: string }[];
  people: { name: string; starred: boolean; tags: string[]; steps: string[] }[];
  contacts: Record<string, string | string[]>[];
  bookings: Record<string, string>[];
  filters: { name: string; on: boolean }[];
  poster: string;
  copies: number | null;
}

/** The office of a theatre: names that say “checkout”, stars that are all filled, choices marked by a class of their make, and lists that are drawn when they open. */
const office = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Theatre office</title><style>
  body { margin: 0; font: 14px sans-serif; display: flex } nav { width: 170px; padding: 16px; background: #eef } nav a { display: block; padding: 5px; cursor: pointer } main { padding: 20px; flex: 1 }
  td, th { padding: 6px 14px; text-align: left } .link { background: none; border: 0; color: #235; cursor: pointer; font: inherit; text-decoration: underline } .mark { cursor: pointer; color: #bbb; font-size: 18px } .mark-on { color: #d90 }
  .seg-b { padding: 6px 12px; border: 1px solid #999; background: #fff; cursor: pointer } .seg-on { background: #235; color: #fff }
  .pick { position: relative; width: 300px; border: 1px solid #999; padding: 6px; cursor: pointer } .pick::after { content: '▾'; float: right } .menu { position: absolute; left: 0; top: 34px; width: 300px; background: #fff; border: 1px solid #999; z-index: 9 } .menu div { padding: 6px } .menu small { display: block; color: #777; font-size: 11px }
  .chip { display: inline-block; background: #dde; padding: 2px 6px; margin: 2px } .chip b { cursor: pointer } .switch { width: 36px; height: 20px; border-radius: 10px; border: 0; background: #bbb; position: relative } .switch.on { background: #2a6 } .switch i { position: absolute; left: 2px; top: 2px; width: 16px; height: 16px; border-radius: 8px; background: #fff } .switch.on i { left: 18px }
  label { display: block; margin: 8px 0 } input { display: block; width: 300px } .shade { position: fixed; inset: 0; background: #0008 } [role=dialog] { position: fixed; left: 380px; top: 60px; background: #fff; padding: 20px }</style>
<nav><a data-to="shows">Shows</a><a data-to="people">People</a><a data-to="contacts">Contacts</a><a data-to="bookings">Bookings</a><a data-to="filters">Filters</a><a data-to="poster">Poster</a></nav><main id="main"></main><div id="above"></div>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? 'null') ?? {
    shows: [{ name: 'Winter tale', premiere: '2027-01-08' }, { name: 'Checkout night', premiere: '2027-02-01' }, { name: 'Otter songs', premiere: '2027-03-01' }, { name: 'Lamplight', premiere: '2027-04-01' }],
    people: ['Ada Quill', 'Bo Marsh', 'Cleo Finch'].map((name, at) => ({ name, starred: at === 1, tags: ['stage'], steps: [] })),
    contacts: [], bookings: [], filters: [{ name: 'Press to archive', on: true }, { name: 'School groups', on: true }], poster: 'Left', copies: null };
  const halls = [['Marble Hall', 'Seats 300'], ['Otter Brothers', 'Seats 80'], ['Granary', 'Seats 120']];
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  let page = 'shows', opened = null;
  const el = (html) => { const box = document.createElement('template'); box.innerHTML = html; return box.content.firstElementChild };
  const all = (where, what, does) => { for (const one of where.querySelectorAll(what)) one.onclick = (event) => does(one, event) };
  /** A list that is drawn below its face when that is pressed. */
  const pick = (face, options, several, chosen) => { face.onclick = (event) => {
    if (event.target.closest('.menu')) return;
    const open = face.querySelector('.menu');
    if (open) return open.remove();
    const menu = el('<div class="menu">' + options.map(([name, more]) => '<div data-name="' + name + '"><span>' + name + '</span>' + (more ? '<small>' + more + '</small>' : '') + '</div>').join('') + '</div>');
    face.append(menu);
    all(menu, '[data-name]', (one) => { chosen(one.dataset.name); face.querySelector('span').textContent = one.dataset.name; if (!several) menu.remove() });
  } };
  const dialog = (title, body, made) => {
    above.innerHTML = '<div class="shade"></div><div role="dialog" aria-label="' + title + '"><h2>' + title + '</h2>' + body + '<button id="cancel">Cancel</button><button id="make">' + title + '</button></div>';
    cancel.onclick = () => { above.innerHTML = '' };
    make.onclick = () => { made(); keep(); above.innerHTML = ''; draw() };
  };
  const typed = (names) => Object.fromEntries(names.map((name) => [name, above.querySelector('[name="' + name + '"]').value]));
  const fields = (names) => names.map((name) => '<label>' + name + '<input name="' + name + '"></label>').join('');
  const views = {
    shows() {
      if (opened) {
        main.innerHTML = '<h1>' + opened.name + '</h1><label>Premiere<input type="date" value="' + opened.premiere + '"></label>';
        main.querySelector('input').onchange = (event) => { opened.premiere = event.target.value; keep() };
        return;
      }
      main.innerHTML = '<h1>Shows</h1><table><tr><th>Name</th><th>Premiere</th></tr>' + state.shows.map((one, at) => '<tr><td><button class="link" data-at="' + at + '">' + one.name + '</button></td><td>' + one.premiere + '</td></tr>').join('') + '</table>';
      all(main, '.link', (one) => { opened = state.shows[one.dataset.at]; draw() });
    },
    people() {
      const rows = state.people.map((one, at) => '<tr><td><span class="mark' + (one.starred ? ' mark-on' : '') + '" data-star="' + at + '">★</span></td><td><button class="link" data-at="' + at + '">' + one.name + '</button></td></tr>').join('');
      main.innerHTML = '<h1>People</h1><table><tr><th></th><th>Name</th></tr>' + rows + '</table>' + (opened ? '<section><h2>' + opened.name + '</h2><div>Tags</div><div>' + opened.tags.map((tag) => '<span class="chip">' + tag + ' <b>×</b></span>').join('') + '</div><h3>Steps</h3><p>' + opened.steps.join(', ') + '</p><input placeholder="Add a step and press Enter"></section>' : '');
      all(main, '.link', (one) => { opened = state.people[one.dataset.at]; draw() });
      all(main, '[data-star]', (one) => { const who = state.people[one.dataset.star]; who.starred = !who.starred; keep(); draw() });
      all(main, '.chip b', () => { opened.tags = []; keep(); draw() });
      const step = main.querySelector('section input');
      if (step) step.onkeydown = ({ key }) => { if (key === 'Enter') { opened.steps.push(step.value); keep(); draw() } };
    },
    contacts() {
      main.innerHTML = '<h1>Contacts</h1><button id="maker">Add contact</button>';
      maker.onclick = () => {
        const groups = [];
        dialog('Add contact', fields(['Full name', 'Title']) + '<div><div>Groups</div><div class="pick" id="groups"><span>Choose groups</span></div></div>', () => state.contacts.push({ ...typed(['Full name', 'Title']), groups }));
        pick(groups$(), [['Choir'], ['Press'], ['Patrons']], true, (name) => groups.push(name));
      };
    },
    bookings() {
      main.innerHTML = '<h1>Bookings</h1><button id="maker">New booking</button>';
      maker.onclick = () => {
        let hall = '';
        dialog('New booking', fields(['Booking name']) + '<div><div>Hall</div><div class="pick" id="groups"><span>Choose a hall</span></div></div>' + fields(['Seats']), () => state.bookings.push({ ...typed(['Booking name', 'Seats']), hall }));
        pick(groups$(), halls, false, (name) => { hall = name });
      };
    },
    filters() {
      main.innerHTML = '<h1>Filters</h1>' + state.filters.map((one, at) => '<div class="row" style="display:flex;gap:12px;padding:8px"><button class="switch' + (one.on ? ' on' : '') + '" data-at="' + at + '"><i></i></button><strong>' + one.name + '</strong><button>Edit</button></div>').join('');
      all(main, '.switch', (one) => { const filter = state.filters[one.dataset.at]; filter.on = !filter.on; keep(); draw() });
    },
    poster() {
      main.innerHTML = '<h1>Poster</h1><div style="display:flex;gap:20px"><span>Logo position</span><div style="display:flex">' + ['Left', 'Centre', 'Right'].map((one) => '<button class="seg-b' + (state.poster === one ? ' seg-on' : '') + '">' + one + '</button>').join('') + '</div></div>';
      main.append(el('<div style="display:flex;gap:20px;padding:8px"><span>Copies</span><div style="display:flex;gap:6px"><button data-by="-1">−</button><span>' + (state.copies ?? '–') + '</span><button data-by="1">+</button></div></div>'));
      all(main, '[data-by]', (one) => { state.copies = Math.max(0, (state.copies ?? 0) + Number(one.dataset.by)); keep(); draw() });
      all(main, '.seg-b', (one) => { state.poster = one.textContent; keep(); draw() });
    },
  };
  const groups$ = () => document.getElementById('groups');
  const draw = () => views[page]();
  all(document, 'nav a', (one) => { page = one.dataset.to; opened = null; draw() });
  draw();
</script></html>`;

const film = filming<Office>(office);

test('a record whose name has a word of danger in it is opened', async () => {
  const { plan, played } = await film("Set the premiere of the show 'Checkout night' to 20 November 2027");
  expect(plan.unmet).toEqual([]);
  expect(played.shows.map(({ premiere }) => premiere)).toEqual([
    '2027-01-08',
    '2027-11-20',
    '2027-03-01',
    '2027-04-01',
  ]);
});

test('a field that says so takes its text by Enter, and the cross on a tag is no button that keeps it', async () => {
  const { plan, played } = await film("Add the step 'Check the ropes' to the person Cleo Finch");
  expect(plan.unmet).toEqual([]);
  expect(played.people[2]).toMatchObject({ steps: ['Check the ropes'], tags: ['stage'] });
});

test('of filled stars, those with another class are on', async () => {
  const { plan, played } = await film('Star Ada Quill');
  expect(plan.unmet).toEqual([]);
  expect(played.people.map(({ starred }) => starred)).toEqual([true, true, false]);
});

test('what is starred after it was named is the same', async () => {
  const { plan, played } = await film(
    "Add the step 'Call the tailor' to the person Cleo Finch and star the person.",
  );
  expect(plan.unmet).toEqual([]);
  expect(played.people[2]).toMatchObject({ steps: ['Call the tailor'], starred: true });
  expect(played.people[0]!.starred).toBe(false);
});

test('a title beside a name is no name, and a list that stays open does not end the form', async () => {
  const { plan, played } = await film(
    "Add a contact named Ida Moor with the title 'Head of Lights', in the group Choir",
  );
  expect(plan.unmet).toEqual([]);
  expect(played.contacts).toEqual([{ 'Full name': 'Ida Moor', Title: 'Head of Lights', groups: ['Choir'] }]);
});

test('what a closed list offers tells what a value is for', async () => {
  const { plan, rehearsed, played } = await film(
    "Note a booking: 'Otter songs rehearsal', 45, Otter Brothers.",
  );
  expect(plan.unmet).toEqual([]);
  expect(rehearsed).toBeNull();
  expect(played.bookings).toEqual([
    { 'Booking name': 'Otter songs rehearsal', Seats: '45', hall: 'Otter Brothers' },
  ]);
});

test('what is paused by turning its toggle off has its toggle turned off', async () => {
  const { plan, played } = await film("Pause the filter 'School groups' by turning its toggle off.");
  expect(plan.unmet).toEqual([]);
  expect(played.filters.map(({ on }) => on)).toEqual([true, false]);
});

test('a position is chosen by the word for it', async () => {
  const { plan, played } = await film('Set the logo position of the poster to Right');
  expect(plan.unmet).toEqual([]);
  expect(played.poster).toBe('Right');
});

test('a stepper that shows no number yet is pressed until it does', async () => {
  const { plan, played } = await film('Set the copies of the poster to 3');
  expect(plan.unmet).toEqual([]);
  expect(played.copies).toBe(3);
});
