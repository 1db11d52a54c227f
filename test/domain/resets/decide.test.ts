import { expect, it } from 'vitest';
import { resetDecider } from '../../../src/domain/resets/decide.ts';
import type { ResetEvent } from '../../../src/domain/resets/events.ts';
import { given } from '../../support/given.ts';

const one = { projectId: 'proj_1', userId: 'user_1' };
const request = { url: 'https://example.com/reset', method: 'POST' as const };
const set: ResetEvent = { type: 'ResetSet', data: { ...one, ...request, sealedSecret: 'v1.first' } };
const rotated: ResetEvent = { type: 'ResetSecretRotated', data: { ...one, sealedSecret: 'v1.second' } };
const removed: ResetEvent = { type: 'ResetRemoved', data: one };

it('gets its secret when it is first set', () =>
  given(resetDecider, [])
    .when({ type: 'set', ...one, ...request, sealedSecret: 'v1.first' })
    .gives([set]));

it('keeps its secret when it gets another address, also after a rotation', () => {
  const other = { url: 'https://example.com/other', method: 'PUT' as const };
  given(resetDecider, [set, rotated])
    .when({ type: 'set', ...one, ...other, sealedSecret: 'v1.third' })
    .gives([{ type: 'ResetSet', data: { ...one, ...other, sealedSecret: 'v1.second' } }]);
});

it('that is set to what it is changes nothing', () =>
  given(resetDecider, [set])
    .when({ type: 'set', ...one, ...request, sealedSecret: 'v1.third' })
    .gives([]));

it('has its secret rotated and is removed, where there is one', () => {
  given(resetDecider, [set])
    .when({ type: 'rotate', ...one, sealedSecret: 'v1.second' })
    .gives([rotated]);
  given(resetDecider, [set])
    .when({ type: 'remove', ...one })
    .gives([removed]);
  for (const past of [[], [set, removed]])
    for (const type of ['rotate', 'remove'] as const)
      given(resetDecider, past)
        .when({ type, ...one, sealedSecret: 'v1.second' })
        .fails('reset_not_found', 404);
});

it('that was removed comes back with a new secret', () =>
  expect(
    given(resetDecider, [
      set,
      removed,
      { type: 'ResetSet', data: { ...one, ...request, sealedSecret: 'v1.third' } },
    ]).state,
  ).toEqual({ ...request, sealedSecret: 'v1.third' }));
