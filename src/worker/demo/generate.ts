import type { Change } from '../../changes/index.ts';
import { abandonedPrefix } from '../../domain/demos/jobs/abandoned.ts';
import {
  type GenerationJob,
  reportFailure,
  reportPlan,
  reportPublished,
  reportRecording,
  reportUnchanged,
  startGeneration,
} from '../../domain/demos/jobs/generation.ts';
import { reportProgress } from '../../domain/demos/jobs/progress.ts';
import { generatePayload, generateTask } from '../../domain/demos/tasks.ts';
import { warningsOf } from '../../domain/demos/warnings.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { MediaStorage } from '../../media/index.ts';
import { RecordingFault } from '../../recorder/contract/fault.ts';
import type { StepLog } from '../../recorder/contract/take-frame.ts';
import type { FilmOrder, MakeFilm, RenderedFilm } from '../film/film.ts';
import { createMeter, type Meter } from '../film/meter.ts';
import type { SeenPage } from '../film/page/look-at-page.ts';
import { NothingDone } from '../film/planning/nothing-done.ts';
import { Interruption, interruptionOf, withPatience } from '../queue/interruption.ts';
import { endProcessesIn } from '../queue/leftovers.ts';
import { OwnFault } from '../queue/own-fault.ts';
import { type Task, type TaskContext, task } from '../queue/tasks.ts';
import {
  carryMemory,
  compareFilms,
  compareWithLast,
  isSameUpToDeed,
  NothingChanged,
  rememberPage,
} from './evidence.ts';
import { keepFailurePicture } from './failure-picture.ts';
import { type FilmObserver, type FilmRun, unobserved } from './film-observer.ts';
import { type Glances, keepGlances } from './glances.ts';
import { isUsedUp, outcomeOf } from './outcome.ts';
import { clearOldVersions, shelve } from './shelve.ts';
import { bringTake, clearOtherTakes, shelveTake } from './takes.ts';
import { waitForStorage } from './wait-for-storage.ts';
import { watchCancellation } from './watch-cancellation.ts';

export interface GenerateParts {
  services: DomainServices;
  media: MediaStorage;
  makeFilm: MakeFilm;
  deadlineMs: number;
  observer?: FilmObserver | undefined;
}

/** How long browser and encoder may take to end after the abort. Then their processes are killed. */
const patienceMs = 5000;

/** The task that makes one version of one demo: it plans, records and publishes, and reports the result exactly once. */
export function generate(parts: GenerateParts): Task {
  const definition = { name: generateTask, payload: generatePayload, deadlineMs: parts.deadlineMs };
  return task(definition, async (names, context) => {
    const cancellation = watchCancellation(parts.services.doorbell, names);
    const signal = AbortSignal.any([context.signal, cancellation.signal]);
    try {
      await run(parts, names, { ...context, signal });
    } catch (error) {
      // Whatever else keeps a run from its end, such as a database that is away when the result is reported, is no doing of the page.
      throw error instanceof RecordingFault || error instanceof OwnFault ? error : new OwnFault(error);
    } finally {
      cancellation.end();
    }
  });
}

interface Names {
  demoId: string;
  jobId: string;
}

async function run(parts: GenerateParts, names: Names, context: TaskContext): Promise<void> {
  const { services } = parts;
  const job = await startGeneration(services, names.jobId);
  if (!job) {
    context.log.info(names, 'the job is not wanted any more');
    await removeAbandoned(parts, names);
    return;
  }
  const log = context.log.child({ ...names, kind: job.kind });
  const observed = (parts.observer ?? unobserved)(job);
  if (isUsedUp(context.attempt, context.lastError)) {
    await giveUp(parts, job, {
      code: 'worker_died',
      message: `The recording stopped the recorder ${context.attempt - 1} times, so it was given up. The page may need more memory than there is.`,
    });
    observed.end({ outcome: 'failed', code: 'worker_died' });
    log.error('the job was given up: its workers died');
    return;
  }
  const glances = keepGlances(parts.media, job.demoId, log);
  const progress = reporter(services, job, glances, observed);
  const recordingLog: StepLog[] = [];
  try {
    const told = {
      meter: progress.meter,
      onGlance: glances.show,
      onStep: (line: StepLog) => recordingLog.push(line),
    };
    const lengthMs = await attempt(parts, job, { ...context, log }, told);
    observed.end({ outcome: 'published', lengthMs });
    log.info({ version: job.version }, 'demo published');
  } catch (error) {
    const interruption = interruptionOf(context.signal) ?? (error instanceof Interruption ? error : null);
    if (error instanceof NothingChanged && !interruption) {
      await context.confirm();
      await reportUnchanged(services, job);
      observed.end({ outcome: 'unchanged' });
      return log.info({ version: job.version - 1 }, 'nothing visible has changed: the version stays');
    }
    const outcome = outcomeOf(error, interruption, context.attempt, context.leftMs());
    log.info({ err: error, outcome: outcome.kind }, 'the run ended early');
    if (outcome.kind === 'again') {
      observed.end({ outcome: 'again' });
      throw outcome.isOwn ? new OwnFault(error) : error;
    }
    if (outcome.kind === 'drop') {
      observed.end({ outcome: 'cancelled' });
      return await removeAbandoned(parts, job);
    }
    await context.confirm();
    const pictured = { error, folder: context.folder, message: outcome.message, recordingLog };
    const warnings = error instanceof NothingDone ? warningsOf({ unmet: error.unmet, warnings: [] }) : [];
    const told = { ...(await keepFailurePicture(parts.media, job, pictured)), warnings };
    await giveUp(parts, job, { ...outcome, ...told });
    observed.end({ outcome: 'failed', code: outcome.code });
    log[outcome.level]({ code: outcome.code }, `demo failed: ${outcome.message}`);
  } finally {
    await progress.end();
    await glances.end().catch((err: unknown) => log.warn({ err }, 'pictures of the film were left behind'));
  }
}

/** @returns how long the film lasts. */
async function attempt(
  parts: GenerateParts,
  job: GenerationJob,
  context: TaskContext,
  { meter, onGlance, onStep }: Pick<FilmOrder, 'onGlance' | 'onStep'> & { meter: Meter },
): Promise<number> {
  const { services } = parts;
  const { signal, folder, log } = context;
  const media = waitForStorage(parts.media, signal, (error) =>
    log.warn({ err: (error as Error).cause }, 'the media storage is away; the film waits for it'),
  );
  let seen = null as SeenPage | null;
  let changes = null as Change[] | null;
  const filming = parts.makeFilm({
    job,
    takePath: await bringTake(media, job, folder),
    folder,
    signal,
    log,
    meter,
    onGlance,
    onStep,
    leftMs: context.leftMs,
    onPlanned: async (plan) => goOnIf(await reportPlan(services, job, plan)),
    onRecording: async () => goOnIf(await reportRecording(services, job)),
    onSeen: async (page, lookOn, walk) => {
      seen = page;
      changes = await compareWithLast(media, job, page, lookOn);
      if (!job.mayStay || changes?.length !== 0) return;
      if (!job.looksBehind || (await isSameUpToDeed(media, job, walk))) throw new NothingChanged();
    },
  });
  let film: RenderedFilm;
  try {
    film = await withPatience(filming, signal, patienceMs);
  } finally {
    // A process that did not end in time must not run on beside the next attempt. Usually none is left.
    if (signal.aborted) await endProcessesIn(folder);
  }
  try {
    signal.throwIfAborted();
    if (job.mayStay && changes?.length === 0) {
      changes = await compareFilms(media, job, film);
      if (changes.length === 0) throw new NothingChanged();
    }
  } finally {
    await film.end?.();
  }
  meter.advance('publishing', 0, 'Storing the film');
  // Two workers must not publish the same version: from here on the lease has to be this worker's.
  await context.confirm();
  const shelved = await shelve(media, job, film);
  const taken = await shelveTake(services, media, job, film);
  if (seen) await rememberPage(media, job, { ...seen, said: film.said }, folder);
  else if (film.composed)
    await carryMemory(media, job, { wasResized: film.composed.enlargement !== 1 }, folder);
  const { durationMs, recordingLog, script, audible, soundFaults = [] } = film;
  const filmWarnings = [...taken.filmWarnings, ...soundFaults];
  const made = { ...shelved, ...taken, filmWarnings, durationMs, recordingLog, script, audible, title: null };
  goOnIf(await reportPublished(services, job, { ...made, changes: changes ?? undefined }));
  const clearing = [clearOldVersions(media, job), clearOtherTakes(services, media, job, taken)];
  for (const { reason } of (await Promise.allSettled(clearing)).filter(
    ({ status }) => status === 'rejected',
  ) as PromiseRejectedResult[])
    log.warn({ err: reason }, 'could not remove an old version');
  return durationMs;
}

/** The domain answers false where the job has ended meanwhile. */
function goOnIf(wanted: boolean): void {
  if (!wanted) throw new Interruption('cancelled', 'The job has ended already.');
}

async function giveUp(
  parts: GenerateParts,
  job: GenerationJob,
  fault: Parameters<typeof reportFailure>[2],
): Promise<void> {
  await reportFailure(parts.services, job, fault);
  await removeAbandoned(parts, job);
}

async function removeAbandoned({ services, media }: GenerateParts, names: Names): Promise<void> {
  const prefix = await abandonedPrefix(services.sql, names);
  if (prefix) await media.deletePrefix(prefix);
}

/** Sends one progress report at a time. While one is being sent, only the newest of the following ones is kept. */
function reporter(services: DomainServices, { demoId, jobId }: Names, glances: Glances, observed: FilmRun) {
  let next: Parameters<Parameters<typeof createMeter>[0]>[0] | null = null;
  let sending: Promise<void> | null = null;
  const send = async () => {
    while (next) {
      const tick = { demoId, jobId, ...next, frame: glances.newest };
      next = null;
      // A lost progress report does not matter: another one follows.
      await reportProgress(services, tick).catch(() => {});
    }
    sending = null;
  };
  const meter = createMeter((reading) => {
    observed.enter(reading.step);
    next = reading;
    sending ??= send();
  });
  return {
    meter,
    async end() {
      await sending;
    },
  };
}
