import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestFilmMs } from '../../../../src/recorder/contract/length.ts';
import type { Step } from '../../../../src/recorder/contract/script.ts';
import {
  framed,
  nextInTime,
  pace,
  type StepTiming,
  stepTiming,
} from '../../../../src/recorder/drive/pace/pacing.ts';
import { Schedule } from '../../../../src/recorder/drive/pace/schedule.ts';
import { typingTimes } from '../../../../src/recorder/drive/pace/typing.ts';

const click: Step = { type: 'click', selectors: ['#a'], offsetX: 1, offsetY: 1 };
const hold = (parameters: { weight?: number; minMs?: number } = {}): Step => ({
  type: 'customStep',
  name: 'showreel.hold',
  parameters,
});
const beats = (steps: Step[], motionMs = 1_000): StepTiming[] =>
  steps.map((step, i) => stepTiming(step, steps[i + 1], step.type === 'click' ? motionMs : 0));

/** Plays a script whose steps take exactly what was estimated. */
function play(all: StepTiming[], totalMs: number) {
  let leftMs = totalMs;
  const rests: number[] = [];
  let fitted = 0;
  for (const [index, beat] of all.entries()) {
    const plan = pace(all.slice(index), leftMs);
    if (!plan.fits) break;
    fitted++;
    leftMs -= beat.motionMs / plan.speed;
    const { restMs } = pace([{ ...beat, motionMs: 0 }, ...all.slice(index + 1)], leftMs);
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
  it('asks no rest between pulling back and setting off, nor for a caption', () => {
    const caption: Step = { type: 'customStep', name: 'showreel.caption', parameters: { text: 'Here' } };
    const steps = [own('showreel.camera'), own('showreel.scroll', ['#a']), caption, hold()];
    const rests = steps.map((step, index) => stepTiming(step, nextInTime(steps, index), 0).rest);
    expect(rests).toEqual([null, null, null, { minMs: 800, weight: 1 }]);
    // Nor between arriving and coming closer, unless the camera only pulls back there.
    const closer = own('showreel.camera', ['#a']);
    expect(stepTiming(own('showreel.scroll', ['#a']), closer, 0).rest).toBeNull();
    expect(stepTiming(own('showreel.scroll', ['#a']), own('showreel.camera'), 0).rest).not.toBeNull();
  });

  it('keeps a rest at the end that is shorter than it should be, where the page left no more', () => {
    const [rest] = framed(beats([hold()]));
    expect(pace([rest!], 2_000)).toMatchObject({ fits: true, restMs: 2_000 });
    expect(pace([rest!], 300)).toMatchObject({ fits: true, restMs: 300 });
    expect(pace([rest!], 0)).toMatchObject({ fits: false });
  });

  it('does what takes no time also when there is none left', () => {
    const free: StepTiming = { motionMs: 0, rest: null, explicit: false };
    expect(pace([free, ...beats([hold()])], -20)).toMatchObject({ fits: true });
    expect(pace([{ ...free, motionMs: 70 }], -20)).toMatchObject({ fits: false });
  });

  it('shares what the movements leave among the rests, by weight', () => {
    const all = beats([click, hold({ weight: 1 }), click, hold({ weight: 3 })]);
    const { rests, leftMs } = play(all, 10_000);
    expect(rests[1]).toBeCloseTo(2_000, 5);
    expect(rests[3]).toBeCloseTo(6_000, 5);
    expect(leftMs).toBeCloseTo(0, 5);
  });

  it('gives every hold at least 0.8 s where there is time for it', () => {
    const all = beats([hold({ weight: 100 }), hold({ weight: 1 }), hold({ weight: 1 })]);
    const { rests } = play(all, 5_000);
    expect(Math.min(...rests)).toBeGreaterThanOrEqual(800);
  });

  it('gives up the rests nobody asked for before those of the script', () => {
    const all = beats([click, click, click, hold()]);
    const { rests } = play(all, 3 * 1_000 + 800 + 2 * 250);
    expect(rests[3]).toBeGreaterThanOrEqual(799);
    expect(rests[0]).toBeLessThan(300);
  });

  it('then goes faster, then leaves out the last steps, and never overruns', () => {
    const many = beats(Array.from({ length: 12 }, () => click));
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
        const { fitted, leftMs } = play(beats(script), totalMs);
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
    const all = framed(beats(play3));
    expect(play(all, 4_000).rests).toEqual([expect.closeTo(400, 5), 0, 800, 0, 800]);
    const { rests, leftMs } = play(all, 3_000);
    expect(rests[0]).toBeCloseTo(200, 5);
    expect(rests.slice(1)).toEqual([0, 800, 0, 800]);
    expect(leftMs).toBeCloseTo(0, 5);
  });

  it('takes the way of a cursor for reading, where nothing else moves, before it takes the time to read', () => {
    const still = framed(beats(play3).map((beat, i) => (i === 3 ? { ...beat, stillMs: 630 } : beat)));
    const { rests } = play(still, 2_800);
    expect(rests[2]).toBeLessThan(800);
    expect(rests[2]).toBeGreaterThanOrEqual(450);
    expect(rests[4]).toBeGreaterThanOrEqual(799);
  });

  it('never counts on hurrying a page that glides by itself', () => {
    const gliding = framed(
      beats([click, hold()]).map((beat, i) => (i === 0 ? { ...beat, ownMs: 600 } : beat)),
    );
    const calm = framed(beats([click, hold()]));
    expect(pace(gliding, 3_000).speed).toBe(pace(calm, 2_400).speed);
    expect(pace(gliding, 2_150).speed).toBeCloseTo(pace(calm, 1_550).speed, 5);
  });

  it('is wound on before its last steps are left out, and what is shown then ends in a rest', () => {
    const flow = framed(beats(Array.from({ length: 6 }, () => click)));
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
    framed(beats(Array.from({ length: count }, () => [click, hold()]).flat()));

  it('is what was asked for where that is enough, with the way back at the end where there is time for it', () => {
    expect(new Schedule(script(1), lengths, 1_500)).toMatchObject({ lengthMs: 5_000, wideMs: 1_500 });
    expect(new Schedule(script(2), lengths, 1_500)).toMatchObject({ lengthMs: 5_000, wideMs: 0 });
  });

  it('grows rather than be hectic, never beyond what it may, and also where a page takes its time', () => {
    const four = script(2).map((beat) => ({ ...beat, motionMs: beat.motionMs * 1.5 }));
    const schedule = new Schedule(four, lengths, 0);
    expect(schedule.lengthMs).toBeCloseTo(1_200 + 1_600 + 3_000 / 1.3, 0);
    expect(new Schedule(script(4), lengths, 0).lengthMs).toBe(5_400);
    const late = new Schedule(script(2), lengths, 0);
    expect(late.leftMs(script(1), 2_900)).toBeCloseTo(800 + 1_000 / 1.3, 0);
    expect(late.lengthMs).toBeGreaterThan(5_000);
    expect(new Schedule(script(4), { ...lengths, mostMs: undefined }, 0).lengthMs).toBe(5_000);
  });

  it('exceeds by 8 % at most what was asked for, and 30 s never', () => {
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
