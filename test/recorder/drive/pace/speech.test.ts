import { describe, expect, it } from 'vitest';
import { linesOf, type Speech } from '../../../../src/recorder/contract/spoken-lines.ts';
import { grantSpeech, withSpeech } from '../../../../src/recorder/drive/pace/speech.ts';
import type { StepTiming } from '../../../../src/recorder/drive/pace/step-timing.ts';

const move = (motionMs: number): StepTiming => ({ motionMs, rest: null, explicit: false });
const hold = (minMs: number): StepTiming => ({ motionMs: 0, rest: { minMs, weight: 1 }, explicit: true });
/** Two scenes: one that only rests, and one that moves first. */
const film = [hold(800), move(1_000), hold(800)];
const first: Speech = { from: 0, to: 1, ms: 2_000 };
const second: Speech = { from: 1, to: 3, ms: 3_000 };
const rests = (timings: StepTiming[]) => timings.map(({ rest }) => rest?.minMs ?? 0);

describe('time for what is said', () => {
  it('makes the last rest of a scene as long as the line needs', () => {
    expect(rests(withSpeech(film, [first, second]))).toEqual([2_000, 0, 2_000]);
    expect(withSpeech(film, [])).toBe(film);
    expect(rests(withSpeech(film, [{ ...second, ms: 1_500 }]))).toEqual([800, 0, 800]);
  });

  it('follows what the page took: less rest after a slow step, more after a quick one', () => {
    expect(rests(withSpeech(film, [second], { index: 2, passedMs: 2_600 }))).toEqual([800, 0, 800]);
    expect(rests(withSpeech(film, [second], { index: 2, passedMs: 400 }))).toEqual([800, 0, 2_600]);
  });

  it('puts a rest behind a scene that has none', () => {
    expect(rests(withSpeech([move(500), hold(800)], [{ from: 0, to: 1, ms: 1_700 }]))).toEqual([1_200, 800]);
  });

  it('is given to whole lines, in their order, as far as the film may grow', () => {
    const grant = (durationMs: number, mostMs = durationMs) =>
      grantSpeech(film, [first, second], { durationMs, mostMs, leadInMs: 500, leadOutMs: 500 }, 0, []);
    expect(grant(10_000)).toEqual([first, second]);
    // A film of 5 s has no time for the second line as well.
    expect(grant(5_000)).toEqual([first]);
    expect(grant(5_000, 6_000)).toEqual([first, second]);
    expect(grant(3_000)).toEqual([]);
  });
});

describe('the lines of a script', () => {
  const step = (name: string, parameters: object, intent: string) =>
    ({ type: 'customStep', name, parameters, showreel: { intent } }) as never;
  const open = { type: 'navigate', url: 'https://example.com/' } as const;

  it('are its captions, and for scenes without one what they are about', () => {
    const steps = [
      open,
      step('showreel.hold', {}, 'Show the start'),
      step('showreel.scroll', {}, 'Show the price'),
      step('showreel.caption', { text: 'Four dollars.' }, 'Show the price'),
      step('showreel.hold', {}, 'Show the price'),
      step('showreel.caption', { text: 'A month.' }, 'Show the price'),
      step('showreel.hold', {}, 'Show the price'),
    ];
    expect(linesOf({ title: 'Tern', steps })).toEqual([
      { text: 'Show the start', from: 1, to: 2 },
      { text: 'Four dollars.', from: 3, to: 5 },
      { text: 'A month.', from: 5, to: 7 },
    ]);
  });

  it('are one where nothing says what the steps are for', () => {
    const bare = { type: 'customStep', name: 'showreel.hold', parameters: {} } as const;
    expect(linesOf({ title: 'Tern', steps: [open, bare, bare] })).toEqual([{ text: 'Tern', from: 1, to: 3 }]);
  });
});
