import { createHash } from 'node:crypto';
import type { Change } from '../../../changes/index.ts';
import type { Plan, PlanWarning } from '../../../planner/index.ts';
import type { Presentation } from '../../../recorder/contract/presentation.ts';
import type { ActionScript, Step } from '../../../recorder/contract/script.ts';
import type { Aspect } from '../../../recorder/contract/shapes.ts';
import type { StepLog, ViewportName } from '../../../recorder/contract/take-frame.ts';
import type { CommandContext, UnitOfWork } from '../../../store/types.ts';
import { wellFormedData } from '../../../text.ts';
import { stepOf } from '../../context.ts';
import { giveBackForJobs, termsOf } from '../../credits/charges/charge.ts';
import { projectDecider } from '../../projects/decide.ts';
import { projectStream } from '../../projects/events.ts';
import type { DomainServices } from '../../services.ts';
import { firstDeed } from '../data-warning.ts';
import { type DemoCommand, demoDecider, type PublishedFilm } from '../decide.ts';
import { deleteDemo } from '../end.ts';
import { type DemoSound, demoStream, type JobKind } from '../events.ts';
import type { FilmWarning } from '../film-warnings.ts';
import { openingOf, withDefaults } from '../presentation.ts';
import { demoOfJob } from '../projections/demo-jobs.ts';
import { withChosenTemplate } from '../restyle.ts';
import type { Demo } from '../state.ts';
import { warningsOf } from '../warnings.ts';
import { forgetOldProgress } from './progress.ts';

/**
 * What a worker has to know of a job. What it then reports of the job (see the functions below) takes effect once,
 * however often it is repeated. A report on a job that was cancelled, deleted or finished meanwhile has no effect and
 * returns false: the worker stops, and removes what it has made.
 */
export interface GenerationJob {
  jobId: string;
  demoId: string;
  projectId: string;
  userId: string;
  kind: JobKind;
  url: string;
  viewport: ViewportName;
  prompt: string;
  context: string | null;
  format: 'mp4' | 'webm';
  resolution: '720p' | '1080p';
  /** The film's shape. */
  aspect: Aspect;
  /** The shape for which the page's size is chosen: that of a script which was planned for another one, and otherwise the film's. */
  laidOutFor: Aspect;
  durationTargetMs: number;
  presentation: Presentation | null;
  /** What the film is to sound like; null where it is silent. */
  sound: DemoSound | null;
  mode: 'script' | 'agent';
  /**
   * The script that is recorded as it is: for a restyle, and where the owner supplied one. null where a plan has to
   * be made first.
   */
  script: ActionScript | null;
  /** `script` is not a plan of ours, but was supplied by the demo's owner. */
  supplied: boolean;
  /**
   * True for a refresh of a demo that still asks for the same: where the page is the same too, its version may stay.
   */
  mayStay: boolean;
  /**
   * True where the film shows more than the first view of its page: other pages, or what appears when something is
   * pressed.
   */
  looksBehind: boolean;
  /**
   * The steps before the first that changed data when the shown version was filmed; null where none did. They may be played off camera.
   */
  beforeDeed: readonly Step[] | null;
  /** The version being made. */
  version: number;
  /** Of a restyle: the version whose take is composed anew; null where the page is to be filmed. */
  takeVersion: number | null;
  /** Of a restyle that films the page because its owner asked for that. */
  retake: boolean;
  watermark: boolean;
  /** What stands in the window's bar where the page's address is none of a public website. */
  siteName: string;
}

/** A job to work on; a demo whose project is gone; or a job that nobody wants any longer. */
type Start = GenerationJob | { orphanOf: string } | null;

/**
 * Begins a job, or begins it again after its worker died.
 * @returns null where the job is no longer wanted.
 */
export async function startGeneration(
  services: DomainServices,
  jobId: string,
): Promise<GenerationJob | null> {
  const [demoId] = await Promise.all([demoOfJob(services.sql, jobId), forgetOldProgress(services)]);
  if (!demoId) return null;
  const { value } = await services.store.execute(stepOf(jobId, 'started'), async (unit): Promise<Start> => {
    const stream = await unit.load(demoDecider, demoStream(demoId));
    const demo = stream.state;
    const job = demo?.job;
    if (!demo || job?.jobId !== jobId) return null;
    const project = (await unit.load(projectDecider, projectStream(demo.projectId))).state;
    if (!project) return { orphanOf: demo.userId };
    stream.decide({ type: 'start', jobId });
    const { userId, prompt, context, format, resolution, mode } = demo;
    const script = scriptOf(demo, job.kind);
    // A script is played on the page and screen that it was planned for, also where the project has others by now.
    const opening = script && openingOf(script);
    return {
      jobId,
      demoId,
      projectId: demo.projectId,
      userId,
      prompt,
      context,
      format,
      resolution,
      mode,
      aspect: job.aspect,
      laidOutFor: opening?.aspect ?? job.aspect,
      kind: job.kind,
      url: opening?.url ?? demo.pageUrl ?? project.url,
      viewport: opening?.viewport ?? project.viewport,
      durationTargetMs: Number.parseInt(demo.durationTarget ?? '10s', 10) * 1000,
      presentation: job.presentation,
      sound: job.sound,
      script,
      supplied: demo.supplied !== null,
      mayStay: job.kind === 'refresh' && demo.version !== null && !demo.edited,
      looksBehind: demo.recipe?.actionScript?.steps.some(leadsOn) ?? false,
      beforeDeed: beforeDeed(demo),
      version: job.version,
      takeVersion: job.kind === 'restyle' && !job.retake ? demo.takeVersion : null,
      retake: job.retake,
      watermark: (await termsOf(unit, userId)).watermark,
      siteName: project.name,
    };
  });
  if (value === null || 'jobId' in value) return value;
  // The demo was created while its project was being deleted. The deletion of a project covers all of its demos, so
  // this one is deleted too.
  await deleteDemo(services, stepOf(jobId, 'orphaned'), { demoId, userId: value.orphanOf });
  return null;
}

/** The first `navigate` opens the demo's own page; a later one leads elsewhere. */
const leadsOn = ({ type }: ActionScript['steps'][number], index: number) =>
  /^(?:click|doubleClick|change|keyDown)$/.test(type) || (type === 'navigate' && index > 1);

function beforeDeed({ recipe }: Demo): readonly Step[] | null {
  const script = recipe?.actionScript;
  const deed = script ? firstDeed(script) : -1;
  return script && deed >= 0 ? script.steps.slice(0, deed) : null;
}

/**
 * The script that is played again, with the selectors that were healed when it was filmed last. A script that the
 * owner supplied is never planned anew. What the agent found out is planned anew only where something else is asked
 * for.
 */
function scriptOf({ recipe, supplied, mode, edited }: Demo, kind: JobKind): ActionScript | null {
  const replays =
    kind === 'restyle' || supplied !== null || (kind === 'refresh' && mode === 'agent' && !edited);
  return replays ? (recipe?.actionScript ?? supplied) : null;
}

/** What is to be shown and why, as a planner or a supplied script says. */
export type GivenPlan = Pick<Plan, 'title' | 'script' | 'unmet' | 'warnings'> & {
  aiPlan: object;
  template: Parameters<typeof withChosenTemplate>[1];
};

/** The plan was made: the demo takes over its script and the template that it chose. */
export function reportPlan(services: DomainServices, job: GenerationJob, plan: GivenPlan): Promise<boolean> {
  const recipe = {
    title: plan.title,
    actionScript: plan.script,
    aiPlan: { ...plan.aiPlan, unmet: plan.unmet },
    warnings: warningsOf(plan),
    presentation: withChosenTemplate(withDefaults(job.presentation, job.viewport), plan.template),
  };
  // A worker that takes the job over after another one died makes a plan of its own and records that. Each plan is
  // therefore a step of its own.
  const step = `planned:${createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 16)}`;
  return report(services, job, step, { type: 'plan', jobId: job.jobId, recipe });
}

export const reportRecording = (services: DomainServices, job: GenerationJob): Promise<boolean> =>
  report(services, job, 'recording-started', { type: 'startRecording', jobId: job.jobId });

/** The files are in the media storage: the version is ready. */
export function reportPublished(
  services: DomainServices,
  job: GenerationJob,
  film: {
    videoKey: string;
    gifKey: string | null;
    thumbnailKey: string | null;
    durationMs: number;
    snapshots: object[];
    recordingLog: StepLog[];
    /** null: the title of the plan. */
    title: string | null;
    /** The script that was played, where healing changed it. */
    script?: ActionScript | undefined;
    /** Of a refresh: what is different from the version before. */
    changes?: Change[] | undefined;
    /** The version whose take the film is composed of. */
    takeVersion?: number | undefined;
    filmWarnings?: readonly FilmWarning[] | undefined;
    /** There is something to hear. */
    audible?: boolean | undefined;
  },
): Promise<boolean> {
  const { title, script, changes, takeVersion, filmWarnings = [], audible, ...rest } = film;
  const asFacts: PublishedFilm = {
    ...rest,
    ...(changes && { changes: changes.map((change) => ({ ...change })) }),
    ...(takeVersion !== undefined && { takeVersion }),
    ...(audible && { audible: true as const }),
    durationMs: Math.round(film.durationMs),
    snapshots: film.snapshots.map((snapshot) => ({ ...snapshot })),
    recordingLog: film.recordingLog.map((line) => ({ ...line })),
  };
  const { jobId } = job;
  return report(services, job, 'published', {
    type: 'publish',
    jobId,
    film: asFacts,
    title,
    actionScript: script ?? null,
    filmWarnings,
  });
}

/**
 * Nothing visible has changed: the version stays, and what the refresh cost is given back in the same transaction.
 */
export function reportUnchanged(services: DomainServices, job: GenerationJob): Promise<boolean> {
  const { jobId, userId } = job;
  return report(services, job, 'unchanged', { type: 'keep', jobId }, (unit) =>
    giveBackForJobs(unit, userId, [jobId], 'unchanged'),
  );
}

/** The job failed: what it cost is given back in the same transaction. */
export async function reportFailure(
  services: DomainServices,
  job: Pick<GenerationJob, 'jobId' | 'demoId' | 'userId'>,
  fault: {
    code: string;
    message: string;
    recordingLog?: StepLog[] | undefined;
    warnings?: PlanWarning[] | undefined;
  },
): Promise<boolean> {
  const { jobId, demoId, userId } = job;
  const { code, message, warnings } = fault;
  const recordingLog = fault.recordingLog?.map((line) => ({ ...line })) ?? null;
  const context = stepOf(jobId, 'failed');
  const { value } = await services.store.execute(context, async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(demoId));
    if (demo.state?.job?.jobId !== jobId) return false;
    demo.decide(wellFormedData({ type: 'fail', jobId, code, message, recordingLog, warnings }));
    await giveBackForJobs(unit, userId, [jobId], 'failed');
    return true;
  });
  return value || wasReported(services, context);
}

async function report(
  services: DomainServices,
  { jobId, demoId }: GenerationJob,
  step: string,
  command: DemoCommand,
  also: (unit: UnitOfWork) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const context = stepOf(jobId, step);
  const { value } = await services.store.execute(context, async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(demoId));
    if (demo.state?.job?.jobId !== jobId) return false;
    // Where one text of a page slipped through as it was, the film is not lost for it.
    demo.decide(wellFormedData(command));
    await also(unit);
    return true;
  });
  return value || wasReported(services, context);
}

/**
 * Whether a report was stored before. A worker that lost the answer to its last report repeats it when the job is
 * over. It must not be told that the job is no longer wanted, or it would remove the files of the published version.
 */
const wasReported = async ({ store }: DomainServices, { commandId }: CommandContext) =>
  (await store.readCommand(commandId)).length > 0;
