import { z } from 'zod';
import { findingCodes } from '../../critic/index.ts';
import type { GenerationJob } from '../../domain/demos/jobs/generation.ts';
import type { ModelSettings } from '../../planner/index.ts';
import type { PageLimits } from '../../recorder/contract/limits.ts';
import { type Presentation, templateIds } from '../../recorder/contract/presentation.ts';
import { type ActionScript, actionScriptSchema, type Step } from '../../recorder/contract/script.ts';
import type { StillMoment } from '../../recorder/contract/still-moments.ts';
import type { Executable } from '../../recorder/index.ts';
import type { ProjectLogin } from '../film/open-page.ts';

/** What the service sends a cell: all that one job needs, and nothing of another. */
export interface CellOrder {
  job: GenerationJob;
  /** The folder of the cell. */
  folder: string;
  logLevel: string;
  fps: number;
  allowHosts: string[];
  allowLoopback: boolean;
  executable: Executable;
  ffmpegPath: string | null;
  limits: PageLimits;
  /** The service makes the requests, since only the service has the key. */
  model: Pick<ModelSettings, 'provider' | 'model' | 'maxTokens' | 'timeoutMs' | 'price'> | null;
  /** In clear text, for this job's page. */
  login: ProjectLogin | null;
  /** The take to compose anew, as a file of the cell; null where there is none. */
  takePath: string | null;
  /** Whether the take of a recording is kept beside its film. */
  keepsTakes: boolean;
  /** Within this time a preview is to be there. */
  previewMs: number;
  /** How much of the job's time is left, in ms; null where it has no end. */
  leftMs: number | null;
  /** The uploaded background that the job names. */
  ownPicture: Uint8Array | null;
  /** The service has the film's captions spoken. Only the service has the provider's key. */
  speaks: boolean;
}

/** What the service sends a cell of stills with each order. */
export interface StillsCellOrder
  extends Pick<CellOrder, 'folder' | 'logLevel' | 'allowHosts' | 'allowLoopback' | 'ownPicture'> {
  /** The take, as a file of the cell. It is opened with the first order, and gone from then on. */
  takePath: string;
  hides: readonly string[];
  presentation: Presentation;
  resolution: GenerationJob['resolution'];
  aspect: GenerationJob['aspect'];
  watermark: boolean;
  moments: readonly (StillMoment | number)[];
  width: number;
}

export interface WalkOrder {
  steps: readonly Step[];
}

// What a cell sends. It runs strangers' pages, so all of it is checked here.
const bytes = z.instanceof(Uint8Array);
const ms = z.number();
const lines = z.array(z.string());

export const told = z.object({
  scene: z.string().nullable(),
  text: z.string(),
  later: lines.optional(),
});

export const seenPage = z.object({
  description: z.object({
    url: z.string(),
    title: z.string(),
    sections: z.array(z.object({ kind: z.string(), heading: z.string().nullable(), text: z.string() })),
    controls: lines,
  }),
  picture: bytes.transform((picture) => Buffer.from(picture)),
});

export const stepLog = z.object({
  step: z.int().min(0),
  type: z.string(),
  intent: z.string().nullable(),
  startMs: ms,
  endMs: ms,
  status: z.enum(['ok', 'healed', 'skipped', 'failed']),
  selector: z.string().nullable(),
  message: z.string().nullable(),
});

/** A script stays as it is: a flow that was supplied may have members that we do not know. */
const script = z.unknown().transform((value, context) => {
  const read = actionScriptSchema.safeParse(value);
  for (const { path, message } of read.error?.issues ?? [])
    context.addIssue({ code: 'custom', path, message });
  return value as ActionScript;
});

const unmet = z.array(z.object({ said: z.string(), reason: z.string() }));
const warnings = z.array(
  z.object({ code: z.string(), message: z.string(), step: z.int().min(0).optional() }),
);

export const plan = z.object({
  title: z.string(),
  script,
  aiPlan: z.looseObject({}),
  unmet,
  warnings,
  template: z.object({
    effectiveId: z.enum(templateIds).optional(),
    autoSelection: z
      .object({
        selectedId: z.enum(templateIds),
        sectionHint: z.string().optional(),
        confidence: z.number(),
        reason: z.string(),
        source: z.enum(['heuristic', 'ai', 'fallback']),
        signals: lines.optional(),
      })
      .optional(),
  }),
});

export const progress = z.object({
  step: z.enum(['planning', 'recording', 'rendering']),
  fraction: z.number(),
  message: z.string().nullable(),
  scene: z.object({ index: z.int().min(0), count: z.int().min(1), name: z.string().max(200) }).nullable(),
});

/** A JPEG of 640 pixels. */
export const glance = z
  .instanceof(Uint8Array)
  .refine(({ byteLength }) => byteLength <= 2 ** 20, 'is larger than a megabyte');

export const film = z.object({
  videoPath: z.string(),
  gifPath: z.string().nullable(),
  thumbnailPath: z.string().nullable(),
  captionsPath: z.string().nullable(),
  chaptersPath: z.string().nullable(),
  durationMs: ms,
  snapshots: z.array(z.object({ timeMs: ms, path: z.string(), label: z.string() })).max(200),
  recordingLog: z.array(stepLog),
  takePath: z.string().nullable(),
  composed: z.object({ enlargement: z.number().positive() }).nullable(),
  findings: z
    .array(z.object({ code: z.enum(findingCodes), message: z.string(), step: z.int().min(0).optional() }))
    .max(100)
    .nullable(),
  reshot: z
    .object({ because: z.array(z.enum(findingCodes)).max(findingCodes.length), isShown: z.boolean() })
    .nullish(),
  said: z.array(told),
  script,
});
export type FilmMessage = z.infer<typeof film>;

export const seenOutline = z.object({
  title: z.string(),
  sections: z.array(z.object({ kind: z.string(), name: z.string() })).max(100),
  suggestions: lines.max(3),
  picture: bytes,
});

const element = z.object({
  name: z.string(),
  role: z.string(),
  on: z.object({ x: ms, y: ms, width: ms, height: ms }).nullable(),
  target: z.looseObject({ selectors: z.array(z.union([z.string(), lines])) }),
});

export const preview = z.object({
  title: z.string(),
  aiPlan: z.looseObject({}),
  script,
  scenes: z
    .array(
      z.object({
        what: z.string(),
        why: z.string(),
        still: bytes,
        startMs: ms,
        durationMs: ms,
        restMs: ms,
        elements: z.array(element).max(100),
        step: z.int(),
      }),
    )
    .max(200),
  durationMs: ms,
  unmet,
  warnings,
});

export const stills = z.object({
  durationMs: ms,
  enlargement: z.number().positive(),
  colors: z.array(z.string().regex(/^#[0-9a-f]{6}$/)).max(20),
  brand: z.string().max(2_000),
  stills: z
    .array(z.object({ timeMs: ms, picture: bytes.transform((picture) => Buffer.from(picture)) }))
    .max(20),
});

export const frames = z.object({
  frames: z
    .array(z.object({ data: bytes.transform((data) => Buffer.from(data)), height: z.int().min(1) }))
    .max(100),
  at: z.int(),
});

export const looks = z.array(seenPage).max(20);
export const look = z.object({ act: z.int().min(0), now: told });
export const isSame = z.boolean();
export const pid = z.int().min(2);
export const logLine = z.string().max(2 ** 17);
/** What a film says: at most as many lines as a script has steps. */
export const spokenLines = z.array(z.string().max(2_000)).max(400);
export const modelBody = z.string().max(2 ** 20);
