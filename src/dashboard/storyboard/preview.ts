import type { Outputs } from '../data/api.ts';

export type Preview = Outputs['demos']['preview'];
export type ShownScene = Preview['scenes'][number];
export type Step = Preview['action_script']['steps'][number];
/** Something on the screen of a scene, which can be pointed at. */
export type Element = ShownScene['elements'][number];
