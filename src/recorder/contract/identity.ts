import { z } from 'zod';

const words = z.string().max(200);

/**
 * What an element was like when it was filmed last. By this, replay identifies the element after a redesign. It is stored in the step's
 * note, which Chrome's Recorder and @puppeteer/replay ignore.
 */
export const identitySchema = z.object({
  tag: z.string().max(60),
  role: z.string().max(40),
  /** About what assistive technology calls it. */
  name: words,
  /** Its text. */
  text: words,
  /** What authors wrote on it, with `class` as one text. Never its value. */
  attributes: z.record(z.string().max(60), words),
  /** The heading above it. */
  heading: words,
  /** The region of the page that it is in (`nav`, `main`, `form`, `footer`…), with that region's label or id. */
  region: words,
  /** The texts beside it and beside its parents, the nearest first. */
  near: z.array(words).max(6),
  /** The tags from the element up to the body. */
  path: z.string().max(300),
  /** Its index among the elements with its tag in the same block, and how many these are. */
  place: z.object({ index: z.number().int(), count: z.number().int() }),
  /** In CSS px of the document. */
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  /** The language that the page declares, if it does. */
  lang: z.string().max(40),
  /** The headings of other elements with the same role and name. An element below one of them, such as another plan's “Choose”, is not it. */
  twins: z.array(words).max(20),
  /** How many elements of its kind the page had. */
  peers: z.number().int(),
  /** Role and name of some of these elements. None of them is it. */
  others: z.array(words).max(80),
});
export type Identity = z.infer<typeof identitySchema>;
