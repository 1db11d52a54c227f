import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { previewPrefix, previewStill } from '../../domain/demos/media-keys.ts';
import type { Preview, PreviewAnswer, SeenPage } from '../../domain/demos/preview/answer.ts';
import { answerPreview, onAbandoned, previewJob, tellSeen } from '../../domain/demos/preview/previews.ts';
import { previewPayload, previewTask } from '../../domain/demos/tasks.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { MediaStorage } from '../../media/index.ts';
import { RecordingFault } from '../../recorder/contract/fault.ts';
import type { MakeFilm } from '../film/film.ts';
import type { MakePreview, PreviewedFilm, SeenOutline } from '../film/preview-film.ts';
import { Interruption, interruptionOf, withPatience } from '../queue/interruption.ts';
import { endProcessesIn } from '../queue/leftovers.ts';
import { type Task, type TaskContext, task } from '../queue/tasks.ts';
import { comparePage } from './compare.ts';

export interface PreviewParts {
  services: DomainServices;
  media: MediaStorage;
  makePreview: MakePreview;
  makeFilm: MakeFilm;
  /** Within this time a preview is to be there. */
  previewMs: number;
}

/** On top of `previewMs`, for a page that keeps a step waiting. Whoever asked waits for 2 s more. */
const graceMs = 8_000;
const patienceMs = 2_000;

/** The task that plans a demo without making it, or compares a page with a version, and answers whoever waits for that. */
export function preview(parts: PreviewParts): Task {
  const { services, previewMs } = parts;
  const deadlineMs = previewMs + graceMs;
  return task({ name: previewTask, payload: previewPayload, deadlineMs }, async ({ previewId }, context) => {
    const abandoned = new AbortController();
    const off = onAbandoned(services, previewId, () =>
      abandoned.abort(new Interruption('cancelled', 'Nobody waits for the preview any more.')),
    );
    try {
      await run(parts, previewId, {
        ...context,
        signal: AbortSignal.any([context.signal, abandoned.signal]),
      });
    } finally {
      off();
    }
  });
}

async function run(parts: PreviewParts, previewId: string, context: TaskContext): Promise<void> {
  const { services, media, makePreview } = parts;
  const { signal, folder } = context;
  const job = await previewJob(services, previewId);
  const log = context.log.child({ previewId });
  if (!job) return log.info('nobody waits for the preview any more');
  let answer: PreviewAnswer;
  let seen: Promise<SeenPage | null> = Promise.resolve(null);
  const onSeen = (page: SeenOutline) => {
    seen = tellPage(parts, previewId, folder, page).catch((err: unknown) => {
      log.warn({ err }, 'what was seen of the page could not be told');
      return null;
    });
  };
  try {
    if ('way' in job) {
      answer = await withPatience(comparePage(parts, job, { folder, signal, log }), signal, patienceMs);
    } else {
      const film = await withPatience(makePreview({ job, folder, signal, log, onSeen }), signal, patienceMs);
      answer = { preview: { ...(await keepStills(media, previewId, folder, film)), page: await seen } };
    }
  } catch (error) {
    const interruption = interruptionOf(signal);
    if (interruption?.kind === 'stopping' || interruption?.kind === 'lease_lost') throw error;
    const fault = faultOf(error, interruption);
    log[fault.code === 'internal' ? 'error' : 'info']({ err: error }, 'the preview ended early');
    answer = { fault };
  } finally {
    if (signal.aborted) await endProcessesIn(folder);
  }
  await seen;
  if (await answerPreview(services, previewId, answer)) return;
  await media.deletePrefix(previewPrefix(previewId));
}

/** Puts what was seen where whoever waits for the preview can look at it. */
async function tellPage(
  { services, media }: PreviewParts,
  previewId: string,
  folder: string,
  { picture, ...outline }: SeenOutline,
): Promise<SeenPage> {
  const page = { ...outline, pictureUrl: await keepStill(media, previewId, folder, 0, picture) };
  await tellSeen(services, previewId, page);
  return page;
}

/** @returns the address of the still */
async function keepStill(
  media: MediaStorage,
  previewId: string,
  folder: string,
  number: number,
  still: Uint8Array,
): Promise<string> {
  const { key, url } = previewStill(previewId, number);
  const path = join(folder, `still-${number}.jpg`);
  await writeFile(path, still);
  await media.putFile(key, path);
  return url;
}

async function keepStills(
  media: MediaStorage,
  previewId: string,
  folder: string,
  film: PreviewedFilm,
): Promise<Omit<Preview, 'page'>> {
  const scenes: Preview['scenes'] = [];
  for (const [index, { still, ...scene }] of film.scenes.entries())
    scenes.push({ ...scene, stillUrl: await keepStill(media, previewId, folder, index + 1, still) });
  const { title, aiPlan, script, durationMs, unmet, warnings } = film;
  return {
    title,
    ai_plan: { ...aiPlan },
    action_script: { ...script },
    scenes,
    durationMs,
    unmet,
    warnings,
  };
}

function faultOf(error: unknown, interruption: Interruption | null) {
  if (interruption)
    return {
      code: 'deadline',
      message: `The preview was not done in time. ${interruption.message}`,
      isOurs: true,
    };
  // A browser that does not start on a busy machine says nothing against the page.
  if (error instanceof RecordingFault)
    return { code: error.kind, message: error.message, isOurs: /^(?:browser|encoder)$/.test(error.kind) };
  const message = 'The preview failed because of a fault in the service itself. Try again later.';
  return { code: 'internal', message, isOurs: true };
}
