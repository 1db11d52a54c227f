import { expect, test } from 'vitest';
import { dataWarning, firstDeed } from '../../../src/domain/demos/data-warning.ts';

test('a film that changes data is warned of as long as its project has no reset', () => {
  expect(dataWarning(true, false)).toEqual({
    code: 'changes_data_without_reset',
    message: expect.stringContaining('PUT /projects/{id}/reset'),
  });
  for (const [changesData, hasReset] of [
    [true, true],
    [false, false],
    [false, true],
  ] as const)
    expect(dataWarning(changesData, hasReset)).toBeNull();
});

test('the first deed of a script is the first step after which the page sent a write', () => {
  const url = 'https://example.com/';
  const look = { type: 'navigate' as const, url, showreel: { intent: 'Look' } };
  const write = { type: 'navigate' as const, url, showreel: { writes: true as const } };
  expect(firstDeed({ steps: [look, write, look, write] })).toBe(1);
  expect(firstDeed({ steps: [look, { type: 'navigate', url }] })).toBe(-1);
});
