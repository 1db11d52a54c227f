/**
 * What changed on a page between two versions of a demo: in words and in pictures. The worker comes in; of ours this room
 * imports nothing. Descriptions and pictures come from elsewhere and are only compared here.
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
