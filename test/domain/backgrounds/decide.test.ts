import { it } from 'vitest';
import { backgroundDecider } from '../../../src/domain/backgrounds/decide.ts';
import type { BackgroundEvent } from '../../../src/domain/backgrounds/events.ts';
import { given } from '../../support/given.ts';

const picture = {
  backgroundId: 'bg_1',
  userId: 'user_1',
  name: 'Beach',
  width: 4,
  height: 3,
  sizeBytes: 9,
  imageKey: 'backgrounds/bg_1/image.webp',
  previewKey: 'backgrounds/bg_1/preview.webp',
};
const uploaded: BackgroundEvent = { type: 'BackgroundUploaded', data: picture };
const deleted: BackgroundEvent = {
  type: 'BackgroundDeleted',
  data: { backgroundId: 'bg_1', userId: 'user_1' },
};

it('is uploaded once', () => {
  given(backgroundDecider, [])
    .when({ type: 'upload', ...picture })
    .gives([uploaded]);
  given(backgroundDecider, [uploaded])
    .when({ type: 'upload', ...picture })
    .fails('background_exists', 409);
});
it('is deleted by its owner', () =>
  given(backgroundDecider, [uploaded]).when({ type: 'delete', by: 'user_1' }).gives([deleted]));
it('does not exist for another user, nor after it was deleted', () => {
  for (const [past, by] of [
    [[], 'user_1'],
    [[uploaded], 'user_2'],
    [[uploaded, deleted], 'user_1'],
  ] as const)
    given(backgroundDecider, past).when({ type: 'delete', by }).fails('background_not_found', 404);
});
