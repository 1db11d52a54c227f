import type { Presentation } from '../recorder/contract/presentation.ts';
import type { Aspect } from '../recorder/contract/shapes.ts';
import type { StillMoment } from '../recorder/contract/still-moments.ts';

/**
 * Where stills of kept takes are composed. The looks need it; whoever starts the service provides it, since only there is it known what
 * composes pictures and where takes are stored.
 */
export interface Studio {
  /**
   * @returns null where the take is not kept any more, or cannot be used
   * @throws AppError 422 with the fault of the background's picture, 503 `stills_busy` and `stills_failed`
   */
  composeStills(order: StillsOrder): Promise<Stills | null>;
}

export interface StillsOrder {
  demoId: string;
  takeVersion: number;
  /** CSS selectors of what the film hides. A take that was shot with others cannot be used. */
  hides: readonly string[];
  /** The page of the film. Only a page of this machine may have a background of this machine. */
  pageUrl: string;
  presentation: Presentation;
  resolution: '720p' | '1080p';
  aspect: Aspect;
  watermark: boolean;
  /** Names, or times in ms. */
  moments: readonly (StillMoment | number)[];
  /** Pixels. The stills are no wider, and no wider than the film. */
  width: number;
  /** Nothing is composed any more for a caller that has gone. */
  isCallerGone(): boolean;
}

export interface Stills {
  durationMs: number;
  /** By how much the page's pictures are enlarged. */
  enlargement: number;
  /** The page's own colours, the strongest first, as `#rrggbb`. */
  colors: string[];
  /** The stage of the page's own colours, as a CSS background. */
  brand: string;
  /** JPEGs, in the order of the moments. */
  stills: { timeMs: number; picture: Buffer }[];
}
