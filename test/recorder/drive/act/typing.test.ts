import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import type { Step } from '../../../../src/recorder/contract/script.ts';
import { layoutStage } from '../../../../src/recorder/contract/stage-layout.ts';
import { type StepLog, viewports } from '../../../../src/recorder/contract/take-frame.ts';
import { take } from '../../../../src/recorder/drive/index.ts';
import { loadPage } from '../../../../src/recorder/page/load.ts';
import { serveSite, type TestSite } from '../../../support/site.ts';
import { log, openRecordingBrowser, type RecordingBrowser } from '../../browser/recording-browser.ts';
import { redrawingPages } from './redrawing-pages.ts';

const viewport = { ...viewports.desktop, width: 480, height: 320 };
const presentation = resolvePresentation(undefined);
const stage = layoutStage({ output: { width: 480, height: 320 }, viewport, presentation });
const otherText = 'The field shows another text than the step gives it.';

let site: TestSite;
let studio: RecordingBrowser;
beforeAll(async () => {
  site = await serveSite('drive-shop', redrawingPages);
  studio = await openRecordingBrowser({ viewport, deviceScaleFactor: 1 });
});
afterAll(async () => {
  await studio.close();
  await site.close();
});

/** Films the steps on a page, and asks the page for `state()` after it. */
async function film(path: string, steps: Step[]) {
  const { session } = studio;
  await loadPage(session, `${site.url}${path}`, { log });
  const shooting = take(
    session,
    { title: 'Test', steps },
    {
      viewport,
      stage,
      zoom: { ...presentation.zoom, enabled: false },
      durationMs: 4_000,
      fps: 30,
      leadInMs: 100,
      leadOutMs: 100,
      load: { log },
    },
  );
  for await (const frame of shooting.frames) void frame;
  const state = (await session.page.evaluate('state()')) as Record<string, unknown>;
  return { state, line: shooting.steps[0] as StepLog };
}

const fill = (selector: string, value: string): Step => ({ type: 'change', selectors: [selector], value });

describe('a field that the page draws anew at every key', () => {
  it.each([
    ['shows what was typed', '/panel', '#width', '64'],
    ['has no name and stands in a list', '/rows', 'li:nth-child(2) input', 'oak'],
    ['is for numbers, of which a point at the end is lost', '/panel', '#depth', '12.5'],
    ['is for mail', '/panel', '#mail', 'jo@kiln.example'],
    ['is drawn some time after the key', '/late', '#note', 'late tea'],
    ['has another id each time', '/renamed', 'input', 'willow'],
    ['loses spaces at its end', '/trimmed', '#title', 'two warm rooms'],
    ['loses the first keys', '/forgetful', '#code', 'elm'],
    ['is in a shadow tree that is made anew', '/shadow', ['x-panel', 'input'], 'ash'],
  ])('has the text of the step: it %s', async (_, path, selector, value) => {
    const selectors = [selector] as Extract<Step, { type: 'change' }>['selectors'];
    const { state, line } = await film(path, [{ type: 'change', selectors, value }]);
    expect(state.value).toBe(value);
    expect(state.elsewhere).toEqual([]);
    expect(line).toMatchObject({ status: 'ok', message: null });
  });

  it('has the focus in every frame', async () => {
    const { state } = await film('/panel', [fill('#width', '640')]);
    expect(state.unfocused).toBe(0);
  });

  it('gets the text in place of the old one, where the click draws it too', async () => {
    const { state, line } = await film('/clicked', [fill('#size', '20')]);
    expect(state.value).toBe('20');
    expect(line.message).toBeNull();
  });

  it('is a list: the page that waits for `change` learns of the choice', async () => {
    const { state } = await film('/list', [fill('#shape', 'Round')]);
    expect(state).toMatchObject({ value: 'round', changes: 1 });
  });

  it('gets no key while it is gone, and the log says so', async () => {
    const { state, line } = await film('/vanishing', [fill('#room', 'attic')]);
    expect(state).toMatchObject({ value: 'at', elsewhere: [] });
    expect(line).toMatchObject({
      status: 'ok',
      message: 'The field was gone before all of the text was typed.',
    });
  });
});

describe('a field whose page changes the text', () => {
  it('writes a number in groups: all digits are there, and the log says so', async () => {
    const { state, line } = await film('/grouped', [fill('#price', '1234567')]);
    expect(state.value).toBe('1,234,567');
    expect(line).toMatchObject({ status: 'ok', message: otherText });
  });

  it('writes a number in groups into a new field each time', async () => {
    const { state, line } = await film('/grouped?anew', [fill('#price', '1234567')]);
    expect(state.value).toBe('1,234,567');
    expect(line).toMatchObject({ status: 'ok', message: otherText });
  });

  it('takes only what its page allows, and the log says so', async () => {
    const { state, line } = await film('/short', [fill('#tag', 'marigold')]);
    expect(state.value).toBe('mari');
    expect(line.message).toBe(otherText);
  });

  it('is a date that the value is not', async () => {
    const { line } = await film('/dates', [fill('#day', 'next week')]);
    expect(line.message).toBe(otherText);
  });

  it('is a date', async () => {
    const { state, line } = await film('/dates', [fill('#day', '2027-03-04')]);
    expect(state.value).toBe('2027-03-04');
    expect(line.message).toBeNull();
  });
});

describe('a field that loses the focus', () => {
  it('gets it back at each key', async () => {
    const { state, line } = await film('/dropping', [fill('#city', 'Turin')]);
    expect(state).toMatchObject({ value: 'Turin', elsewhere: [] });
    expect(line.message).toBeNull();
  });

  it('passes it on to the next field of a code: the text goes there', async () => {
    const { state, line } = await film('/code', [fill('#first', '482')]);
    expect(state.value).toBe('482');
    expect(line.message).toBeNull();
  });
});

describe('a field that opens another one for its text', () => {
  it.each([
    ['at the click', '/search'],
    ['at the first key', '/search?later'],
  ])('leaves the text to it: it opens %s', async (_, path) => {
    const { state, line } = await film(path, [fill('#seek', 'blue cups')]);
    expect(state).toMatchObject({ value: 'blue cups', elsewhere: [] });
    expect(line.message).toBeNull();
  });
});

describe('a rich field', () => {
  it.each([
    ['keeps its element and gets new content', '/rich'],
    ['is a new element', '/rich?anew'],
  ])('has exactly the text: at each key it %s', async (_, path) => {
    const { state, line } = await film(path, [fill('#story', 'Two cups, one pot')]);
    expect(state.value).toBe('Two cups, one pot');
    expect(line.message).toBeNull();
  });
});

describe('a field whose value its page keeps', () => {
  it.each([
    ['draws the same element', '/controlled'],
    ['draws a new element', '/controlled?anew'],
    ['draws later, and loses what came meanwhile', '/controlled?later'],
  ])('has the text in the page’s state too, where the page %s', async (_, path) => {
    const { state, line } = await film(path, [fill('#owner', 'Mara Voss')]);
    expect(state).toMatchObject({ value: 'Mara Voss', kept: 'Mara Voss' });
    expect(line.message).toBeNull();
  });
});

describe('an ordinary field', () => {
  it('gets one key for each character and no other event', async () => {
    const value = 'plain words';
    const { state, line } = await film('/plain', [fill('#plain', value)]);
    expect(state.value).toBe(value);
    expect(state.events).toEqual(
      [...value].flatMap((key) => [`keydown ${key}`, `input ${key}`, `keyup ${key}`]),
    );
    expect(line).toMatchObject({ status: 'ok', message: null });
  });

  it('that takes its text out for each tag is left alone', async () => {
    const { state, line } = await film('/tags', [fill('#tags', 'red,blue,sage')]);
    expect(state).toMatchObject({ tags: ['red', 'blue'], value: 'sage' });
    expect(line.message).toBe(otherText);
  });
});
