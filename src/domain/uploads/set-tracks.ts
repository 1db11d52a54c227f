import { Readable } from 'node:stream';
import { invalid } from '../../errors.ts';
import type { CommandContext } from '../../store/types.ts';
import { demandOwn, demandUploaded, demoDecider } from '../demos/decide.ts';
import { demoStream } from '../demos/events.ts';
import { mediaPrefix } from '../demos/media-keys.ts';
import type { DomainServices } from '../services.ts';
import { faultOfWebVtt } from './web-vtt.ts';

export type Tracks = { captions?: string | undefined; chapters?: string | undefined };
const kinds = ['captions', 'chapters'] as const;

/**
 * Gives an uploaded demo captions and chapters, in place of those that it has.
 * @param tracks WebVTT; what is left out stays as it is
 * @throws AppError 404, 400 `demo_is_generated`, or what is wrong with a text
 */
export async function setTracks(
  { store, intake }: DomainServices,
  context: CommandContext,
  { demoId, userId, tracks }: { demoId: string; userId: string; tracks: Tracks },
): Promise<void> {
  const given = kinds.filter((kind) => tracks[kind] !== undefined);
  if (given.length === 0)
    throw invalid('`captions`: expected a text in WebVTT here or in `chapters`, but neither came.');
  for (const kind of given) {
    const missing = faultOfWebVtt(tracks[kind]!);
    if (missing) throw invalid(`\`${kind}\`: expected WebVTT with ${missing}.`);
  }
  await store.execute(context, async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(demoId));
    demandUploaded(demandOwn(demo.state, userId));
  });
  // The files first: an address that is told has something behind it.
  for (const kind of given) {
    const bytes = Buffer.from(tracks[kind]!);
    const file = await intake.receive(Readable.from([bytes]), bytes.length);
    try {
      await file.keep(`${mediaPrefix(demoId, 1)}${kind}.vtt`);
    } finally {
      await file.discard();
    }
  }
  await store.execute(context, async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(demoId));
    demo.decide({ type: 'setTracks', by: userId, kinds: given });
  });
}
