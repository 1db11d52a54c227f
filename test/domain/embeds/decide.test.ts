import { describe, expect, test } from 'vitest';
import { mayTryAgain } from '../../../src/domain/embeds/another-try.ts';
import { embedDecider } from '../../../src/domain/embeds/decide.ts';
import type { EmbedEvent } from '../../../src/domain/embeds/events.ts';
import { given } from '../../support/given.ts';

const claimed = (demoId: string): EmbedEvent => ({
  type: 'EmbedClaimed',
  data: { contextHash: 'c', projectId: 'proj_1', userId: 'user_1', demoId },
});
const claim = (demoId: string, instead: string | null) => ({
  type: 'claim' as const,
  instead,
  demoId,
  contextHash: 'c',
  projectId: 'proj_1',
  userId: 'user_1',
});

describe('what is shown somewhere', () => {
  test('is claimed once', () => {
    given(embedDecider, [])
      .when(claim('demo_1', null))
      .gives([claimed('demo_1')]);
    given(embedDecider, [claimed('demo_1')])
      .when(claim('demo_2', null))
      .fails('embed_taken', 409);
  });

  test('is claimed anew in place of a demo that is gone', () => {
    const past = [claimed('demo_1')];
    given(embedDecider, past)
      .when(claim('demo_2', 'demo_1'))
      .gives([claimed('demo_2')]);
    given(embedDecider, past).when(claim('demo_3', 'demo_2')).fails('embed_taken', 409);
  });
});

describe('what failed is tried again', () => {
  const lastAt = new Date('2026-02-10T12:00:00.000Z');
  const later = (minutes: number) => new Date(lastAt.getTime() + minutes * 60_000);

  test.each([
    [1, 10],
    [2, 60],
    [3, 24 * 60],
    [9, 24 * 60],
  ])('by a look, after failure %i, in %i minutes', (count, minutes) => {
    expect(mayTryAgain({ count, lastAt }, later(minutes - 0.01), false)).toBe(false);
    expect(mayTryAgain({ count, lastAt }, later(minutes), false)).toBe(true);
  });

  test.each([
    [1, 0],
    [2, 10],
    [3, 60],
    [4, 24 * 60],
  ])('by a person, after failure %i, in %i minutes', (count, minutes) => {
    if (minutes > 0) expect(mayTryAgain({ count, lastAt }, later(minutes - 0.01), true)).toBe(false);
    expect(mayTryAgain({ count, lastAt }, later(minutes), true)).toBe(true);
  });
});
