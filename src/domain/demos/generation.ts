import { createHash } from 'node:crypto';
import type { Change } from '../../changes/index.ts';
import type { Plan } from '../../planner/index.ts';
import type { Presentation } from '../../recorder/contract/presentation.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import type { StepLog, ViewportName } from '../../recorder/contract/take-frame.ts';
import type { CommandContext, UnitOfWork } from '../../store/types.ts';
import { wellFormedData } from '../../text.ts';
import { stepOf } from '../context.ts';
import { giveBackForJobs, termsOf } from '../credits/charge.ts';
import { projectDecider } from '../projects/decide.ts';
import { projectStream } from '../projects/events.ts';
import type { DomainServices } from '../services.ts';
import { type DemoCommand, demoDecider, type PublishedFilm } from './decide.ts';
import { demoOfJob } from './demo-jobs.ts';
import { openingOf, withDefaults } from './dress.ts';
import { deleteDemo } from './end.ts';
import { demoStream, type JobKind } from './events.ts';
import { forgetOldProgress } from './progress.ts';
import { withChosenTemplate } from './restyle.ts';
import type { Demo } from './state.ts';

/**
 * What a worker says of a job. Each step said twice is one effect, and said of a job that was cancelled, deleted or
 * finished it is none: then the answer is false, and the worker stops and removes what it has made.
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
  durationTargetMs: number;
  presentation: Presentation | null;
  mode: 'script' | 'agent';
  /** To be recorded as it stands: set for a restyle and where one was supplied, null where a plan has to be made first. */
  script: ActionScript | null;
  /** `script` is not a plan of ours, but was supplied by the demo's owner. */
  supplied: boolean;
  /** A refresh of a demo that still asks for the same: where the page is the same too, its version may stay. */
  mayStay: boolean;
  /** Its film shows more than a first look at its page does: other pages, or what is behind a press. */
  looksBehind: boolean;
  /** The version being made. */
  version: number;
  watermark: boolean;
}

/** A job to work on; a demo whose project is gone; or a job that nobody wants any longer. */
type Start = GenerationJob | { orphanOf: string } | null;

/**
 * Takes a job up, for the first time or after a worker died of it.
 * @returns null where it is no longer wanted.
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
    // A script is played where it was planned, also after its project has moved on.
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
      kind: job.kind,
      url: opening?.url ?? demo.pageUrl ?? project.url,
      viewport: opening?.viewport ?? project.viewport,
      durationTargetMs: Number.parseInt(demo.durationTarget ?? '10s', 10) * 1000,
      presentation: job.presentation,
      script,
      supplied: demo.supplied !== null,
      mayStay: job.kind === 'refresh' && demo.version !== null && !demo.edited,
      looksBehind: demo.recipe?.actionScript?.steps.some(leadsOn) ?? false,
      version: job.version,
      watermark: (await termsOf(unit, userId)).watermark,
    };
  });
  if (value === null || 'jobId' in value) return value;
  // It was created in the moment in which its project was deleted; whoever deletes a project means all of its demos.
  await deleteDemo(services, stepOf(jobId, 'orphaned'), { demoId, userId: value.orphanOf });
  return null;
}

/** The page's own address comes first; another `navigate` leads elsewhere. */
const leadsOn = ({ type }: ActionScript['steps'][number], index: number) =>
  /^(?:click|doubleClick|change|keyDown)$/.test(type) || (type === 'navigate' && index > 1);

/**
 * The script that is played again: what was healed when it was filmed last stays healed. What its owner supplied is never
 * planned anew, and what the agent found out only where something else is asked for.
 */
function scriptOf({ recipe, supplied, mode, edited }: Demo, kind: JobKind): ActionScript | null {
  const replays =
    kind === 'restyle' || supplied !== null || (kind === 'refresh' && mode === 'agent' && !edited);
  return replays ? (recipe?.actionScript ?? supplied) : null;
}

/** What is to be shown and why, whoever thought of it. */
export type GivenPlan = Pick<Plan, 'title' | 'script'> & {
  aiPlan: object;
  template: Parameters<typeof withChosenTemplate>[1];
};

/** The plan was made: its script, and the template it chose, become the demo's. */
export function reportPlan(services: DomainServices, job: GenerationJob, plan: GivenPlan): Promise<boolean> {
  const recipe = {
    title: plan.title,
    actionScript: plan.script,
    aiPlan: plan.aiPlan,
    presentation: withChosenTemplate(withDefaults(job.presentation, job.viewport), plan.template),
  };
  // A worker that takes the job up after another died plans anew, and what it records is its own plan.
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
    /** null: the plan's. */
    title: string | null;
    /** Where healing changed it. */
    script?: ActionScript | undefined;
    /** Of a refresh: what is different from the version before. */
    changes?: Change[] | undefined;
  },
): Promise<boolean> {
  const { title, script, changes, ...rest } = film;
  const asFacts: PublishedFilm = {
    ...rest,
    ...(changes && { changes: changes.map((change) => ({ ...change })) }),
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
  });
}

/** Nothing visible has changed: the version stays, and what the look cost is given back in the same transaction. */
export function reportUnchanged(services: DomainServices, job: GenerationJob): Promise<boolean> {
  const { jobId, userId } = job;
  return report(services, job, 'unchanged', { type: 'keep', jobId }, (unit) =>
    giveBackForJobs(unit, userId, [jobId], 'unchanged'),
  );
}

/** The job came to nothing: what it cost is given back in the same transaction. */
export async function reportFailure(
  services: DomainServices,
  job: Pick<GenerationJob, 'jobId' | 'demoId' | 'userId'>,
  fault: { code: string; message: string; recordingLog?: StepLog[] | undefined },
): Promise<boolean> {
  const { jobId, demoId, userId } = job;
  const { code, message } = fault;
  const recordingLog = fault.recordingLog?.map((line) => ({ ...line })) ?? null;
  const context = stepOf(jobId, 'failed');
  const { value } = await services.store.execute(context, async (unit) => {
    const demo = await unit.load(demoDecider, demoStream(demoId));
    if (demo.state?.job?.jobId !== jobId) return false;
    demo.decide(wellFormedData({ type: 'fail', jobId, code, message, recordingLog }));
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

/** Whoever lost the answer to a last step asks again when the job is over: that is no reason to remove its files. */
const wasReported = async ({ store }: DomainServices, { commandId }: CommandContext) =>
  (await store.readCommand(commandId)).length > 0;
