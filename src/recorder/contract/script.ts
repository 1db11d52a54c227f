/**
 * The contract: what the recorder and its callers agree on. Scripts (`script`, `identity`, `user-flow`), presentations (`presentation`,
 * `backdrops`, `stage-layout`), takes and their logs (`take-frame`), what a film does beyond its script (`go-on`), times (`timing`,
 * `length`) and faults (`fault`). Every room may come in. Of ours it imports `text` and nothing else.
 */
import { z } from 'zod';
import { identitySchema } from './identity.ts';

/**
 * The action script: a user flow of Chrome's Recorder, so that it opens in the Recorder panel. What that format has no step for (camera,
 * holds, captions, scrolling to an element) is a `customStep` named `showreel.*`.
 * Format: https://github.com/puppeteer/replay/blob/main/docs/api/interfaces/Schema.UserFlow.md
 */

/** Alternative selectors of one element, the best first. Each is a path of selectors through shadow roots and frames. */
const selectors = z.array(z.union([z.string(), z.array(z.string()).min(1)])).min(1);
export type Selectors = z.infer<typeof selectors>;

/** What a step has beyond Recorder's format. Recorder ignores it. */
const note = z.object({
  /** Why the step is in the script, in words. The recording log and faults say it. */
  intent: z.string().optional(),
  /** The step shows what the film is about. The film's poster is taken during the rest after such a step. */
  subject: z.boolean().optional(),
  role: z.string().optional(),
  name: z.string().optional(),
  /** Where the element was when the script was planned, in CSS pixels of the document. */
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
  /** What the element was like when it was filmed last. */
  identity: identitySchema.optional(),
  /** The page sent a write because of this step when it was filmed last. */
  writes: z.literal(true).optional(),
});
export type StepNote = z.infer<typeof note>;

const common = {
  timeout: z.number().optional(),
  target: z.string().optional(),
  /** The path to the frame that the step is in: which child frame, and of that frame which child. */
  frame: z.array(z.number().int().min(0)).optional(),
  /** The events that Recorder saw. The film does not check them. */
  assertedEvents: z.array(z.record(z.string(), z.unknown())).optional(),
  showreel: note.optional(),
};
const pointer = {
  selectors,
  offsetX: z.number(),
  offsetY: z.number(),
  /** `secondary` opens what an application has as its own menu. The browser's menu is not part of a film. */
  button: z.enum(['primary', 'secondary']).optional(),
  deviceType: z.string().optional(),
  duration: z.number().optional(),
  ...common,
};

/**
 * The camera frames the element at a zoom of at most `zoom`. Without selectors, it pulls back to the whole stage. `zoom` is meant for a
 * presentation of the usual intensity. A presentation of a higher intensity raises the zoom of this shot, too.
 */
const camera = z.object({
  type: z.literal('customStep'),
  name: z.literal('showreel.camera'),
  parameters: z.object({ selectors: selectors.optional(), zoom: z.number().min(1).max(3).optional() }),
  ...common,
});
/** A rest. `weight` (default 1) is this hold's share of the time that the movements leave. */
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
/** Scrolls smoothly until the element is in the middle of the viewport. The top of an element that is taller comes near the top. */
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

/**
 * What has to be so for the film to go on: an element is there, a text is visible, the page has an address. A path, such as `/cart`, stands
 * for the page on any host. All that is named has to come within `timeout` (5 s, at most 15 s), or the film fails.
 */
const assertion = z.object({
  type: z.literal('customStep'),
  name: z.literal('showreel.assert'),
  parameters: z
    .strictObject({
      selectors: selectors.optional(),
      text: z.string().trim().min(1).max(500).optional(),
      address: z
        .string()
        .max(2048)
        .refine((text) => /^\/(?!\/)/.test(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
          message: 'expected a path that begins with "/", or an http or https address',
        })
        .optional(),
    })
    .refine(({ selectors, text, address }) => [selectors, text, address].some((one) => one !== undefined), {
      message: 'expected `selectors`, `text` or `address`',
    }),
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
  // These are kept so that the flow stays as it was written. A film has one tab and loads as fast as it can.
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
  assertion,
]);
export type Step = z.infer<typeof step>;

export const actionScriptSchema = z.object({ title: z.string(), steps: z.array(step).min(1).max(200) });
export type ActionScript = z.infer<typeof actionScriptSchema>;
