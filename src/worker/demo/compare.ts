import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Change } from '../../changes/index.ts';
import { previewStill } from '../../domain/demos/media-keys.ts';
import type { ComparisonAnswer, ComparisonJob } from '../../domain/demos/preview/comparison-job.ts';
import type { MediaStorage } from '../../media/index.ts';
import type { FilmOrder, MakeFilm, Walk } from '../film/film.ts';
import type { SeenPage } from '../film/page/look-at-page.ts';
import { compareOnTheWay, compareWithLast } from './evidence.ts';

/** Thrown when everything is seen that a comparison needs. */
class Seen extends Error {}

/**
 * Compares a page with what the shown version of a demo saw of its own: the beginning of a film that ends before anything is planned.
 * @throws RecordingFault where the page cannot be opened; the signal's reason when it aborts
 */
export async function comparePage(
  { media, makeFilm }: { media: MediaStorage; makeFilm: MakeFilm },
  job: ComparisonJob,
  context: Pick<FilmOrder, 'folder' | 'signal' | 'log'>,
): Promise<ComparisonAnswer> {
  let changes = null as Change[] | null;
  let picture = null as Uint8Array | null;
  const end = async () => {
    throw new Seen();
  };
  const look = async (page: SeenPage, lookOn: () => Promise<SeenPage[]>, walk: Walk) => {
    picture = page.picture;
    changes = await compareWithLast(media, job, page, lookOn, true);
    if (changes?.length === 0 && job.way.length > 0)
      changes = await compareOnTheWay(media, job, job.way, walk);
    return end();
  };
  try {
    await makeFilm({
      ...{ ...context, job, takePath: null, meter: { advance: () => undefined } },
      ...{ onSeen: look, onPlanned: end, onRecording: end },
      ...{ onGlance: () => undefined, onStep: () => undefined },
    });
  } catch (error) {
    if (!(error instanceof Seen)) throw error;
  }
  if (picture) await keep(media, job.jobId, context.folder, picture);
  return { changes, hasPicture: picture !== null };
}

async function keep(media: MediaStorage, id: string, folder: string, picture: Uint8Array): Promise<void> {
  const path = join(folder, 'page.jpg');
  await writeFile(path, picture);
  await media.putFile(previewStill(id, 0).key, path);
}
