import { describe, expect, test } from 'vitest';
import { assemble, filmMs, maxScenes } from '../../src/planner/storyboard/pacing.ts';
import type { Shot, ShotAction } from '../../src/planner/storyboard/shots.ts';
import { trim } from '../../src/planner/storyboard/trim.ts';

const target = { selectors: [['#x']], note: {} };
const shot = (what: string, value: number, actions: ShotAction[]): Shot => ({
  scene: { what, why: 'test', evidence: [], section: null },
  actions,
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

  test('the scenes of least value are dropped first, and the order of the rest stays', () => {
    const shuffled = [story[3]!, story[0]!, story[8]!, story[1]!];
    expect(names(trim(shuffled, 7_000).shots)).toEqual(['hero', 'features']);
  });

  test('a scene loses its close-up before it is left out, and the best one keeps it', () => {
    const { shots } = trim([story[2]!, story[0]!, story[1]!], 7_500);
    expect(names(shots)).toEqual(['proof', 'hero', 'features']);
    const close = shots.map(({ actions }) => actions.some((action) => action.do === 'zoom'));
    expect(close).toEqual([false, true, true]);
  });

  test('a short film opens without a close-up, so that it has time for a second scene', () => {
    const opening = shot('hero', 90, [{ do: 'wide' }, zoom, hold]);
    const { shots } = trim([opening, story[1]!, story[2]!], 3_800);
    expect(names(shots)).toEqual(['hero', 'features']);
    expect(assemble(shots).map((action) => action.do)).toEqual(['hold', 'glide', 'zoom', 'hold']);
    expect(filmMs(assemble(shots))).toBeLessThanOrEqual(3_800);
  });

  test('a close-up that the camera pulls back from lasts at least 1.9 s', () => {
    const back = shot('next', 80, [{ do: 'wide' }, glide, hold]);
    const [first] = trim([story[0]!, back], 20_000).shots;
    const rest = first!.actions.findLast((action) => action.do === 'hold');
    expect(rest).toMatchObject({ minMs: 1900 });
  });

  test('where every scene was asked for, the best one keeps its close-up and its pointer, and each keeps its caption', () => {
    const glance: ShotAction = { do: 'hold', weight: 0.3, isGlance: true };
    const caption: ShotAction = { do: 'caption', text: 'Here' };
    const hover: ShotAction = { do: 'hover', target };
    const asked = ['one', 'two', 'three'].map((name, index) =>
      shot(name, 118 - index, [{ do: 'wide' }, glide, glance, caption, zoom, hover, hold]),
    );
    const { shots } = trim(asked, 8_000);
    expect(names(shots)).toEqual(['one', 'two', 'three']);
    const does = (what: ShotAction['do']) =>
      shots.map(({ actions }) => actions.some((action) => action.do === what));
    expect(does('zoom')).toEqual([true, false, false]);
    expect(does('hover')).toEqual([true, false, false]);
    // A caption takes no time, so none is ever removed.
    expect(does('caption')).toEqual([true, true, true]);
    expect(filmMs(assemble(shots))).toBeLessThanOrEqual(8_000);
  });

  test('pulling back during a scroll takes no time of its own, and a long scroll takes more than a short one', () => {
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

  test('actions depend on each other: none is dropped before those that come after it', () => {
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

  test('three quick presses fit into five seconds when they are hurried', () => {
    const actions = ['one', 'two', 'three'].map((name) => shot(name, 130, [press, hold]));
    expect(names(trim(actions, 5_000).shots)).toEqual(['one', 'two', 'three']);
  });

  test('shots that nobody asked for are dropped first, then shots that only point, and presses last', () => {
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

  test('a film becomes longer for requested actions, and for nothing else', () => {
    const acted = ['one', 'two'].map((name) => shot(name, 130, [press, hold]));
    expect(names(trim(acted, 3_000, 3_400).shots)).toEqual(['one', 'two']);
    expect(names(trim(acted, 3_000).shots)).toEqual(['one']);
    const shown = ['one', 'two'].map((name) => shot(name, 130, [glide, hold]));
    expect(trim(shown, 2_600, 3_400)).toEqual(trim(shown, 2_600));
  });

  test('the given shots are not changed', () => {
    const before = JSON.stringify(story);
    trim(story, 5_000);
    expect(JSON.stringify(story)).toBe(before);
  });
});

test('the camera pulls back only when it is close, and a new page ends a close-up', () => {
  const leave: ShotAction = { ...press, leavesPage: true };
  const actions = assemble([
    shot('a', 1, [{ do: 'wide' }, zoom, { do: 'wide' }, { do: 'wide' }, zoom, leave, { do: 'wide' }, hold]),
  ]);
  expect(actions.map((action) => action.do)).toEqual(['zoom', 'wide', 'zoom', 'press', 'hold']);
});
