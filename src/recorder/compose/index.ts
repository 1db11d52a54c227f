/**
 * The compositor: clean frames of a take become finished frames of the film. Skia draws them in a thread of its own: `paint/`
 * draws, `pixels/` decodes pictures and converts colours. `record.ts` and the output come in. It knows the take's types and the
 * stage, and nothing of browsers or encoders.
 */
export { type Compositor, type Stills, startCompositor } from './compositor.ts';
export type { ComposedFrame } from './frame-buffers.ts';
export { colorOf, iconColors } from './icon-colors.ts';
export { type PictureColor, pictureColors } from './picture-colors.ts';
export { createStillPainter } from './take-stills.ts';
