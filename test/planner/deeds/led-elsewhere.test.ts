import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

/** A ferry card. A place to go to and a switch begin with the same word, and neither writes when it is looked at. */
const card = `<!doctype html><html lang="en"><title>Ferry card</title><style>body { margin: 0; font: 15px sans-serif; display: flex } nav { width: 200px; padding: 12px; background: #eef } nav button { display: block; margin: 10px 0; border: 0; cursor: pointer }
  main { padding: 12px; flex: 1 } .line { display: flex; justify-content: space-between; width: 420px; padding: 8px 0 } .switch { width: 40px; height: 22px; border-radius: 11px; background: #bbb; cursor: pointer } .switch.on { background: #2a6 }</style><nav></nav><main></main>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? JSON.stringify({ mails: { 'Stamps updates': true, 'Timetable changes': true } }));
  const pages = {
    Card: () => '<h1>Card</h1><p>Ten crossings are left.</p>', Stamps: () => '<h1>Stamps</h1><p>Three of ten.</p>',
    Preferences: () => '<h1>Preferences</h1><h2>Email notifications</h2>' + Object.keys(state.mails).map((name) => '<div class="line"><span>' + name + '</span><div class="switch ' + (state.mails[name] ? 'on' : '') + '" role="switch" aria-checked="' + state.mails[name] + '" data-mail="' + name + '"></div></div>').join(''),
  };
  const draw = (page) => {
    document.querySelector('nav').innerHTML = Object.keys(pages).map((name) => '<button class="entry" id="to-' + name.toLowerCase() + '" data-page="' + name + '">' + name + '</button>').join('');
    document.querySelector('main').innerHTML = pages[page]();
  };
  document.addEventListener('click', ({ target: { dataset: { page, mail } } }) => {
    if (page) draw(page);
    if (mail) { state.mails[mail] = !state.mails[mail]; localStorage.setItem('${storedAs}', JSON.stringify(state)); draw('Preferences'); }
  });
  localStorage.setItem('${storedAs}', JSON.stringify(state));
  draw('Card');
</script></html>`;

const film = filming<{ mails: Record<string, boolean> }>(card);

test('what leads to a view of the same word turns nothing off, and the switch is looked for', async () => {
  const { plan, played } = await film('Disable stamps updates');
  expect(plan.unmet).toEqual([]);
  expect(played.mails).toEqual({ 'Stamps updates': false, 'Timetable changes': true });
});
