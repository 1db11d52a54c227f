import { describe, expect, test } from 'vitest';
import { assemble, filmMs, maxScenes } from '../../src/planner/pacing.ts';
import type { Shot, ShotAction } from '../../src/planner/shots.ts';
import { trim } from '../../src/planner/trim.ts';

const target = { selectors: [['#x']], note: {} };
const shot = (what: string, value: number, beats: ShotAction[]): Shot => ({
  scene: { what, why: 'test', evidence: [], section: null },
  beats,
  value,
  intent: what,
});
const hold: ShotAction = { do: 'hold', weight: 1 };
const glide: ShotAction = { do: 'glide', target };
const zoom: ShotAction = { do: 'zoom', target, zoom: 1.5 };
const press: ShotAction = { do: 'press', target, offset: { x: 1, y: 1 }, leavesPage: false };
const names = (shots: Shot[]) => shots.map(({ scene }) => scene.what);

describe('trimming a film to its length', () => {
  const story = [
    'hero',
    'features',
    'proof',
    'pricing',
    'faq',
    'cta',
    'form',
    'footer',
    'gallery',
    'more',
  ].map((name, index) => shot(name, 90 - 5 * index, [glide, zoom, hold]));

  test.each([
    [5_000, 1, 2],
    [10_000, 2, 4],
    [30_000, 6, 9],
  ])('%i ms hold between %i and %i scenes, all motions and rests included', (durationMs, least, most) => {
    const { shots } = trim(story, durationMs);
    expect(shots.length).toBeGreaterThanOrEqual(least);
    expect(shots.length).toBeLessThanOrEqual(most);
    expect(filmMs(assemble(shots))).toBeLessThanOrEqual(durationMs);
    expect(maxScenes(durationMs)).toBe(most);
  });

  test('what is worth least goes first, and the order of the rest stays', () => {
    const shuffled = [story[3]!, story[0]!, story[8]!, story[1]!];
    expect(names(trim(shuffled, 7_000).shots)).toEqual(['hero', 'features']);
  });

  test('a scene is shown from further away before it is left out, and the best keeps its close-up', () => {
    const { shots } = trim([story[2]!, story[0]!, story[1]!], 7_500);
    expect(names(shots)).toEqual(['proof', 'hero', 'features']);
    const close = shots.map(({ beats }) => beats.some((beat) => beat.do === 'zoom'));
    expect(close).toEqual([false, true, true]);
  });

  test('a short film opens from afar rather than end where it opened', () => {
    const opening = shot('hero', 90, [{ do: 'wide' }, zoom, hold]);
    const { shots } = trim([opening, story[1]!, story[2]!], 3_800);
    expect(names(shots)).toEqual(['hero', 'features']);
    expect(assemble(shots).map((beat) => beat.do)).toEqual(['hold', 'glide', 'zoom', 'hold']);
    expect(filmMs(assemble(shots))).toBeLessThanOrEqual(3_800);
  });

  test('a close-up that the camera turns back from lasts until it may', () => {
    const back = shot('next', 80, [{ do: 'wide' }, glide, hold]);
    const [first] = trim([story[0]!, back], 20_000).shots;
    const rest = first!.beats.findLast((beat) => beat.do === 'hold');
    expect(rest).toMatchObject({ minMs: 1900 });
  });

  test('where all is asked for, the best scene keeps its close-up and its pointer, and every scene its caption', () => {
    const glance: ShotAction = { do: 'hold', weight: 0.3, isGlance: true };
    const caption: ShotAction = { do: 'caption', text: 'Here' };
    const hover: ShotAction = { do: 'hover', target };
    const asked = ['one', 'two', 'three'].map((name, index) =>
      shot(name, 118 - index, [{ do: 'wide' }, glide, glance, caption, zoom, hover, hold]),
    );
    const { shots } = trim(asked, 8_000);
    expect(names(shots)).toEqual(['one', 'two', 'three']);
    const does = (what: ShotAction['do']) => shots.map(({ beats }) => beats.some((beat) => beat.do === what));
    expect(does('zoom')).toEqual([true, false, false]);
    expect(does('hover')).toEqual([true, false, false]);
    // A caption takes no time, so none is ever removed.
    expect(does('caption')).toEqual([true, true, true]);
    expect(filmMs(assemble(shots))).toBeLessThanOrEqual(8_000);
  });

  test('pulling back on the way to the next place takes no time of its own, and a long way more than a short one', () => {
    const to = (y: number): ShotAction => ({
      do: 'glide',
      target: { selectors: [['#x']], note: { box: { x: 0, y, width: 10, height: 10 } } },
    });
    expect(filmMs([zoom, { do: 'wide' }, glide, hold])).toBe(filmMs([zoom, glide, hold]));
    expect(filmMs([zoom, { do: 'wide' }, hold])).toBeGreaterThan(filmMs([zoom, hold]));
    expect(filmMs([to(300), hold])).toBeLessThan(filmMs([to(2_500), hold]));
    // The distance counts, not the place.
    expect(filmMs([to(9_000), hold, to(9_300), hold])).toBeLessThan(
      filmMs([to(9_000), hold, to(6_000), hold]),
    );
  });

  test('actions hang together: what leads the way is never dropped before what it leads to', () => {
    const actions = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((name) =>
      shot(name, 130, [glide, press, hold]),
    );
    const { shots, dropped } = trim([shot('opening', 70, [hold]), ...actions], 10_000);
    expect(names(shots)).toEqual(
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].slice(0, shots.length),
    );
    expect(shots.length).toBeGreaterThanOrEqual(3);
    expect(names(dropped)).toEqual(
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].slice(shots.length),
    );
  });

  test('three quick presses fit into five seconds by being hurried', () => {
    const actions = ['one', 'two', 'three'].map((name) => shot(name, 130, [press, hold]));
    expect(names(trim(actions, 5_000).shots)).toEqual(['one', 'two', 'three']);
  });

  test('what is only pointed at goes before what is pressed, and both after what nobody asked for', () => {
    const aside = {
      ...shot('point', 120, [{ do: 'hover', target } as ShotAction, hold]),
      isAside: true as const,
    };
    const all = [
      shot('opening', 70, [hold]),
      aside,
      shot('one', 130, [press, hold]),
      shot('two', 130, [press, hold]),
    ];
    expect(names(trim(all, 7_000).shots)).toEqual(['opening', 'point', 'one', 'two']);
    expect(names(trim(all, 5_500).shots)).toEqual(['point', 'one', 'two']);
    expect(names(trim(all, 3_500).shots)).toEqual(['one', 'two']);
    expect(names(trim(all, 3_500).dropped)).toEqual(['point']);
  });

  test('a film becomes longer for what was asked to be done, and for nothing else', () => {
    const acted = ['one', 'two'].map((name) => shot(name, 130, [press, hold]));
    expect(names(trim(acted, 3_000, 3_400).shots)).toEqual(['one', 'two']);
    expect(names(trim(acted, 3_000).shots)).toEqual(['one']);
    const shown = ['one', 'two'].map((name) => shot(name, 130, [glide, hold]));
    expect(trim(shown, 2_600, 3_400)).toEqual(trim(shown, 2_600));
  });

  test('the shots that come in are left as they are', () => {
    const before = JSON.stringify(story);
    trim(story, 5_000);
    expect(JSON.stringify(story)).toBe(before);
  });
});

test('the camera pulls back only when it is close, and a new page ends a close-up', () => {
  const leave: ShotAction = { ...press, leavesPage: true };
  const beats = assemble([
    shot('a', 1, [{ do: 'wide' }, zoom, { do: 'wide' }, { do: 'wide' }, zoom, leave, { do: 'wide' }, hold]),
  ]);
  expect(beats.map((beat) => beat.do)).toEqual(['zoom', 'wide', 'zoom', 'press', 'hold']);
});
