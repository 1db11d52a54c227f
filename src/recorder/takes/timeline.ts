import { z } from 'zod';
import { pageLookSchema } from '../contract/page-look.ts';
import { actionScriptSchema } from '../contract/script.ts';

const point = z.object({ x: z.number(), y: z.number() });
const rect = point.extend({ width: z.number(), height: z.number() });

/** A frame without its picture, which has `bytes` bytes and begins at `at` in the take's file. null: the last picture is still valid. */
const frame = z.object({
  picture: z.object({ at: z.int().min(0), bytes: z.int().positive() }).nullable(),
  clip: rect,
  camera: point.extend({ zoom: z.number().positive() }),
  cursor: point.extend({
    visible: z.boolean(),
    shape: z.enum(['arrow', 'hand', 'text', 'finger']),
    pressed: z.boolean(),
  }),
  click: point.nullable(),
  caption: z.string().nullable(),
  /** Takes of earlier versions of this service have none. */
  target: rect.nullish(),
  keys: z.array(z.string().max(20)).max(6).optional(),
  stepLabel: z.string(),
  isCut: z.literal(true).optional(),
  scrolls: z.literal(true).optional(),
  page: z.object({
    title: z.string(),
    url: z.string(),
    shownAs: z.string().optional(),
    topColor: z.string().nullish(),
  }),
});
export type KeptFrame = z.infer<typeof frame>;

const stepLog = z.object({
  step: z.int(),
  type: z.string(),
  intent: z.string().nullable(),
  startMs: z.number(),
  endMs: z.number(),
  status: z.enum(['ok', 'healed', 'skipped', 'failed']),
  selector: z.string().nullable(),
  message: z.string().nullable(),
  snapshot: z.string().optional(),
});

/** How a take was shot: what composition has to know, beside its pictures, to draw it on any stage. */
export const timelineSchema = z.object({
  fps: z.number().positive(),
  /** CSS pixels. */
  viewport: z.object({ width: z.number().positive(), height: z.number().positive(), isMobile: z.boolean() }),
  /** Picture pixels per CSS pixel of a picture of the whole viewport: the `scale` of the stage that the take was shot for. */
  scale: z.number().positive(),
  zoom: z.object({ enabled: z.boolean(), intensity: z.number().min(1) }),
  /** How long nothing happens at the beginning and at the end, for fades and for the window's entry. */
  leadInMs: z.number().min(0),
  leadOutMs: z.number().min(0),
  /** What the page looked like at the beginning. Older takes do not say it. */
  look: pageLookSchema.optional(),
  /** CSS selectors of what the pictures hide. */
  hides: z.array(z.string()),
  snapshots: z.array(
    z.object({ timeMs: z.number(), index: z.int(), label: z.string(), isPoster: z.boolean() }),
  ),
  /** When the film shows what it comes to, where the poster that `snapshots` names would miss it. */
  outcomeMs: z.number().min(0).optional(),
  steps: z.array(stepLog),
  script: actionScriptSchema,
  frames: z.array(frame).min(1),
});
export type Timeline = z.infer<typeof timelineSchema>;
