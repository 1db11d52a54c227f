import { newId } from '../../ids.ts';
import type { CommandContext } from '../../store/types.ts';
import { demoDecider } from '../demos/decide.ts';
import { type AssetKind, demoStream } from '../demos/events.ts';
import type { DomainServices } from '../services.ts';
import { enqueuePictures } from './tasks.ts';

/**
 * Chooses the moment that the poster and the GIF of a demo show. A worker makes them soon after.
 * @param pick.timeMs the moment, in ms from the video's beginning
 * @throws AppError 404, 400 where the moment is after the end, 409 `demo_has_no_video`
 */
export async function pickMoment(
  { store }: DomainServices,
  context: CommandContext,
  pick: { demoId: string; userId: string; timeMs: number; kinds: readonly AssetKind[] },
): Promise<void> {
  const { demoId, userId, timeMs, kinds } = pick;
  await store.execute(context, async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(demoId));
    demo.decide({ type: 'pickMoment', by: userId, pickId: newId('cmd'), timeMs, kinds });
    enqueuePictures(unit, demoId, userId);
  });
}
