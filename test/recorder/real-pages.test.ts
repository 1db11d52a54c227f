import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Step } from '../../src/recorder/contract/script.ts';
import { slowness, within } from '../support/within.ts';
import { type Footage, openFixtureSite, similarity, templates } from './fixture-site.ts';

let fixtures: Awaited<ReturnType<typeof openFixtureSite>>;
beforeAll(async () => {
  fixtures = await openFixtureSite();
});
afterAll(() => fixtures?.close());

const hold: Step = { type: 'customStep', name: 'showreel.hold', parameters: {} };
const scrollTo = (selector: string): Step => ({
  type: 'customStep',
  name: 'showreel.scroll',
  parameters: { selectors: [selector] },
});
const click = (...path: string[]): Step => ({
  type: 'click',
  selectors: [path.length > 1 ? path : path.join('')],
  offsetX: 0,
  offsetY: 0,
});
const last = ({ frames }: Footage) => frames.length - 1;
const middle = { x: 720, y: 450 };

describe('everything that moves on a page has its own speed in the film, however slow the machine is:', () => {
  let footage: Footage;
  beforeAll(async () => {
    footage = await fixtures.film('media.html', [hold], 3_000, 60);
  });

  it.each([
    ['CSS animations', 140],
    ['a canvas drawn with requestAnimationFrame', 380],
    ['Lottie', 620],
    ['the Web Animations API', 860],
    ['SMIL', 1100],
  ])('%s', async (_, x) => {
    // One turn in four seconds is three degrees a frame.
    const first = await footage.hand(10, x, 140);
    for (const index of [11, 25, 40, 55, 70]) {
      const turned = (await footage.hand(index, x, 140)) - first;
      const wanted = (index - 10) * 3;
      const off = (((turned - wanted) % 360) + 540) % 360;
      expect(Math.abs(off - 180), `frame ${index}`).toBeLessThan(2.5);
    }
  });

  it.each([
    ['GIF', 140, 40, 6],
    ['video', 380, 40, 4],
    ['WebGL', 620, 255 / 4, 3],
  ])('%s', async (kind, x, levelsPerSecond, tolerance) => {
    // Another process draws WebGL. On a slow machine a picture may be two frames behind, which are four levels.
    const most = kind === 'WebGL' ? Math.min(5, tolerance * slowness()) : tolerance;
    const level = async (index: number) => (await footage.at(index, x, 400))[0];
    const first = await level(10);
    let compared = 0;
    for (const index of [25, 40, 55, 70, 85]) {
      const rise = (await level(index)) - first;
      // At the end of its loop the picture is dark again.
      if (rise < 0) continue;
      compared++;
      expect(Math.abs(rise - ((index - 10) / 30) * levelsPerSecond), `frame ${index}`).toBeLessThan(most);
    }
    expect(compared).toBeGreaterThan(1);
  });
});

describe('content that appears only when it is scrolled to', () => {
  it('is loaded and visible before it is filmed', async () => {
    const { frames, at } = await fixtures.film('lazy.html', [scrollTo('#goal'), hold]);
    const end = frames.length - 1;
    expect((await at(end, 300, 450))[0]).toBeGreaterThan(240);
    expect((await at(end, 300, 450))[1]).toBeLessThan(20);
    // While the page scrolls, the content is complete whenever a part of it is on the screen.
    const columns = { red: 300, green: 750, blue: 1150 };
    const seen = { red: 0, green: 0, blue: 0 };
    for (let index = 4; index < end; index += 4) {
      const top = await Promise.all(Object.values(columns).map((x) => at(index, x, 500)));
      const isOn = top.map((rgb) => Math.max(...rgb) - Math.min(...rgb) > 200);
      expect(new Set(isOn).size, `frame ${index}`).toBe(1);
      if (isOn[0]) for (const name of ['red', 'green', 'blue'] as const) seen[name]++;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(1);
  });

  it('stays below a sticky header, and the header does not cover what is clicked', async () => {
    const footage = await fixtures.film('sticky.html', [click('#buy'), hold]);
    expect(await footage.ask('log')).toEqual(['bought']);
    expect(footage.frames.at(-1)?.page.topColor).toBe('rgb(255, 0, 0)');
    for (const index of [0, 20, 40, last(footage)]) {
      expect(await footage.at(index, 1200, 100)).toEqual([254, 0, 0].map((n) => expect.closeTo(n, -1)));
    }
  });
});

describe('scrolling reaches its target evenly and without going back, on', () => {
  it.each([
    ['a page with Lenis', 'lenis.html'],
    ['a page with Locomotive Scroll', 'locomotive.html'],
    ['a pane inside a window that stands still', 'pane.html'],
  ])('%s', async (_, path) => {
    const footage = await fixtures.film(path, [scrollTo('#goal'), hold]);
    expect(await footage.at(last(footage), middle.x, middle.y)).toEqual([
      expect.closeTo(254, -1),
      expect.closeTo(254, -1),
      expect.closeTo(0, -1),
    ]);
    // The colours come in the order of the page, and none comes twice.
    const order: string[] = [];
    for (const index of footage.frames.keys()) {
      const [red, green, blue] = (await footage.at(index, middle.x, middle.y)).map((one) => one > 128);
      const color = `${red ? 'r' : ''}${green ? 'g' : ''}${blue ? 'b' : ''}`;
      if (order.at(-1) !== color) order.push(color);
    }
    expect(order).toEqual(path === 'pane.html' ? ['r', 'g', 'rg'] : ['r', 'g', 'b', 'rg']);
  });

  it('a page that scrolls to the target of a link by itself, also after the film has scrolled it', async () => {
    const footage = await fixtures.film('glide.html', [scrollTo('#goal'), hold, click('#back'), hold], 6_000);
    expect(await footage.ask('scrollY')).toBe(0);
    const press = footage.frames.findIndex((frame) => frame.click);
    const red: number[] = [];
    for (let index = press; index < last(footage); index++)
      red.push((await footage.at(index, middle.x, middle.y))[0]);
    expect(red[0]).toBeGreaterThan(150);
    expect(red.at(-1)).toBeLessThan(60);
    // With a jump there would be two colours.
    expect(new Set(red).size).toBeGreaterThan(8);
  });

  it('a page of 40,000 pixels', async () => {
    const footage = await within(40_000, () => fixtures.film('tall.html', [scrollTo('#end'), hold]));
    expect(await footage.ask('scrollY')).toBeGreaterThan(38_000);
    expect((await footage.at(last(footage), middle.x, middle.y))[1]).toBeGreaterThan(140);
  });
});

describe('the film follows a click', () => {
  it('within a single-page application', async () => {
    const footage = await fixtures.film('spa.html', [click('#in'), hold], 3_000);
    expect(footage.frames.at(-1)?.page).toMatchObject({ title: 'Inside' });
    expect((await footage.at(last(footage), middle.x, middle.y))[1]).toBeGreaterThan(240);
  });

  it.each(['#out', '#blank', '#open'])('to another document, also in a new tab (%s)', async (selector) => {
    const footage = await fixtures.film('spa.html', [click(selector), hold], 3_000);
    expect(footage.frames.length).toBe(90);
    expect(footage.frames.at(-1)?.page.title).toBe('Full');
    expect((await footage.at(last(footage), middle.x, middle.y))[2]).toBeGreaterThan(240);
  });

  it('into shadow roots and frames', async () => {
    const steps = [click('shadow-card', '#inner'), click('iframe', '#deep')];
    const footage = await fixtures.film('nested.html', steps, 4_000);
    expect(await footage.ask('log')).toEqual(['shadow', 'frame']);
    expect(footage.steps.map(({ status }) => status)).toEqual(['ok', 'ok']);
  });

  it('past alert, confirm, prompt and beforeunload', async () => {
    const footage = await fixtures.film('dialogs.html', [click('#ask'), click('#leave'), hold], 4_500);
    expect(footage.frames.length).toBe(135);
    expect(footage.frames.at(-1)?.page.title).toBe('Full');
  });
});

describe('a film shows its page', () => {
  it('that never goes idle', async () => {
    const footage = await within(25_000, () => fixtures.film('restless.html', [hold]));
    expect(footage.frames.length).toBe(75);
  });

  it('in its own web font from the first frame to the last', async () => {
    const footage = await fixtures.film('fonts.html', [hold], 1_500);
    expect(await footage.ask('document.fonts.check("600 90px Late")')).toBe(true);
    // In the fallback, which is a monospace font, the word is 1.5 times as wide.
    const right = Number(await footage.ask('words.getBoundingClientRect().right'));
    expect(footage.frames.slice(1).every(({ image }) => image === null)).toBe(true);
    expect(right).toBeLessThan(600);
  });

  it('dark, without a flash of white', async () => {
    const footage = await fixtures.film('dark.html', [scrollTo('#goal'), hold]);
    for (const index of [0, 1, 2, 15, 30, last(footage)])
      expect((await footage.at(index, middle.x, 880))[0]).toBeLessThan(40);
    // The colour that a phone's status bar takes from the page.
    expect(footage.frames.at(-1)?.page.topColor).toBe('#121212');
  });

  it('from right to left', async () => {
    const footage = await fixtures.film('rtl.html', [click('#go'), hold], 3_000);
    expect(await footage.ask('log')).toEqual(['go']);
    const press = footage.frames.find((frame) => frame.click);
    expect(press?.cursor.x).toBeGreaterThan(1000);
    expect(press?.cursor.shape).toBe('arrow');
  });
});

describe('a public template is filmed from top to bottom', () => {
  it.each(templates)('%s', async (name) => {
    const toTheEnd: Step = { type: 'customStep', name: 'showreel.scroll', parameters: { to: 'bottom' } };
    const { frames, steps, at } = await fixtures.film(
      `template-${name}/index.html`,
      [hold, toTheEnd, hold],
      3_500,
    );
    expect(frames.length).toBe(105);
    expect(steps.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    // The page is drawn: its first screen has more than one colour.
    const colours = new Set<string>();
    for (let x = 100; x < 1400; x += 100)
      for (const y of [200, 450, 700]) colours.add(String(await at(5, x, y)));
    expect(colours.size).toBeGreaterThan(3);
  });
});

it('the same script on the same page gives the same film', async () => {
  const steps = [scrollTo('#goal'), hold];
  const [one, other] = [await fixtures.film('lazy.html', steps), await fixtures.film('lazy.html', steps)];
  const timeline = ({ frames }: Footage) => frames.map(({ image: _, ...rest }) => JSON.stringify(rest));
  expect(timeline(other)).toEqual(timeline(one));
  for (const index of [0, 12, 24, 36, 48, 74])
    expect(await similarity(one.frames, other.frames, index), `frame ${index}`).toBeGreaterThanOrEqual(0.99);
});
