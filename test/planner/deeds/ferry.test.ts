import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Ferry {
  notices: Record<string, { isConfidential: boolean; isClosed: boolean; goesOut: string; replies: string[] }>;
  routes: { name: string; isPrivate: boolean }[];
  hours: { from: string; to: string; week: string };
  level: string;
}

/**
 * The office of a ferry line. A notice opens in a drawer beside the list, with a cross that closes the drawer. What opens above the page lies on a layer
 * that cannot be seen. New routes are made in two steps, behind a menu.
 */
const office = `<!doctype html><html lang="en"><title>Ferry office</title><style>
  body { margin: 0; font: 14px sans-serif } nav { position: fixed; left: 0; top: 0; width: 170px; height: 100vh; background: #eef; padding: 12px }
  main { margin: 0 380px 0 200px; padding: 12px } .row { padding: 12px; border-bottom: 1px solid #ddd; cursor: pointer } nav button { display: block; margin: 8px 0 }
  aside { position: fixed; right: 0; top: 0; width: 340px; height: 100vh; background: #fafafa; border-left: 1px solid #ccc; padding: 12px }
  .layer { position: fixed; inset: 0; z-index: 5 } .pop { position: fixed; left: 420px; top: 220px; width: 300px; background: #fff; border: 1px solid #999; padding: 10px }
  .sheet { position: fixed; inset: 0; background: rgba(0, 0, 0, .4); z-index: 5 } .box { position: fixed; left: 400px; top: 160px; width: 380px; background: #fff; padding: 16px }
  .days { display: grid; grid-template-columns: repeat(7, 36px) } .line { display: flex; gap: 10px; align-items: center; padding: 6px 0 } .item { padding: 6px; cursor: pointer }
  .switch { display: inline-block; width: 34px; height: 18px; border-radius: 9px; background: #bbb; position: relative } .switch i { position: absolute; width: 14px; height: 14px; border-radius: 7px; background: #fff; top: 2px; left: 2px } .switch.on { background: #2a6 } .switch.on i { left: 18px }
  .list { display: inline-block; border: 1px solid #999; border-radius: 4px; padding: 4px 24px 4px 8px; cursor: pointer }</style><nav></nav><main></main><div id="over"></div>
<script>
  const notice = (goesOut) => ({ isConfidential: false, isClosed: false, goesOut, replies: [] });
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({
    notices: { 'Dry dock in April': notice('2026-03-11 8:00 AM'), 'Pier lights fail': notice('2026-03-12 8:00 AM'), 'Crew change at noon': notice('2026-03-13 8:00 AM') },
    routes: [], hours: { from: '8:00 AM', to: '10:00 PM', week: 'Sunday' }, level: 'Global' }));
  const ui = { page: 'Notices', notice: '', over: '', list: '', step: 1, name: '', isPrivate: false, day: '', time: '8:00 AM', thread: '' };
  const keep = () => localStorage.setItem('${storedAs}', JSON.stringify(state));
  const times = ['8:00 AM', '9:00 AM', '10:00 AM', '6:00 PM', '10:00 PM'], days = ['Sunday', 'Monday', 'Saturday'];
  const cross = '<svg width="12" height="12" viewBox="0 0 24 24" stroke="#333"><path d="M6 6l12 12M18 6L6 18"/></svg>';
  const list = (id, value) => '<span class="list" role="combobox" tabindex="0" aria-expanded="' + (ui.list === id) + '" data-do="list" data-id="' + id + '">' + value + '</span>';
  const options = () => ui.list ? '<div class="layer" data-do="shut"><div class="pop" role="listbox" style="left:760px">' + (ui.list === 'week' ? days : times).map((one) => '<div class="item" role="option" data-do="pick" data-id="' + one + '">' + one + '</div>').join('') + '</div></div>' : '';
  const calendar = () => '<div class="layer" data-do="shut"><div class="pop"><div>Goes out</div><input placeholder="Try: 8 am, 3 days, aug 7"><div><b>March 2026</b></div><div class="days">' +
    Array.from({ length: 31 }, (_, at) => '<button' + (ui.day == at + 1 ? ' style="background:#036;color:#fff"' : '') + ' data-do="day" data-id="' + (at + 1) + '">' + (at + 1) + '</button>').join('') + '</div><div class="line"><span>Time</span>' + list('time', ui.time) + '<button data-do="schedule">Schedule</button></div></div></div>';
  const overs = {
    menu: () => '<div class="layer" data-do="shut"><div class="pop" role="menu"><div class="item" role="menuitem" data-do="new">Create a new route</div><div class="item" role="menuitem" data-do="shut">Browse routes</div></div></div>',
    more: () => '<div class="layer" data-do="shut"><div class="pop" role="menu"><div class="item" role="menuitem" data-do="end">Close notice</div><div class="item" role="menuitem" data-do="shut">Copy link</div></div></div>',
    levels: () => '<div class="layer" data-do="shut"><div class="pop" role="listbox">' + ['Global', 'Participate', 'Watch'].map((one) => '<div class="item" role="option" data-do="level" data-id="' + one + '">' + one + '</div>').join('') + '</div></div>',
    calendar,
    route: () => '<div class="sheet"><div class="box" role="dialog" aria-label="Create a route"><h2>Create a route</h2><button aria-label="Close" data-do="shut">' + cross + '</button>' +
      (ui.step === 1 ? '<label>Name <input id="route" value="' + ui.name + '"></label><div class="line"><span>Step 1 of 2</span><button data-do="next">Next</button></div>'
        : '<fieldset><legend>Visibility</legend><label><input type="radio" name="v" ' + (ui.isPrivate ? '' : 'checked') + ' data-do="public"> Public</label> <label><input type="radio" name="v" ' + (ui.isPrivate ? 'checked' : '') + ' data-do="private"> Private</label></fieldset><button data-do="create">Create</button>') + '</div></div>',
  };
  const pages = {
    Notices: () => '<h1>Notices</h1><button data-do="levels">Notification setting: ' + state.level + '</button>' + Object.keys(state.notices).map((name) => '<div class="row" data-do="open" data-id="' + name + '"><b>' + name + '</b><div>Goes out ' + state.notices[name].goesOut + '</div><button data-do="thread" data-id="' + name + '">Reply in thread</button></div>').join('') + '<textarea placeholder="Message the crew"></textarea>',
    Routes: () => '<h1>Routes</h1><button data-do="menu">Add routes</button>' + state.routes.map(({ name }) => '<div class="row">' + name + '</div>').join(''),
    Settings: () => '<h1>Settings</h1><div class="line"><span>First day of the week</span>' + list('week', state.hours.week) + '</div><section><h2>Quiet hours</h2><p>Nothing is sent outside of the hours that you choose.</p><div class="line">' + list('from', state.hours.from) + '<span>to</span>' + list('to', state.hours.to) + '</div></section>',
  };
  const drawer = (name) => '<aside><div class="line"><h2 style="flex:1">' + name + '</h2><button data-do="more">⋮</button><button aria-label="Close drawer" data-do="away">' + cross + '</button></div><div class="line"><span>Confidentiality</span><span class="switch ' + (state.notices[name].isConfidential ? 'on' : '') + '" role="switch" aria-checked="' + state.notices[name].isConfidential + '" data-do="secret"><i></i></span></div><div class="line"><span>' + state.notices[name].goesOut + '</span><button data-do="calendar">Change departure</button></div></aside>';
  const thread = (name) => '<aside><h2>Thread</h2><p>' + name + '</p><textarea id="reply" rows="4" style="width:300px"></textarea><button data-do="send">Send now</button></aside>';
  const draw = () => {
    document.querySelector('nav').innerHTML = Object.keys(pages).map((one) => '<button data-do="page" data-id="' + one + '">' + one + '</button>').join('');
    document.querySelector('main').innerHTML = pages[ui.page]();
    over.innerHTML = (ui.notice ? drawer(ui.notice) : ui.thread ? thread(ui.thread) : '') + (overs[ui.over]?.() ?? '') + options();
  };
  const deeds = {
    page: (id) => Object.assign(ui, { page: id, notice: '', thread: '' }), open: (id) => Object.assign(ui, { notice: id, thread: '' }), thread: (id) => Object.assign(ui, { notice: '', thread: id }),
    send: () => { state.notices[ui.thread].replies.push(reply.value); ui.thread = ''; keep(); }, away: () => { ui.notice = ''; }, shut: () => Object.assign(ui, ui.list ? { list: '' } : { over: '' }),
    menu: () => { ui.over = 'menu'; }, more: () => { ui.over = 'more'; }, calendar: () => { ui.over = 'calendar'; }, levels: () => { ui.over = 'levels'; }, level: (id) => { state.level = id; ui.over = ''; keep(); },
    secret: () => { const one = state.notices[ui.notice]; one.isConfidential = !one.isConfidential; keep(); }, end: () => { state.notices[ui.notice].isClosed = true; ui.over = ''; keep(); },
    day: (id) => { ui.day = id; }, schedule: () => { state.notices[ui.notice].goesOut = '2026-03-' + ui.day + ' ' + ui.time; ui.over = ''; keep(); },
    new: () => Object.assign(ui, { over: 'route', step: 1, name: '', isPrivate: false }), next: () => { ui.name = route.value; if (ui.name) ui.step = 2; }, public: () => { ui.isPrivate = false; }, private: () => { ui.isPrivate = true; },
    create: () => { state.routes.push({ name: ui.name, isPrivate: ui.isPrivate }); ui.over = ''; keep(); },
    list: (id) => { ui.list = ui.list === id ? '' : id; }, pick: (id) => { if (ui.list === 'time') ui.time = id; else { state.hours[ui.list] = id; keep(); } ui.list = ''; },
  };
  addEventListener('click', ({ target }) => { const one = target.closest('[data-do]'); if (one) { deeds[one.dataset.do](one.dataset.id); draw(); } });
  keep();
  draw();
</script></html>`;

const film = filming<Ferry>(office);

test('what closes the drawer of a notice does not close the notice', async () => {
  const { plan, played } = await film("Close the notice 'Pier lights fail'");
  expect(plan.unmet).toEqual([]);
  expect(Object.entries(played.notices).flatMap(([name, { isClosed }]) => (isClosed ? [name] : []))).toEqual([
    'Pier lights fail',
  ]);
});

test('a switch may be called by the noun of what something is made', async () => {
  const { plan, played } = await film("Make the notice 'Crew change at noon' confidential");
  expect(plan.unmet).toEqual([]);
  expect(played.notices['Crew change at noon']).toMatchObject({ isConfidential: true });
});

test('a button that changes a field opens what the field is set with: a day, a time, and the button that keeps them', async () => {
  const { plan, played } = await film(
    "Change the departure of the notice 'Dry dock in April' to March 16, 2026 at 10:00 AM",
  );
  expect(plan.unmet).toEqual([]);
  expect(played.notices['Dry dock in April']).toMatchObject({ goesOut: '2026-03-16 10:00 AM' });
});

test('a menu behind the button for new things is the way to the form, whose second step asks for what the thing is', async () => {
  const { plan, played } = await film('Create a private route named Skerry-Night');
  expect(plan.unmet).toEqual([]);
  expect(played.routes).toEqual([{ name: 'Skerry-Night', isPrivate: true }]);
});

test('a thread that opens beside the list has the box for the reply, and not the list', async () => {
  const { plan, played } = await film(
    'Reply in the thread of \'Pier lights fail\' with "The lamps are ordered for Friday"',
  );
  expect(plan.unmet).toEqual([]);
  expect(Object.values(played.notices).map(({ replies }) => replies)).toEqual([
    [],
    ['The lamps are ordered for Friday'],
    [],
  ]);
});

test('of two times beside each other the first one is where it begins', async () => {
  const { plan, played } = await film('Set the quiet hours from 9:00 AM to 6:00 PM');
  expect(plan.unmet).toEqual([]);
  expect(played.hours).toMatchObject({ from: '9:00 AM', to: '6:00 PM' });
});

test('a list that shows a day of the week takes another one, whatever it is called', async () => {
  const { plan, played } = await film('Let my calendars start the week on Monday');
  expect(plan.unmet).toEqual([]);
  expect(played.hours.week).toBe('Monday');
});

test('a button that shows its field and its value is set', async () => {
  const { plan, played } = await film('Set the notifications to Participate');
  expect(plan.unmet).toEqual([]);
  expect(played.level).toBe('Participate');
});
