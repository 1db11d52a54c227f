import { describe, expect, test } from 'vitest';
import { demoDecider } from '../../../src/domain/demos/decide.ts';
import {
  type FilmWarning,
  filmedAgain,
  qualityOfWarnings,
  softerText,
} from '../../../src/domain/demos/film-warnings.ts';
import { given } from '../../support/given.ts';
import { film, queued, readyDemo, started } from './facts.ts';

const planned = { code: 'not_done', message: '“press Teleport” was not done.' };
const restyled = (past: typeof readyDemo, filmWarnings: FilmWarning[], takeVersion = 1) =>
  demoDecider.decide(
    {
      type: 'publish',
      jobId: 'job_2',
      film: { ...film, takeVersion },
      title: null,
      actionScript: null,
      filmWarnings,
    },
    given(demoDecider, [...past, queued('job_2', 'restyle'), started('job_2', 'restyle')]).state,
  );

describe('A warning of how a film was made', () => {
  const withWarnings = readyDemo.map((event) =>
    event.type === 'DemoPublished'
      ? { ...event, data: { ...event.data, warnings: [planned, filmedAgain] } }
      : event,
  );
  test('stands behind those of the plan, and ends with its version', () => {
    const soft = softerText(1.2)!;
    expect(restyled(withWarnings, [soft])).toMatchObject([
      { type: 'DemoPublished', data: { takeVersion: 1, warnings: [planned, soft] } },
    ]);
  });
  test.each([
    [1, null],
    [1.03, null],
    [0.7, null],
    [1.19, '19 %'],
  ])('is given for pictures that are enlarged by %s: %s', (enlargement, said) => {
    const warning = softerText(enlargement);
    if (said === null) expect(warning).toBeNull();
    else expect(warning?.message).toContain(said);
  });

  test('that the critic found holds for all that is composed of the same take, and for no other film', () => {
    const dead: FilmWarning = { code: 'nothing_happened', message: 'Nothing is seen to change.', step: 2 };
    const past = readyDemo.map((event) =>
      event.type === 'DemoPublished'
        ? { ...event, data: { ...event.data, warnings: [planned, dead, filmedAgain] } }
        : event,
    );
    const published = (warnings: object) => [
      { type: 'DemoPublished', data: expect.objectContaining({ warnings }) },
    ];
    expect(restyled(past, [])).toEqual(published([planned, dead]));
    expect(restyled(past, [], 2)).toEqual(published([planned]));
    expect(qualityOfWarnings([planned, dead])).toBe(0.7);
  });
});
