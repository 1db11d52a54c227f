import { afterAll, beforeAll, expect, test } from 'vitest';
import { detailsIn } from '../../src/planner/match/details.ts';
import { observe } from '../../src/planner/page/observe.ts';
import { openPageClient } from '../../src/planner/page/page-client.ts';
import { type TestBrowser, testBrowser } from '../support/browser.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await testBrowser();
});
afterAll(() => browser.close());

const form = `<form><label>Your name <input name=n></label><label>Email <input type=email></label>
  <label>Phone number <input type=tel></label><label>Message <textarea></textarea></label>
  <label>Guests <select><option>2 people<option>4 people<option>6 people</select></label>
  <label>Time <select><option>18:00<option>19:30</select></label>
  <label>Number of bottles <input type=number></label>
  <label><input type=radio name=who> Somebody I care for</label><label><input type=checkbox> Send me news</label></form>`;

async function given(prompt: string): Promise<string[]> {
  const page = await browser.page();
  await page.setContent(form);
  const client = await openPageClient(page, new AbortController().signal);
  const { controls } = await observe(client, page.url());
  await client.close();
  await page.close();
  return detailsIn(prompt, controls).map(({ control, value }) =>
    value === null ? control.name : `${control.name} = ${value}`,
  );
}

test.each([
  [
    'write us: name Tom, email tom@example.com, message Hello',
    ['Your name = Tom', 'Email = tom@example.com', 'Message = Hello'],
  ],
  [
    'enter "Ann Lee" as name and ann@example.com as email',
    ['Your name = Ann Lee', 'Email = ann@example.com'],
  ],
  [
    'book a table for four at 19:30 under the name Rossi',
    ['Guests = 4 people', 'Time = 19:30', 'Your name = Rossi'],
  ],
  ['send a message saying "Do you deliver?"', ['Message = Do you deliver?']],
  ['for somebody I care for, phone 555-0101', ['Somebody I care for', 'Phone number = 555-0101']],
  ['a table for six people, number of bottles two', ['Guests = 6 people', 'Number of bottles = 2']],
  ['as Anna Berg, anna@example.com', ['Your name = Anna Berg', 'Email = anna@example.com']],
  ['a table for Jane Doe', ['Your name = Jane Doe']],
  ['a table for Friday', []],
  [
    'write a message from Tim Roe, tim@example.com: "Hello"',
    ['Your name = Tim Roe', 'Email = tim@example.com', 'Message = Hello'],
  ],
  ['send a message as Bob Lee', ['Your name = Bob Lee']],
  ['fill in the form with your name and email', []],
  ['send the message', []],
])('%s', async (prompt, details) => {
  expect((await given(prompt)).sort()).toEqual([...details].sort());
});
