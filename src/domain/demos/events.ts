/**
 * Demos: from a prompt to a film that is shown, and again with every refresh and restyle. The API brings commands,
 * and the worker reports on jobs. It charges credits, reads projects, writes demo streams and queues tasks.
 */
import { z } from 'zod';
import { aspects } from '../../recorder/contract/shapes.ts';
import type { EventOf } from '../facts.ts';

/** Made by the service, or recorded by its owner. */
export const demoSources = ['generated', 'upload'] as const;
export const demoStatuses = ['pending', 'planning', 'recording', 'refreshing', 'ready', 'failed'] as const;
export const jobKinds = ['generate', 'refresh', 'restyle'] as const;
/** Pictures that stand for a film. */
export const assetKinds = ['thumbnail', 'gif'] as const;
/** Texts that go with a film. */
export const trackKinds = ['captions', 'chapters'] as const;
export const triggers = ['manual', 'schedule', 'webhook', 'api', 'restyle', 'embed'] as const;

const one = { demoId: z.string(), projectId: z.string(), userId: z.string() };
const ofJob = { ...one, jobId: z.string() };
/**
 * A document of another room, kept as it came: what a presentation or a script may contain changes more often than
 * the facts do.
 */
const document = z.record(z.string(), z.unknown());
const log = z.array(document);

/** What the demo's owner should know of its film; left out where there is nothing. */
const warnings = z
  .array(z.object({ code: z.string(), message: z.string(), step: z.number().int().optional() }))
  .optional();

/** What a film is to sound like; left out where it is silent. */
const sound = z
  .object({
    /** A name of the operator's music, or `any`. */
    music: z.string().nullable(),
    /** The voice that reads the captions; null in it stands for the operator's own choice. */
    voice: z.object({ voice: z.string().nullable() }).nullable(),
  })
  .optional();
export type DemoSound = NonNullable<z.infer<typeof sound>>;

/** What a version of a demo was made from. */
const recipe = {
  title: z.string().nullable(),
  actionScript: document,
  aiPlan: document.nullable(),
  presentation: document.nullable(),
  warnings,
};
const personalOfRecipe = ['title', 'actionScript', 'aiPlan', 'presentation', 'warnings'];

/** The facts of `demo-<demoId>`. */
export const demoFacts = {
  DemoCreated: {
    schemaVersion: 4,
    readableFrom: 3,
    data: z.object({
      ...one,
      source: z.enum(demoSources),
      prompt: z.string(),
      format: z.enum(['mp4', 'webm']),
      resolution: z.enum(['720p', '1080p']),
      /** null for an upload, which has whatever shape it has. */
      aspect: z.enum(aspects).nullable(),
      durationTarget: z.enum(['5s', '10s', '30s']).nullable(),
      mode: z.enum(['script', 'agent']).nullable(),
      presentation: document.nullable(),
      /** The page that is filmed; null for the project's own. */
      pageUrl: z.string().nullable(),
      context: z.string().nullable(),
      contextHash: z.string().nullable(),
      /** A user flow that is filmed as it is, without a plan; left out where there is none. */
      actionScript: document.optional(),
      sound,
    }),
    personal: ['prompt', 'presentation', 'pageUrl', 'context', 'actionScript'],
  },
  DemoEdited: {
    schemaVersion: 1,
    data: z.object({ ...one, prompt: z.string().optional(), context: z.string().optional() }),
    personal: ['prompt', 'context'],
  },
  GenerationQueued: {
    schemaVersion: 4,
    readableFrom: 3,
    data: z.object({
      ...ofJob,
      kind: z.enum(jobKinds),
      triggeredBy: z.enum(triggers),
      /** null where the demo has no version yet. */
      oldVersion: z.number().int().nullable(),
      newVersion: z.number().int(),
      /** What the film will look like; the planner may add the template that it chose. */
      presentation: document.nullable(),
      /** The shape that the film will have. */
      aspect: z.enum(aspects),
      /** Of a restyle: the page is filmed again, although there may be a take of it. */
      retake: z.literal(true).optional(),
      sound,
    }),
    personal: ['presentation'],
  },
  GenerationStarted: { schemaVersion: 1, data: z.object({ ...ofJob, kind: z.enum(jobKinds) }) },
  DemoPlanned: {
    schemaVersion: 2,
    data: z.object({
      ...ofJob,
      ...recipe,
      /** A plan for a demo that has a version is shown when its film is published; otherwise it is shown at once. */
      shown: z.enum(['now', 'when published']),
    }),
    personal: personalOfRecipe,
  },
  RecordingStarted: { schemaVersion: 1, data: z.object(ofJob) },
  DemoPublished: {
    schemaVersion: 3,
    readableFrom: 2,
    data: z.object({
      ...ofJob,
      ...recipe,
      kind: z.enum(jobKinds),
      version: z.number().int(),
      videoKey: z.string(),
      gifKey: z.string().nullable(),
      thumbnailKey: z.string().nullable(),
      durationMs: z.number().int(),
      /** The film's shape; left out where it is the one that the demo has had. */
      aspect: z.enum(aspects).optional(),
      snapshots: log,
      recordingLog: log,
      /** The version whose take this film is composed of: its own, or an earlier one; left out where no take was kept. */
      takeVersion: z.number().int().optional(),
      /** Of a refresh: what is different from the version before; left out where that is not known. */
      changes: z.array(document).optional(),
      /** What was asked for. Where it did not work out, `warnings` says so. */
      sound,
      /** There is something to hear. */
      audible: z.literal(true).optional(),
    }),
    personal: [...personalOfRecipe, 'snapshots', 'recordingLog', 'changes'],
  },
  /** A refresh found the page unchanged since the version that is shown. That version stays. */
  RefreshFoundNoChange: { schemaVersion: 1, data: z.object({ ...ofJob, version: z.number().int() }) },
  GenerationFailed: {
    schemaVersion: 2,
    data: z.object({
      ...ofJob,
      code: z.string(),
      message: z.string(),
      recordingLog: log.nullable(),
      warnings,
      /** `ready` where an earlier good version stays in place. */
      status: z.enum(['ready', 'failed']),
    }),
    personal: ['message', 'recordingLog', 'warnings'],
  },
  GenerationCancelled: {
    schemaVersion: 1,
    data: z.object({ ...ofJob, status: z.enum(['ready', 'failed']) }),
  },
  /** A film that somebody recorded themselves was received: the demo is ready, in its first version. */
  DemoUploaded: {
    schemaVersion: 1,
    data: z.object({
      ...ofJob,
      triggeredBy: z.enum(triggers),
      title: z.string().nullable(),
      videoKey: z.string(),
      /** null where neither the file nor the caller says. */
      durationMs: z.number().int().nullable(),
      width: z.number().int(),
      height: z.number().int(),
      sizeBytes: z.number().int(),
    }),
    personal: ['title'],
  },
  /** Its owner wants pictures of this moment of the video that is shown. */
  MomentPicked: {
    schemaVersion: 1,
    data: z.object({
      ...one,
      pickId: z.string(),
      timeMs: z.number().int(),
      kinds: z.array(z.enum(assetKinds)),
    }),
  },
  /** The owner of an uploaded demo has given it these texts. */
  DemoTracksSet: { schemaVersion: 1, data: z.object({ ...one, kinds: z.array(z.enum(trackKinds)) }) },
  /** A demo has another thumbnail or GIF than its version was published with. */
  DemoAssetSet: {
    schemaVersion: 1,
    data: z.object({
      ...one,
      kind: z.enum(assetKinds),
      key: z.string(),
      /** `made` from an uploaded video by us, `given` by its owner, or made of a moment that the owner has `picked`. */
      origin: z.enum(['made', 'given', 'picked']),
    }),
  },
  /** A refresh was due and was not queued, since the quota was used up. */
  RefreshLeftOut: {
    schemaVersion: 1,
    data: z.object({
      ...ofJob,
      triggeredBy: z.enum(triggers),
      /** The version that stays. */
      version: z.number().int().nullable(),
      code: z.string(),
      message: z.string(),
    }),
    personal: ['message'],
  },
  DemoDeleted: { schemaVersion: 1, data: z.object(one) },
};
export type DemoEvent = EventOf<typeof demoFacts>;
export type DemoFact<Type extends DemoEvent['type']> = Extract<DemoEvent, { type: Type }>['data'];
export type DemoStatus = (typeof demoStatuses)[number];
export type JobKind = (typeof jobKinds)[number];
export type AssetKind = (typeof assetKinds)[number];
export type TrackKind = (typeof trackKinds)[number];
export type Trigger = (typeof triggers)[number];

export const demoStream = (demoId: string) => `demo-${demoId}`;
