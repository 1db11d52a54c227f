import { expect, test } from 'vitest';
import { filming } from './filming.ts';
import { storedAs } from './pottery.ts';

interface Harbour {
  profile: Record<string, string>;
  upkeep: Record<string, string>;
}

/** Settings of a harbour office, whose fields are called otherwise than people call them. */
const harbour = `<!doctype html><html lang="en"><title>Harbour office</title><style>
  body { margin: 0; font: 14px sans-serif; display: flex } nav { width: 180px; padding: 20px; background: #eef } nav a { display: block; padding: 6px; cursor: pointer } main { padding: 20px } label { display: block; margin: 10px 0 } input { display: block; width: 300px }</style>
<nav><a href="#profile">Profile</a><a href="#upkeep">Upkeep</a><a href="#berths">Berths</a></nav><main id="main"></main>
<script>
  const state = JSON.parse(localStorage.getItem('${storedAs}') ?? 'null') ?? { profile: { 'Job title': 'Clerk', 'Based in': 'Rostock', Phone: '' }, upkeep: { 'Empty the bin after': '30', 'Largest upload': '50' } };
  const draw = () => {
    const page = location.hash.slice(1) || 'berths';
    const fields = state[page];
    main.innerHTML = '<h1>' + page[0].toUpperCase() + page.slice(1) + '</h1>' + (fields ? Object.entries(fields).map(([label, value]) => '<label>' + label + '<input name="' + label + '" value="' + value + '"></label>').join('') + '<button id="save">Save changes</button>' : '<p>North, south and west.</p>');
    if (fields) save.onclick = () => { for (const one of document.querySelectorAll('[name]')) fields[one.name] = one.value; localStorage.setItem('${storedAs}', JSON.stringify(state)) };
  };
  addEventListener('hashchange', draw);
  draw();
</script></html>`;

const film = filming<Harbour>(harbour);

test('a field that is called otherwise is found beside those that were set already', async () => {
  const { plan, played } = await film(
    "In the profile, set the job title to 'Pilot' and the location to 'Stralsund'",
  );
  expect(plan.unmet).toEqual([]);
  expect(played.profile).toEqual({ 'Job title': 'Pilot', 'Based in': 'Stralsund', Phone: '' });
});

test('a value that is surely meant needs no other words', async () => {
  const { plan, played } = await film('In the upkeep settings, have the bin emptied after 60 days');
  expect(plan.unmet).toEqual([]);
  expect(played.upkeep).toEqual({ 'Empty the bin after': '60', 'Largest upload': '50' });
});
