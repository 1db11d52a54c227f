import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestFilmMs } from '../../../../src/recorder/contract/length.ts';
import type { Step } from '../../../../src/recorder/contract/script.ts';
import { pace } from '../../../../src/recorder/drive/pace/pacing.ts';
import { Schedule } from '../../../../src/recorder/drive/pace/schedule.ts';
import {
  nextInTime,
  placeInFilm,
  type StepTiming,
  stepTiming,
} from '../../../../src/recorder/drive/pace/step-timing.ts';
import { typingTimes } from '../../../../src/recorder/drive/pace/typing.ts';

const click: Step = { type: 'click', selectors: ['#a'], offsetX: 1, offsetY: 1 };
const hold = (parameters: { weight?: number; minMs?: number } = {}): Step => ({
  type: 'customStep',
  name: 'showreel.hold',
  parameters,
});
const timingsOf = (steps: Step[], motionMs = 1_000): StepTiming[] =>
  steps.map((step, i) => stepTiming(step, steps[i + 1], step.type === 'click' ? motionMs : 0));

/** Plays a script whose steps take exactly what was estimated. */
function play(all: StepTiming[], totalMs: number) {
  let leftMs = totalMs;
  const rests: number[] = [];
  let fitted = 0;
  for (const [index, timing] of all.entries()) {
    const plan = pace(all.slice(index), leftMs);
    if (!plan.fits) break;
    fitted++;
    leftMs -= timing.motionMs / plan.speed;
    const { restMs } = pace([{ ...timing, motionMs: 0 }, ...all.slice(index + 1)], leftMs);
    rests.push(restMs);
    leftMs -= restMs;
  }
  return { rests, leftMs, fitted };
}

const own = (name: 'showreel.camera' | 'showreel.scroll', selectors?: string[]): Step => ({
  type: 'customStep',
  name,
  parameters: selectors ? { selectors } : {},
});

describe('pacing', () => {
  it('puts no rest between pulling back and scrolling on, and none after a caption', () => {
    const caption: Step = { type: 'customStep', name: 'showreel.caption', parameters: { text: 'Here' } };
    const steps = [own('showreel.camera'), own('showreel.scroll', ['#a']), caption, hold()];
    const rests = steps.map((step, index) => stepTiming(step, nextInTime(steps, index), 0).rest);
    expect(rests).toEqual([null, null, null, { minMs: 800, weight: 1 }]);
    // There is none between scrolling to a place and a close-up of it either, unless the camera pulls back there.
    const closer = own('showreel.camera', ['#a']);
    expect(stepTiming(own('showreel.scroll', ['#a']), closer, 0).rest).toBeNull();
    expect(stepTiming(own('showreel.scroll', ['#a']), own('showreel.camera'), 0).rest).not.toBeNull();
  });

  it('keeps the last rest, only shorter, where the page took the time for it', () => {
    const [rest] = placeInFilm(timingsOf([hold()]));
    expect(pace([rest!], 2_000)).toMatchObject({ fits: true, restMs: 2_000 });
    expect(pace([rest!], 300)).toMatchObject({ fits: true, restMs: 300 });
    expect(pace([rest!], 0)).toMatchObject({ fits: false });
  });

  it('plays a step that takes no time even when no time is left', () => {
    const free: StepTiming = { motionMs: 0, rest: null, explicit: false };
    expect(pace([free, ...timingsOf([hold()])], -20)).toMatchObject({ fits: true });
    expect(pace([{ ...free, motionMs: 70 }], -20)).toMatchObject({ fits: false });
  });

  it('shares the time that the movements leave among the rests, by weight', () => {
    const all = timingsOf([click, hold({ weight: 1 }), click, hold({ weight: 3 })]);
    const { rests, leftMs } = play(all, 10_000);
    expect(rests[1]).toBeCloseTo(2_000, 5);
    expect(rests[3]).toBeCloseTo(6_000, 5);
    expect(leftMs).toBeCloseTo(0, 5);
  });

  it('gives every hold at least 0.8 s where there is time for it', () => {
    const all = timingsOf([hold({ weight: 100 }), hold({ weight: 1 }), hold({ weight: 1 })]);
    const { rests } = play(all, 5_000);
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(800);
  });

  it('gives up the rests that the recorder has added before those of the script', () => {
    const all = timingsOf([click, click, click, hold()]);
    const { rests } = play(all, 3 * 1_000 + 800 + 2 * 250);
    expect(rests[3]).toBeGreaterThanOrEqual(799);
    expect(rests[0]).toBeLessThan(300);
  });

  it('then goes faster, then leaves out the last steps, and never overruns', () => {
    const many = timingsOf(Array.from({ length: 12 }, () => click));
    const { fitted, leftMs } = play(many, 5_000);
    expect(pace(many, 5_000).speed).toBeGreaterThan(1.5);
    expect(fitted).toBeGreaterThan(4);
    expect(fitted).toBeLessThan(12);
    expect(leftMs).toBeGreaterThanOrEqual(0);
  });

  it('fills the whole film whenever all of it fits, whatever the script', () => {
    const steps = fc.array(fc.constantFrom<Step>(click, hold(), hold({ weight: 4 }), hold({ minMs: 300 })), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 3_000, max: 60_000 }), (script, totalMs) => {
        const { fitted, leftMs } = play(timingsOf(script), totalMs);
        expect(leftMs).toBeGreaterThanOrEqual(-0.01);
        if (fitted === script.length) expect(leftMs).toBeLessThan(totalMs);
      }),
    );
  });
});

describe('a film with too much to do', () => {
  const open: Step = { type: 'navigate', url: 'https://example.com/' };
  const play3 = [open, click, hold(), click, hold()];

  it('gives up the rest at its opening first, then goes faster, and keeps 0.8 s to read', () => {
    const all = placeInFilm(timingsOf(play3));
    expect(play(all, 4_000).rests).toEqual([expect.closeTo(400, 5), 0, 800, 0, 800]);
    const { rests, leftMs } = play(all, 3_000);
    expect(rests[0]).toBeCloseTo(200, 5);
    expect(rests.slice(1)).toEqual([0, 800, 0, 800]);
    expect(leftMs).toBeCloseTo(0, 5);
  });

  it('lets the viewer read while only the cursor moves, before it takes reading time away', () => {
    const still = placeInFilm(
      timingsOf(play3).map((timing, i) => (i === 3 ? { ...timing, cursorOnlyMs: 630 } : timing)),
    );
    const { rests } = play(still, 2_800);
    expect(rests[2]).toBeLessThan(800);
    expect(rests[2]).toBeGreaterThanOrEqual(450);
    expect(rests[4]).toBeGreaterThanOrEqual(799);
  });

  it('does not expect a page that scrolls by itself to do so faster', () => {
    const gliding = placeInFilm(
      timingsOf([click, hold()]).map((timing, i) => (i === 0 ? { ...timing, pageMotionMs: 600 } : timing)),
    );
    const calm = placeInFilm(timingsOf([click, hold()]));
    expect(pace(gliding, 3_000).speed).toBe(pace(calm, 2_400).speed);
    expect(pace(gliding, 2_150).speed).toBeCloseTo(pace(calm, 1_550).speed, 5);
  });

  it('is fast-forwarded before its last steps are left out, and what is left ends with a rest', () => {
    const flow = placeInFilm(timingsOf(Array.from({ length: 6 }, () => click)));
    expect(play(flow, 3_900).fitted).toBe(6);
    const { fitted, rests } = play(flow, 2_500);
    expect(fitted).toBeLessThan(6);
    expect(fitted).toBeGreaterThan(2);
    expect(rests.at(-1)).toBeGreaterThanOrEqual(399);
  });
});

describe('the length of a film', () => {
  const lengths = { durationMs: 5_000, mostMs: 5_400, leadInMs: 600, leadOutMs: 600 };
  const script = (count: number) =>
    placeInFilm(timingsOf(Array.from({ length: count }, () => [click, hold()]).flat()));

  it('is the requested one where that is enough, and the film pulls back at its end where time is left for it', () => {
    expect(new Schedule(script(1), lengths, 1_500)).toMatchObject({ lengthMs: 5_000, pullBackMs: 1_500 });
    expect(new Schedule(script(2), lengths, 1_500)).toMatchObject({ lengthMs: 5_000, pullBackMs: 0 });
  });

  it('grows before the film gets hurried, as far as it may, also while it runs where a page takes longer', () => {
    const four = script(2).map((timing) => ({ ...timing, motionMs: timing.motionMs * 1.5 }));
    const schedule = new Schedule(four, lengths, 0);
    expect(schedule.lengthMs).toBeCloseTo(1_200 + 1_600 + 3_000 / 1.3, 0);
    expect(new Schedule(script(4), lengths, 0).lengthMs).toBe(5_400);
    const late = new Schedule(script(2), lengths, 0);
    expect(late.leftMs(script(1), 2_900)).toBeCloseTo(800 + 1_000 / 1.3, 0);
    expect(late.lengthMs).toBeGreaterThan(5_000);
    expect(new Schedule(script(4), { ...lengths, mostMs: undefined }, 0).lengthMs).toBe(5_000);
  });

  it('is at most 8 % above the requested one, and never above 30 s', () => {
    expect([5_000, 10_000, 30_000].map(longestFilmMs)).toEqual([5_400, 10_800, 30_000]);
  });
});

describe('typing', () => {
  it('is uneven, the same every time, and never takes longer than 2.4 s', () => {
    const once = typingTimes('ada@example.com');
    expect(once).toEqual(typingTimes('ada@example.com'));
    const gaps = once.atMs.slice(1).map((time, i) => Math.round(time - (once.atMs[i] ?? 0)));
    expect(new Set(gaps).size).toBeGreaterThan(5);
    expect(once.endMs).toBeGreaterThan(900);
    expect(typingTimes('x'.repeat(500)).endMs).toBeCloseTo(2_400, 5);
  });
});
