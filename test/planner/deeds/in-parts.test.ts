import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestBrowser, testBrowser } from '../../support/browser.ts';
import { type Pages, servePages } from '../pages.ts';
import { planFor } from '../planning.ts';

/** A marina: berths are let in a form that asks in parts, and each request of a skipper has its own button. */
const marina = `<!doctype html><html lang="en"><title>Marina</title><nav><a href="#berths">Berths</a></nav><h1>Berths</h1>
<button id="let">Add a skipper</button>
<h2>Requests</h2>${[
  ['Ann Lee', 'Asks for a longer stay until May'],
  ['Jo Park', 'Asks for a berth with power and water'],
  ['Sam Ito', 'Asks for a key to the gate'],
]
  .map(
    ([name, text]) =>
      `<div style="border:1px solid #888;padding:12px;margin:12px;width:600px"><b>${name}</b><p>${text}</p><button data-of="${name}">Approve</button> <button>Deny</button></div>`,
  )
  .join('')}
<div id="box"></div><output id="said"></output>
<script>
  const field = (label, shown) => '<p style="width:45%;display:inline-block"><label>' + label + '<br><input aria-label="' + label + '" placeholder="' + (shown || '') + '"></label></p>';
  document.getElementById('let').onclick = () => {
    box.innerHTML = '<div role="dialog" aria-modal="true" aria-label="New skipper" style="position:fixed;inset:40px 300px;background:#fff"><h2>New skipper</h2>' +
      field('Name') + field('Home address', 'Street') + field('City') + field('State') + field('ZIP code') + field('Country') +
      field('Lower depth', 'm') + field('Upper depth', 'm') + field('Licence number', 'Your licence number') + field('Confirm licence number', 'Re-enter licence number') +
      field('Bank') + '<br><button>Cancel</button><button id="done">Add skipper</button></div>';
    document.getElementById('done').onclick = () => box.replaceChildren();
  };
  addEventListener('click', ({ target }) => { if (target.dataset?.of) said.textContent = 'Approved ' + target.dataset.of; });
</script></html>`;

let browser: TestBrowser;
let pages: Pages;
let page: Page;
beforeAll(async () => {
  [browser, pages] = await Promise.all([testBrowser(), servePages({ '/marina': marina })]);
  page = await browser.page();
});
afterAll(async () => {
  await Promise.all([browser?.close(), pages?.stop()]);
});

const stepsFor = async (prompt: string) => {
  await page.goto(`${pages.baseUrl}/marina`);
  return (await planFor(page, { prompt })).script.steps;
};
const typedFor = async (prompt: string) =>
  (await stepsFor(prompt)).flatMap((step) =>
    step.type === 'change' ? [`${step.showreel?.name} = ${step.value}`] : [],
  );

test('an address in one go is typed into the fields for its parts', async () => {
  expect(
    await typedFor('Add a skipper named "Kim Roe" with home address: 12 Quay Rd, Port Hall, ME 04101, US.'),
  ).toEqual([
    'Name = Kim Roe',
    'Home address = 12 Quay Rd',
    'City = Port Hall',
    'ZIP code = 04101',
    'State = ME',
    'Country = US',
  ]);
});

test('both numbers of a pair have a field, what is asked for again is typed again, and a bank is a bank', async () => {
  expect(
    await typedFor('Add a skipper named "Kim Roe" at Harbour Bank with depth 12/40 and licence number 7788'),
  ).toEqual(
    expect.arrayContaining([
      'Lower depth = 12',
      'Upper depth = 40',
      'Licence number = 7788',
      'Confirm licence number = 7788',
      'Bank = Harbour Bank',
    ]),
  );
});

test('of alike buttons, the one is pressed that stands by what the prompt tells', async () => {
  const steps = await stepsFor(
    'Approve the request that asks for a berth with power (not the one about a key)',
  );
  const pressed = steps.find((step) => step.type === 'click');
  const target = await page.$(
    (pressed && 'selectors' in pressed ? pressed.selectors?.flat() : [])?.find(
      (one) => !/^(?:aria|text|xpath)/.test(one),
    ) ?? 'none',
  );
  expect(await target?.evaluate((button) => (button as HTMLElement).dataset.of)).toBe('Jo Park');
});
