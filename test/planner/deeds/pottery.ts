/**
 * A booking tool of a pottery that no rule was written for. It draws itself anew after each press, most of its controls have neither a
 * role nor a name, and it keeps what it knows in the browser.
 */
export interface Pottery {
  bookings: Booking[];
  rooms: { name: string; sort: string; seats: number }[];
  notices: { texts: boolean; digest: boolean; receipts: boolean };
  language: string;
  motto: string;
}
interface Booking {
  who: string;
  course: string;
  state: string;
  reason: string;
  date: string;
  level: string;
  length: number;
  unit: string;
  apron: boolean;
}

const booking = (who: string, course: string, state = 'waiting'): Booking => ({
  ...{ who, course, state, reason: '', date: '2026-03-14', level: 'Beginner' },
  ...{ length: 90, unit: 'min', apron: false },
});

export const atFirst: Pottery = {
  bookings: [
    booking('Marta Quill', 'Wheel throwing'),
    booking('Otto Brandt', 'Wheel throwing', 'confirmed'),
    booking('Marta Quill', 'Glazing'),
    booking('Ines Farrow', 'Raku firing'),
  ],
  rooms: [
    { name: 'Cellar', sort: 'Kiln room', seats: 6 },
    { name: 'Loft', sort: 'Studio', seats: 10 },
  ],
  notices: { texts: false, digest: true, receipts: false },
  language: 'English',
  motto: 'Mud first',
};

/** Where the page keeps what it knows, under this key of the browser's storage. */
export const storedAs = 'pottery';

const style = `
  body { margin: 0; font: 15px/1.4 sans-serif; display: flex; min-height: 100vh; color: #222 }
  aside { width: 190px; background: #f3ede4; padding: 16px }
  .go { padding: 9px 12px; cursor: pointer; border-radius: 6px }
  .go.active { background: #d9c7a8 }
  main { flex: 1; padding: 20px 32px }
  td, th { padding: 10px 14px; text-align: left; border-bottom: 1px solid #ddd }
  button { font: inherit; padding: 5px 12px; margin-right: 6px; cursor: pointer }
  .veil { position: fixed; inset: 0; background: #0006; display: grid; place-items: center }
  .sheet { background: #fff; padding: 24px; width: 440px; border-radius: 10px }
  .line { display: flex; gap: 12px; align-items: center; margin: 12px 0 }
  .line > span { width: 130px }
  .list { position: relative; border: 1px solid #999; padding: 5px 10px; min-width: 60px; cursor: pointer }
  .list ul { position: absolute; z-index: 5; left: -1px; top: 100%; margin: 0; padding: 0; list-style: none; background: #fff; border: 1px solid #999 }
  .list li { padding: 6px 14px; white-space: nowrap; cursor: pointer }
  .flip { width: 40px; height: 22px; border-radius: 11px; background: #bbb; cursor: pointer; position: relative }
  .flip i { position: absolute; left: 2px; top: 2px; width: 18px; height: 18px; border-radius: 9px; background: #fff }
  .flip.on { background: #2a7 } .flip.on i { left: 20px }
  .extra { position: absolute; background: #fff; border: 1px solid #999; margin-top: 4px } .extra div { padding: 7px 18px; cursor: pointer }
  .plot { border: 1px solid #ccc; border-radius: 8px; padding: 14px; margin: 10px 0; width: 420px }
  .tabs span { display: inline-block; padding: 8px 16px; cursor: pointer } .tabs .active { border-bottom: 2px solid #a63 }
  input, textarea { font: inherit; padding: 4px 8px }`;

/** Each part of the page names what a press on it does in `data-do`, since the elements do not live longer than a press. */
const script = `
  const first = ${JSON.stringify(atFirst)};
  const know = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify(first));
  let at = 'bookings', page = 'General', sheet = null, draft = {}, unrolled = null, extra = null, writing = null;
  const sorts = ['Studio', 'Kiln room', 'Gallery'], levels = ['Beginner', 'Improver', 'Advanced'];
  const tongues = ['English', 'Portuguese', 'Welsh'];
  const list = (key, shown, all) => '<div class="list select" data-do="unroll:' + key + '">' + '<span>' + (shown || 'Choose…') + '</span>' + (unrolled === key
    ? '<ul>' + all.map((one) => '<li data-do="pick:' + key + ':' + one + '">' + one + '</li>').join('') + '</ul>' : '') + '</div>';
  const flip = (key, on) => '<div class="flip' + (on ? ' on' : '') + '" data-do="flip:' + key + '"><i></i></div>';
  const line = (label, control) => '<div class="line"><span>' + label + '</span>' + control + '</div>';
  const words = (key, text, tag) => writing === key
    ? '<input data-write="' + key + '" value="' + text + '">' : '<' + tag + ' class="name" ondblclick="rewrite(\\'' + key + '\\')">' + text + '</' + tag + '>';
  const views = {
    bookings: () => '<h1>Bookings</h1><table><tr><th>Guest</th><th>Course</th><th>State</th><th></th></tr>' + know.bookings.map((one, i) =>
      '<tr><td>' + one.who + '</td><td>' + one.course + '</td><td>' + one.state + '</td><td>' + (one.state === 'waiting'
        ? '<button data-do="approve:' + i + '">Approve</button><button data-do="refuse:' + i + '">Decline</button>' : '') +
      '<button data-do="more:' + i + '">⋯</button>' + (extra === i ? '<div class="extra"><div data-do="edit:' + i +
      '">Edit</div><div data-do="drop:' + i + '">Delete</div></div>' : '') + '</td></tr>').join('') + '</table>',
    rooms: () => '<h1>Rooms</h1><button data-do="new">+ New room</button>' + know.rooms.map((one, i) => '<div class="plot">' +
      words('room' + i, one.name, 'b') + '<div>' + one.sort + ' · ' + one.seats + ' seats</div></div>').join(''),
    settings: () => '<h1>Settings</h1><div class="tabs">' + ['General', 'Notices'].map((one) => '<span class="tab' +
      (one === page ? ' active' : '') + '" data-do="page:' + one + '">' + one + '</span>').join('') + '</div>' + (page === 'General'
      ? line('Language', list('language', know.language, tongues)) + line('Motto', words('motto', know.motto, 'em'))
      : line('Text reminders', flip('texts', know.notices.texts)) + line('Weekly digest', flip('digest', know.notices.digest)) +
        line('Receipts', flip('receipts', know.notices.receipts))),
  };
  const sheets = {
    edit: () => '<h2>Edit booking</h2>' + line('Name', '<input data-in="who" value="' + draft.who + '">') +
      line('Date', '<input type="date" data-in="date" value="' + draft.date + '">') + line('Level', list('level', draft.level, levels)) +
      line('Length', '<input type="number" data-in="length" value="' + draft.length + '">' + list('unit', draft.unit, ['min', 'hours'])) +
      line('Bring an apron', flip('apron', draft.apron)) + '<button data-do="close">Cancel</button><button data-do="save">Save</button>',
    refuse: () => '<h2>Decline booking</h2><textarea data-in="reason" placeholder="Reason"></textarea><p><button data-do="close">Back</button>' +
      '<button data-do="decline">Decline</button></p>',
    room: () => '<h2>New room</h2>' + line('Name', '<input data-in="name" value="' + draft.name + '">') +
      line('Type', list('sort', draft.sort, sorts)) + line('Capacity', '<input type="number" data-in="seats" value="' + draft.seats + '">') +
      '<button data-do="close">Cancel</button><button data-do="create">Create</button>',
  };
  const draw = () => {
    document.body.innerHTML = '<aside><b>Mudlark</b><nav>' + ['bookings', 'rooms', 'settings'].map((one) => '<div class="go' +
      (one === at ? ' active' : '') + '" data-do="go:' + one + '">' + one[0].toUpperCase() + one.slice(1) + '</div>').join('') +
      '</nav></aside><main>' + views[at]() + '</main>' + (sheet ? '<div class="veil"><div class="sheet">' + sheets[sheet.kind]() + '</div></div>' : '');
    document.querySelector('[data-write]')?.focus();
    localStorage.setItem('${storedAs}', JSON.stringify(know));
  };
  const rewrite = (key) => { writing = key; draw(); };
  const keep = () => document.querySelectorAll('[data-in]').forEach((one) => { draft[one.dataset.in] = one.value; });
  const open = (kind, i, values) => { sheet = { kind, i }; draft = { ...values }; extra = null; };
  const deeds = {
    go: (to) => { at = to; extra = null; }, page: (to) => { page = to; }, close: () => { sheet = null; },
    more: (i) => { extra = extra === +i ? null : +i; },
    approve: (i) => { know.bookings[i].state = 'confirmed'; }, drop: (i) => { know.bookings.splice(i, 1); extra = null; },
    refuse: (i) => open('refuse', i, {}), edit: (i) => open('edit', i, know.bookings[i]), new: () => open('room', 0, { name: '', sort: '', seats: '' }),
    decline: () => { Object.assign(know.bookings[sheet.i], { state: 'declined', reason: draft.reason }); sheet = null; },
    save: () => { Object.assign(know.bookings[sheet.i], draft, { length: +draft.length }); sheet = null; },
    create: () => { know.rooms.push({ ...draft, seats: +draft.seats }); sheet = null; },
    unroll: (key) => { unrolled = unrolled === key ? null : key; },
    pick: (key, one) => { if (key === 'language') know.language = one; else draft[key] = one; unrolled = null; },
    flip: (key) => { if (key === 'apron') draft.apron = !draft.apron; else know.notices[key] = !know.notices[key]; },
  };
  document.addEventListener('click', ({ target }) => {
    const [name, ...rest] = target.closest('[data-do]')?.dataset.do.split(':') ?? [];
    if (!name) return;
    keep(); deeds[name](...rest); draw();
  });
  document.addEventListener('keydown', ({ target, key }) => {
    if (key !== 'Enter' || !target.dataset.write) return;
    if (writing === 'motto') know.motto = target.value; else know.rooms[+writing.slice(4)].name = target.value;
    writing = null; draw();
  });
  draw();`;

export const pottery = `<!doctype html><html lang="en"><title>Mudlark</title><style>${style}</style><body><script>${script}</script></body></html>`;
