import type { Presentation } from '../../recorder/contract/presentation.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import { type Aspect, usualAspect } from '../../recorder/contract/shapes.ts';
import type { AssetKind, DemoEvent, DemoFact, DemoSound, DemoStatus, JobKind } from './events.ts';

/** What a demo is made from. */
export interface Recipe {
  title: string | null;
  actionScript: ActionScript;
  aiPlan: object | null;
  presentation: Presentation | null;
  warnings?: DemoFact<'DemoPlanned'>['warnings'];
}

/** A moment that a demo's owner wants a picture of. */
export interface PickedMoment {
  pickId: string;
  timeMs: number;
}

export interface RunningJob {
  jobId: string;
  kind: JobKind;
  /** The version being made. */
  version: number;
  /** What the film will look like. */
  presentation: Presentation | null;
  aspect: Aspect;
  /** Of a restyle: its owner wants the page to be filmed again. */
  retake: boolean;
  /** What the film will sound like; null: like nothing. */
  sound: DemoSound | null;
  started: boolean;
  recording: boolean;
  plan: Recipe | null;
}

export interface Demo {
  demoId: string;
  projectId: string;
  userId: string;
  source: 'generated' | 'upload';
  status: DemoStatus;
  prompt: string;
  context: string | null;
  pageUrl: string | null;
  format: 'mp4' | 'webm';
  resolution: '720p' | '1080p';
  /** The shape that was asked for at first, then that of the version that is shown. Of an upload it says nothing. */
  aspect: Aspect;
  durationTarget: '5s' | '10s' | '30s' | null;
  mode: 'script' | 'agent';
  /** What its owner supplied in place of a plan. */
  supplied: ActionScript | null;
  /** The presentation that was asked for at first, then that of the plan or version that is shown. */
  presentation: Presentation | null;
  /** What was asked for at first, then that of the version that is shown. null: silent. */
  sound: DemoSound | null;
  /** What the shown version was made from; before there is one, the latest plan. */
  recipe: Recipe | null;
  /** What was asked for has changed since that version was made. */
  edited: boolean;
  /** The last good version; null before the first. */
  version: number | null;
  /** The version whose take the shown film is composed of; null where none was kept. */
  takeVersion: number | null;
  /** Set for an upload whose film was received. */
  uploaded: { videoKey: string; durationMs: number | null } | null;
  /** The video that is shown; null before the first. */
  video: { videoKey: string; durationMs: number | null } | null;
  /** Pictures that were set after the version was published, and whose they are. */
  assets: Partial<Record<AssetKind, { key: string; origin: DemoFact<'DemoAssetSet'>['origin'] }>>;
  /** Of the version that is shown: the moments whose pictures are still to be made. */
  moments: Partial<Record<AssetKind, PickedMoment>>;
  /** The job that is queued or running; there is at most one. */
  job: RunningJob | null;
}
/** null: never created, or deleted. */
export type DemoState = Demo | null;

export function evolveDemo(state: DemoState, event: DemoEvent): DemoState {
  if (event.type === 'DemoCreated') return created(event.data);
  if (!state) return state;
  switch (event.type) {
    case 'DemoEdited': {
      const { prompt = state.prompt, context = state.context } = event.data;
      return { ...state, prompt, context, edited: true };
    }
    case 'GenerationQueued':
      return { ...state, status: queuedStatus(event.data.kind), job: queuedJob(event.data) };
    case 'GenerationStarted':
      return {
        ...state,
        status: event.data.kind === 'generate' ? 'planning' : state.status,
        job: state.job && { ...state.job, started: true },
      };
    case 'DemoPlanned': {
      const plan = recipeOf(event.data);
      const job = state.job && { ...state.job, plan };
      if (event.data.shown !== 'now') return { ...state, job };
      return { ...state, job, recipe: plan, presentation: plan.presentation };
    }
    case 'RecordingStarted':
      return { ...state, status: 'recording', job: state.job && { ...state.job, recording: true } };
    case 'DemoPublished': {
      const recipe = recipeOf(event.data);
      const { presentation } = recipe;
      const { version, takeVersion = null, videoKey, durationMs, sound = null } = event.data;
      const pictures = { video: { videoKey, durationMs }, assets: {}, moments: {} };
      const { aspect = state.aspect } = event.data;
      const shown = { version, takeVersion, recipe, presentation, aspect, sound, ...pictures };
      return { ...state, ...shown, status: 'ready', edited: false, job: null };
    }
    case 'RefreshFoundNoChange':
      return { ...state, status: 'ready', job: null };
    case 'GenerationFailed':
    case 'GenerationCancelled':
      return { ...state, status: event.data.status, job: null };
    case 'DemoUploaded': {
      const { videoKey, durationMs } = event.data;
      const video = { videoKey, durationMs };
      return { ...state, status: 'ready', version: 1, uploaded: video, video };
    }
    case 'MomentPicked': {
      const { pickId, timeMs, kinds } = event.data;
      const picked = Object.fromEntries(kinds.map((kind) => [kind, { pickId, timeMs }]));
      return { ...state, moments: { ...state.moments, ...picked } };
    }
    case 'DemoAssetSet': {
      const { kind, key, origin } = event.data;
      const { [kind]: _, ...moments } = state.moments;
      return {
        ...state,
        assets: { ...state.assets, [kind]: { key, origin } },
        moments: origin === 'picked' ? moments : state.moments,
      };
    }
    case 'DemoTracksSet':
    case 'RefreshLeftOut':
      return state;
    case 'DemoDeleted':
      return null;
  }
}

/** The status a demo has from the moment such a job is queued. */
export const queuedStatus = (kind: JobKind) =>
  ({ generate: 'pending', refresh: 'refreshing', restyle: 'recording' })[kind] as
    | 'pending'
    | 'refreshing'
    | 'recording';

function created(data: DemoFact<'DemoCreated'>): Demo {
  const { demoId, projectId, userId, source, prompt, context, pageUrl } = data;
  const { format, resolution, durationTarget } = data;
  return {
    demoId,
    projectId,
    userId,
    source,
    prompt,
    context,
    pageUrl,
    format,
    resolution,
    aspect: data.aspect ?? usualAspect,
    durationTarget,
    status: source === 'upload' ? 'ready' : 'pending',
    mode: data.mode ?? 'script',
    supplied: (data.actionScript as ActionScript | undefined) ?? null,
    presentation: data.presentation as Presentation | null,
    sound: data.sound ?? null,
    recipe: null,
    edited: false,
    version: source === 'upload' ? 1 : null,
    takeVersion: null,
    uploaded: null,
    video: null,
    assets: {},
    moments: {},
    job: null,
  };
}

const queuedJob = (data: DemoFact<'GenerationQueued'>): RunningJob => ({
  jobId: data.jobId,
  kind: data.kind,
  version: data.newVersion,
  presentation: data.presentation as Presentation | null,
  aspect: data.aspect,
  retake: data.retake ?? false,
  sound: data.sound ?? null,
  started: false,
  recording: false,
  plan: null,
});

/** The documents were checked against their schemas before they were stored, so they are not checked again. */
const recipeOf = (data: DemoFact<'DemoPlanned'> | DemoFact<'DemoPublished'>): Recipe => ({
  title: data.title,
  actionScript: data.actionScript as ActionScript,
  aiPlan: data.aiPlan,
  presentation: data.presentation as Presentation | null,
  warnings: data.warnings,
});
