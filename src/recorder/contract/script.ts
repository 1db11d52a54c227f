import { z } from 'zod';
import { identitySchema } from './identity.ts';

/**
 * The action script: a Chrome DevTools Recorder user flow, so that it opens in Chrome's Recorder panel. What that
 * format has no word for (camera, holds, captions, scrolling to something) is a `customStep` named `showreel.*`.
 * Format: https://github.com/puppeteer/replay/blob/main/docs/api/interfaces/Schema.UserFlow.md
 */

/** Alternates for one element, best first; each is a path of selectors through shadow roots and frames. */
const selectors = z.array(z.union([z.string(), z.array(z.string()).min(1)])).min(1);
export type Selectors = z.infer<typeof selectors>;

/** What we know of a step beyond Recorder's format; Recorder ignores it. */
const note = z.object({
  /** Why the step is there, in words: it goes into the recording log, and healing uses it. */
  intent: z.string().optional(),
  /** What the film is about: the picture that stands for it is taken where such a step rests. */
  subject: z.boolean().optional(),
  role: z.string().optional(),
  name: z.string().optional(),
  /** Where the target was when the script was planned, in CSS pixels of the document. */
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
  /** What its element was like when it was filmed last. */
  identity: identitySchema.optional(),
});
export type StepNote = z.infer<typeof note>;

const common = {
  timeout: z.number().optional(),
  target: z.string().optional(),
  /** The way to the frame that the step is in: which child, and of that which child. */
  frame: z.array(z.number().int().min(0)).optional(),
  /** What Recorder saw happen. We look for ourselves. */
  assertedEvents: z.array(z.record(z.string(), z.unknown())).optional(),
  showreel: note.optional(),
};
const pointer = {
  selectors,
  offsetX: z.number(),
  offsetY: z.number(),
  button: z.literal('primary').optional(),
  deviceType: z.string().optional(),
  duration: z.number().optional(),
  ...common,
};

/**
 * The camera frames what `selectors` name, at most `zoom` times larger than life; without selectors, the whole page. `zoom` is
 * meant for a presentation of the usual intensity: where the presentation's is higher, this shot comes closer too.
 */
const camera = z.object({
  type: z.literal('customStep'),
  name: z.literal('showreel.camera'),
  parameters: z.object({ selectors: selectors.optional(), zoom: z.number().min(1).max(3).optional() }),
  ...common,
});
/** Nothing moves for a while; `weight` (default 1) is this hold's share of the time that is left over. */
const hold = z.object({
  type: z.literal('customStep'),
  name: z.literal('showreel.hold'),
  parameters: z.object({
    selectors: selectors.optional(),
    minMs: z.number().min(0).optional(),
    weight: z.number().positive().optional(),
  }),
  ...common,
});
/** Glides until what `selectors` name stands in the middle of the viewport (or its top near the top, when it is taller). */
const scrollTo = z.object({
  type: z.literal('customStep'),
  name: z.literal('showreel.scroll'),
  parameters: z.object({
    selectors: selectors.optional(),
    to: z.enum(['element', 'top', 'bottom']).optional(),
  }),
  ...common,
});
const caption = z.object({
  type: z.literal('customStep'),
  name: z.literal('showreel.caption'),
  parameters: z.object({ text: z.string().max(200), selectors: selectors.optional() }),
  ...common,
});

const step = z.union([
  z.object({
    type: z.literal('setViewport'),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    deviceScaleFactor: z.number().positive(),
    isMobile: z.boolean(),
    hasTouch: z.boolean(),
    isLandscape: z.boolean(),
    ...common,
  }),
  z.object({ type: z.literal('navigate'), url: z.string(), ...common }),
  z.object({ type: z.literal('click'), ...pointer }),
  z.object({ type: z.literal('doubleClick'), ...pointer }),
  z.object({ type: z.literal('hover'), selectors, ...common }),
  z.object({ type: z.literal('change'), selectors, value: z.string(), ...common }),
  z.object({ type: z.literal('keyDown'), key: z.string(), ...common }),
  z.object({ type: z.literal('keyUp'), key: z.string(), ...common }),
  z.object({
    type: z.literal('scroll'),
    x: z.number().optional(),
    y: z.number().optional(),
    selectors: selectors.optional(),
    ...common,
  }),
  z.object({
    type: z.literal('waitForElement'),
    selectors,
    operator: z.enum(['>=', '==', '<=']).optional(),
    count: z.number().optional(),
    visible: z.boolean().optional(),
    attributes: z.record(z.string(), z.string()).optional(),
    properties: z.record(z.string(), z.unknown()).optional(),
    ...common,
  }),
  z.object({ type: z.literal('waitForExpression'), expression: z.string().min(1).max(2000), ...common }),
  // Kept, so that the flow is what it was; a film has one tab and loads as fast as it can.
  z.object({ type: z.literal('close'), ...common }),
  z.object({
    type: z.literal('emulateNetworkConditions'),
    download: z.number(),
    upload: z.number(),
    latency: z.number(),
    ...common,
  }),
  camera,
  hold,
  scrollTo,
  caption,
]);
export type Step = z.infer<typeof step>;

export const actionScriptSchema = z.object({ title: z.string(), steps: z.array(step).min(1).max(200) });
export type ActionScript = z.infer<typeof actionScriptSchema>;
