import { conflict, invalid, notFound } from '../../errors.ts';
import type { Presentation } from '../../recorder/contract/presentation.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import type { Aspect } from '../../recorder/contract/shapes.ts';
import type { Decider } from '../../store/types.ts';
import type { AssetKind, DemoEvent, DemoFact, DemoSound, TrackKind, Trigger } from './events.ts';
import { type FilmWarning, isFilmWarning, isFinding } from './film-warnings.ts';
import { restyled } from './restyle.ts';
import {
  type Demo,
  type DemoState,
  evolveDemo,
  type PickedMoment,
  type Recipe,
  type RunningJob,
} from './state.ts';

/** What a user asks for. `by` is that user: another user's demo does not exist for them. */
type UserCommand =
  | { type: 'create'; demo: NewDemo }
  | { type: 'edit'; by: string; prompt?: string | undefined; context?: string | undefined }
  | { type: 'queueGeneration'; by: string; jobId: string; triggeredBy: Trigger }
  | { type: 'queueRefresh'; by: string; jobId: string; triggeredBy: Trigger }
  | {
      type: 'queueRestyle';
      by: string;
      jobId: string;
      presentation: Presentation;
      /** Left out where the film keeps its shape. */
      aspect?: Aspect | undefined;
      retake?: boolean;
      /** null: none. Left out: as it is. */
      sound?: DemoSound | null | undefined;
    }
  | { type: 'upload'; by: string; film: UploadedFilm }
  | { type: 'setAsset'; by: string; asset: AssetToSet }
  | { type: 'setTracks'; by: string; kinds: TrackKind[] }
  | ({ type: 'pickMoment'; by: string } & Picking)
  | ({ type: 'leaveOutRefresh'; by: string } & Pick<
      DemoFact<'RefreshLeftOut'>,
      'jobId' | 'triggeredBy' | 'code' | 'message'
    >)
  | { type: 'cancel'; by: string }
  | { type: 'delete'; by: string };

/**
 * What a worker reports of a job. It has an effect only while that job is the demo's running one: any other job was
 * ended before.
 */
type JobCommand =
  | { type: 'start'; jobId: string }
  | { type: 'plan'; jobId: string; recipe: Recipe }
  | { type: 'startRecording'; jobId: string }
  | {
      type: 'publish';
      jobId: string;
      film: PublishedFilm;
      title: string | null;
      actionScript: ActionScript | null;
      /** What the owner should know of how this very film was made. */
      filmWarnings?: readonly FilmWarning[];
    }
  | { type: 'keep'; jobId: string }
  | {
      type: 'fail';
      jobId: string;
      code: string;
      message: string;
      recordingLog: DemoFact<'GenerationFailed'>['recordingLog'];
      warnings?: DemoFact<'GenerationFailed'>['warnings'];
    };

type Picking = PickedMoment & { kinds: readonly AssetKind[] };
type Asset = Pick<DemoFact<'DemoAssetSet'>, 'kind' | 'key'>;
/** A picture, and for one of a picked moment which pick it is of. */
export type AssetToSet =
  | (Asset & { origin: 'made' | 'given' })
  | (Asset & { origin: 'picked'; pickId: string });
export type DemoCommand = UserCommand | JobCommand;
export type NewDemo = Omit<DemoFact<'DemoCreated'>, 'presentation'> & { presentation: Presentation | null };
export type UploadedFilm = Omit<DemoFact<'DemoUploaded'>, 'demoId' | 'projectId' | 'userId'>;
export type PublishedFilm = Pick<
  DemoFact<'DemoPublished'>,
  | 'videoKey'
  | 'gifKey'
  | 'thumbnailKey'
  | 'durationMs'
  | 'snapshots'
  | 'recordingLog'
  | 'takeVersion'
  | 'changes'
  | 'audible'
>;

export const demoDecider: Decider<DemoCommand, DemoEvent, DemoState> = {
  initial: null,
  evolve: evolveDemo,
  decide(command, state) {
    if (command.type === 'create') {
      if (state) throw conflict('demo_exists', 'This demo exists already.');
      return [{ type: 'DemoCreated', data: { ...command.demo } }];
    }
    if ('by' in command) return decideForUser(command, demandOwn(state, command.by));
    return state?.job?.jobId === command.jobId ? decideForJob(command, state, state.job) : [];
  },
};

/** @throws AppError 404 where there is no such demo, or where it is somebody else's. */
export function demandOwn(state: DemoState, userId: string): Demo {
  if (!state || state.userId !== userId) throw notFound('demo');
  return state;
}

function decideForUser(command: Exclude<UserCommand, { type: 'create' }>, demo: Demo): DemoEvent[] {
  const one = identity(demo);
  switch (command.type) {
    case 'edit': {
      const changes: { prompt?: string; context?: string } = {};
      if (command.prompt !== undefined && command.prompt !== demo.prompt) changes.prompt = command.prompt;
      if (command.context !== undefined && command.context !== demo.context)
        changes.context = command.context;
      return Object.keys(changes).length > 0 ? [{ type: 'DemoEdited', data: { ...one, ...changes } }] : [];
    }
    case 'queueGeneration':
    case 'queueRefresh':
    case 'queueRestyle':
      return [{ type: 'GenerationQueued', data: queued(command, demo) }];
    case 'upload':
      if (demo.source !== 'upload' || demo.uploaded)
        throw conflict('demo_has_film', 'This demo has its film already.');
      return [{ type: 'DemoUploaded', data: { ...one, ...command.film } }];
    case 'setAsset':
      return assetSet(command.asset, demo);
    case 'setTracks':
      demandUploaded(demo);
      return [{ type: 'DemoTracksSet', data: { ...one, kinds: command.kinds } }];
    case 'pickMoment':
      return [{ type: 'MomentPicked', data: { ...one, ...picked(command, demo) } }];
    case 'leaveOutRefresh': {
      const { jobId, triggeredBy, code, message } = command;
      const data = { ...one, jobId, triggeredBy, version: demo.version, code, message };
      return [{ type: 'RefreshLeftOut', data }];
    }
    case 'cancel':
      if (!demo.job) throw conflict('nothing_running', 'Nothing is running for this demo.');
      return [cancelled(demo, demo.job)];
    case 'delete':
      return [...(demo.job ? [cancelled(demo, demo.job)] : []), { type: 'DemoDeleted', data: one }];
  }
}

function assetSet(asset: AssetToSet, demo: Demo): DemoEvent[] {
  const { kind, key, origin } = asset;
  if (origin === 'picked') {
    if (demo.moments[kind]?.pickId !== asset.pickId) return [];
  } else demandUploaded(demo);
  // A picture that the owner gave or picked stays, even if ours is finished only later.
  if (origin === 'made' && demo.assets[kind]) return [];
  return [{ type: 'DemoAssetSet', data: { ...identity(demo), kind, key, origin } }];
}

function picked({ pickId, timeMs, kinds }: Picking, { video }: Demo) {
  if (!video)
    throw conflict('demo_has_no_video', 'This demo has no video yet of which a moment could be shown.');
  const { durationMs } = video;
  if (durationMs !== null && timeMs > durationMs)
    throw invalid(
      `\`time_ms\`: expected at most ${durationMs}, the length of the video in ms, but ${timeMs} came.`,
    );
  return { pickId, timeMs, kinds: [...kinds] };
}

/** @throws AppError 400 where the demo is a generated one: its pictures are made with its film. */
export function demandUploaded(demo: Demo): void {
  if (demo.source !== 'upload')
    throw invalid(
      'Only an uploaded demo takes files of its owner; this one was generated, and its pictures and texts are made with its film.',
      'demo_is_generated',
    );
}

function queued(
  command: Extract<UserCommand, { type: 'queueGeneration' | 'queueRefresh' | 'queueRestyle' }>,
  demo: Demo,
): DemoFact<'GenerationQueued'> {
  const restyle = command.type === 'queueRestyle';
  const verb = restyle ? 'restyled' : 'refreshed';
  if (demo.source === 'upload')
    throw invalid(
      `An uploaded demo cannot be ${verb}: there is no script to record again.`,
      'demo_is_upload',
    );
  if (restyle && !demo.recipe)
    throw invalid('This demo has no recorded script yet, so it cannot be restyled.', 'demo_has_no_script');
  if (demo.job)
    throw conflict('demo_busy', 'This demo is being made at the moment; wait for it or cancel it first.');
  const sound = restyle && command.sound !== undefined ? command.sound : demo.sound;
  return {
    ...identity(demo),
    jobId: command.jobId,
    kind: command.type === 'queueGeneration' ? 'generate' : restyle ? 'restyle' : 'refresh',
    triggeredBy: restyle ? 'restyle' : command.triggeredBy,
    oldVersion: demo.version,
    newVersion: (demo.version ?? 0) + 1,
    presentation: restyle ? restyled(demo.presentation, command.presentation) : demo.presentation,
    aspect: (restyle ? command.aspect : null) ?? demo.aspect,
    ...(restyle && command.retake && { retake: true as const }),
    ...(sound && { sound }),
  };
}

function decideForJob(command: JobCommand, demo: Demo, job: RunningJob): DemoEvent[] {
  const ofJob = { ...identity(demo), jobId: job.jobId };
  switch (command.type) {
    case 'start':
      return job.started ? [] : [{ type: 'GenerationStarted', data: { ...ofJob, kind: job.kind } }];
    case 'plan': {
      const shown = demo.version === null ? 'now' : 'when published';
      return [{ type: 'DemoPlanned', data: { ...ofJob, ...documents(command.recipe), shown } }];
    }
    case 'startRecording':
      return job.recording ? [] : [{ type: 'RecordingStarted', data: ofJob }];
    case 'publish': {
      const recipe = finished(demo, job, command);
      const made = { ...documents(recipe), ...command.film, ...(job.sound && { sound: job.sound }) };
      const data = { ...ofJob, ...made, kind: job.kind, version: job.version };
      if (job.aspect !== demo.aspect)
        return [{ type: 'DemoPublished', data: { ...data, aspect: job.aspect } }];
      return [{ type: 'DemoPublished', data }];
    }
    case 'keep':
      if (job.kind !== 'refresh' || demo.version === null)
        throw conflict('nothing_to_keep', 'There is no version that could stay.');
      return [{ type: 'RefreshFoundNoChange', data: { ...ofJob, version: demo.version } }];
    case 'fail': {
      const { code, message, recordingLog, warnings } = command;
      const told = { code, message, recordingLog, ...(warnings?.length && { warnings }) };
      const data = { ...ofJob, ...told, status: statusWithout(demo) };
      return [{ type: 'GenerationFailed', data }];
    }
  }
}

/**
 * What the published version was made from: the plan of this job, or the earlier plan where its script was played
 * again.
 */
function finished(demo: Demo, job: RunningJob, given: Extract<JobCommand, { type: 'publish' }>): Recipe {
  const recipe = job.plan ?? (job.kind === 'generate' ? null : demo.recipe);
  if (!recipe) throw conflict('demo_not_planned', 'This demo cannot be published before it was planned.');
  const { takeVersion } = given.film;
  const ofSameTake = takeVersion !== undefined && takeVersion !== job.version;
  return {
    title: given.title ?? recipe.title,
    actionScript: given.actionScript ?? recipe.actionScript,
    aiPlan: recipe.aiPlan,
    presentation: job.plan ? job.plan.presentation : job.presentation,
    warnings: [
      ...(recipe.warnings ?? []).filter(
        ({ code }) => !isFilmWarning(code) || (ofSameTake && isFinding(code)),
      ),
      ...(given.filmWarnings ?? []),
    ],
  };
}

const cancelled = (demo: Demo, job: RunningJob): DemoEvent => ({
  type: 'GenerationCancelled',
  data: { ...identity(demo), jobId: job.jobId, status: statusWithout(demo) },
});

/** The status of the demo where the running job brings no version. */
const statusWithout = (demo: Demo) => (demo.version === null ? ('failed' as const) : ('ready' as const));

const identity = ({ demoId, projectId, userId }: Demo) => ({ demoId, projectId, userId });

const documents = ({ title, actionScript, aiPlan, presentation, warnings }: Recipe) => ({
  title,
  actionScript: { ...actionScript },
  aiPlan: aiPlan && { ...aiPlan },
  presentation: presentation && { ...presentation },
  ...(warnings?.length && { warnings }),
});
