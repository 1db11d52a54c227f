/**
 * Compares two versions of a page, in words and in pictures. The worker imports it and supplies descriptions and pictures. Of ours this
 * room imports `text` only.
 */
export { type Change, compareSections, compareWays, type PageDescription, type SaidThen } from './compare.ts';
export {
  type Greys,
  looksAlike,
  movingAround,
  movingIn,
  stack,
  type View,
} from './picture.ts';
