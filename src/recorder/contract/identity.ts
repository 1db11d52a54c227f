import { z } from 'zod';

const words = z.string().max(200);

/**
 * What an element was like when a film last showed it: how replay knows it again after a redesign. Kept in a step's
 * note, which Chrome's Recorder and @puppeteer/replay read past.
 */
export const identitySchema = z.object({
  tag: z.string().max(60),
  role: z.string().max(40),
  /** Near enough what assistive technology calls it. */
  name: words,
  /** Its visible text. */
  text: words,
  /** What authors wrote on it, with `class` as one text; never its value. */
  attributes: z.record(z.string().max(60), words),
  /** The heading it stands under. */
  heading: words,
  /** The region of the page it is in: `nav`, `main`, `form`, `footer`… with that region's label or id. */
  region: words,
  /** Texts around it: what labels its parents have, nearest first. */
  near: z.array(words).max(6),
  /** Tags from the element up to the body. */
  path: z.string().max(300),
  /** Which of its kind it was in its group, and of how many. */
  place: z.object({ index: z.number().int(), count: z.number().int() }),
  /** In CSS px of the document. */
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  /** What language the page said it is in, if it said so. */
  lang: z.string().max(40),
  /** The headings under which others of its very role and name stood: the “Choose” of another plan is not this one. */
  twins: z.array(words).max(20),
  /** How many of its kind there were. */
  peers: z.number().int(),
  /** Role and name of those, some of them: none of these is it. */
  others: z.array(words).max(80),
});
export type Identity = z.infer<typeof identitySchema>;
