import type { TemplateId } from '../../recorder/contract/presentation.ts';

/** How a template films. These settings, and its shots, tell each of the nine templates from the others. */
export interface Style {
  /** How close the camera comes. At 1 it does not zoom. */
  zoom: number;
  /** The camera goes from one close-up to the next without pulling back in between. */
  staysClose: boolean;
  /** The cursor points at the main control of what is shown. */
  points: boolean;
  /** A caption of one line names what is shown. */
  captions: boolean;
}

export const styles: Record<TemplateId, Style> = {
  cinematic: { zoom: 1.5, staysClose: true, points: false, captions: false },
  'guided-tour': { zoom: 1.3, staysClose: false, points: true, captions: true },
  'plain-scroll': { zoom: 1, staysClose: false, points: false, captions: false },
  'section-focus': { zoom: 1.6, staysClose: true, points: false, captions: false },
  'hero-spotlight': { zoom: 1.6, staysClose: true, points: true, captions: false },
  'feature-sweep': { zoom: 1.7, staysClose: true, points: false, captions: false },
  'conversion-flow': { zoom: 1.4, staysClose: false, points: true, captions: false },
  'pricing-focus': { zoom: 1.6, staysClose: false, points: true, captions: false },
  'proof-scroll': { zoom: 1.4, staysClose: false, points: false, captions: false },
};
