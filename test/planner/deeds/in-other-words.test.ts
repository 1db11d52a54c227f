import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Radio {
  blocked: string[];
  firstDay: string;
  signature: string;
  relays: string[];
}

/**
 * The radio of a harbour. Each prompt below has other words than its control: the settings have pages that are called by what they are about,
 * a choice shows what it offers when it is opened, and the page of a relay has its name in a small box above its button.
 */
const radio = `<!doctype html><html lang="en"><title>Radio</title>
<style>body { font: 16px sans-serif } li, nav a, [role=tab] { padding: 8px; margin: 4px; display: inline-block } li { display: block; border-bottom: 1px solid #999 }
  a { color: #06c } .box { border: 1px solid #999; padding: 8px; width: 300px }</style>
<nav><a href="#log">Log</a> <a href="#boats">Boats</a> <a href="#tides">Tides</a> <a href="#relays">Relays</a> <a href="#settings/sound">Settings</a></nav><main id="main"></main>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? '{"blocked":["Kite 7","Gull 2"],"firstDay":"Sunday","signature":"Night watch","relays":[]}');
  const keep = () => { localStorage.setItem('${storedAs}', JSON.stringify(state)); draw(); };
  const tabs = { sound: 'Sound', display: 'Display', blocked: 'Blocked callers', week: 'Calendar', signatures: 'Signatures' };
  const settings = {
    sound: () => '<p>The bell rings twice.</p>', display: () => '<p>Night colours from nine on.</p>',
    blocked: () => '<ul>' + state.blocked.map((one) => '<li>' + one + ' <button data-unblock="' + one + '">Unblock</button></li>').join('') + '</ul>',
    week: () => '<p>First day of the week</p><button aria-haspopup="listbox" data-open>' + state.firstDay + '</button><div role="listbox" id="days" hidden>' +
      ['Saturday', 'Sunday', 'Monday'].map((day) => '<div role="option" tabindex="0" data-day="' + day + '">' + day + '</div>').join('') + '</div>',
    signatures: () => '<ul>' + ['Night watch', 'Dock crew', 'Harbour master'].map((one) => '<li>' + one + (state.signature === one ? ' · in use' : ' <button data-signature="' + one + '">Make default</button>') + '</li>').join('') + '</ul>',
  };
  const pages = {
    log: () => '<h1>Log</h1><ul><li>Ebb reported at nine</li><li>Fog reported at ten</li></ul>', boats: () => '<h1>Boats</h1><p>All are out.</p>', tides: () => '<h1>Tides</h1><p>High at noon.</p>',
    relays: (name) => name ? '<div class="box"><h1>' + name + '</h1>' + (state.relays.includes(name) ? 'Enabled' : '<button data-relay="' + name + '">Enable</button>') + '</div><p>It repeats what the shore says.</p>' :
      '<h1>Relays</h1><ul>' + ['Lantern', 'Breakwater'].map((one) => '<li><a href="#relays/' + one + '">' + one + '</a></li>').join('') + '</ul>',
    settings: (tab) => '<h1>Settings</h1><div role="tablist">' + Object.entries(tabs).map(([key, name]) => '<a role="tab" href="#settings/' + key + '" aria-selected="' + (key === tab) + '">' + name + '</a>').join(' ') + '</div>' + settings[tab](),
  };
  const draw = () => { const [page, part] = (location.hash.slice(1) || 'log').split('/'); main.innerHTML = pages[page](part); };
  addEventListener('hashchange', draw);
  addEventListener('click', ({ target: { dataset } }) => {
    if (dataset.unblock) { state.blocked = state.blocked.filter((one) => one !== dataset.unblock); keep(); }
    if ('open' in dataset) days.hidden = false;
    if (dataset.day) { state.firstDay = dataset.day; keep(); }
    if (dataset.signature) { state.signature = dataset.signature; keep(); }
    if (dataset.relay) { state.relays.push(dataset.relay); keep(); }
  });
  keep();
</script></html>`;

const film = filming<Radio>(radio);

const before: Radio = {
  blocked: ['Kite 7', 'Gull 2'],
  firstDay: 'Sunday',
  signature: 'Night watch',
  relays: [],
};

test.each<[string, string[], Partial<Radio>]>([
  ['Unblock Kite 7', ['Settings', 'Blocked callers', 'Unblock'], { blocked: ['Gull 2'] }],
  ['Make weeks start on Monday', ['Settings', 'Calendar', 'Sunday', 'Monday'], { firstDay: 'Monday' }],
  [
    "Make 'Dock crew' the default signature",
    ['Settings', 'Signatures', 'Make default'],
    { signature: 'Dock crew' },
  ],
  ['Enable the Lantern relay', ['Relays', 'Lantern', 'Enable'], { relays: ['Lantern'] }],
])('“%s” is done where the page has other words for it', async (prompt, presses, expected) => {
  const { plan, rehearsed, played } = await film(prompt);
  expect(plan.unmet).toEqual([]);
  const pressed = plan.script.steps.flatMap((step) =>
    step.type === 'click' ? [step.showreel?.name ?? ''] : [],
  );
  expect(pressed).toEqual(presses);
  expect(rehearsed).toEqual(before);
  expect(played).toEqual({ ...before, ...expected });
});
