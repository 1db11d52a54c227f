import { createStillPainter } from './compose/index.ts';
import { backdropCss } from './contract/backdrops.ts';
import { brandBackdrop } from './contract/brand-stage.ts';
import { dressedFor } from './contract/dress.ts';
import { leadsOf } from './contract/leads.ts';
import type { PageLook } from './contract/page-look.ts';
import type { ResolvedPresentation } from './contract/presentation.ts';
import { layoutStage } from './contract/stage-layout.ts';
import { frameOfMoment, type StillMoment } from './contract/still-moments.ts';
import type { Output } from './contract/take-frame.ts';
import { lookOfTake } from './page-look.ts';
import { openTake, restage } from './takes/index.ts';

/** Which stills of a film are composed, and how the film looks. */
export interface StillsRequest {
  presentation: ResolvedPresentation;
  output: Pick<Output, 'width' | 'height'>;
  watermark: boolean;
  backgroundImage: Uint8Array | null;
  /** Names, or times in ms. */
  moments: readonly (StillMoment | number)[];
  /** The stills are no wider. */
  width: number;
}

export interface ComposedStills {
  durationMs: number;
  /** By how much the page's pictures are enlarged. Above 1, text is softer than in a new recording. */
  enlargement: number;
  /** JPEGs, in the order of the moments that were asked for. */
  stills: { timeMs: number; picture: Uint8Array }[];
  /** The page's own colours, the strongest first, as `#rrggbb`. */
  colors: string[];
  /** The stage that the background `brand` is, as a CSS background. */
  brand: string;
}

/** A kept take of which stills are composed. What was decoded and painted for the last ones is kept for the next. */
export interface TakeStills {
  /** To be called one after the other. @throws BrokenTake */
  compose(request: StillsRequest): Promise<ComposedStills>;
  close(): Promise<void>;
}

/** @throws BrokenTake */
export async function openTakeStills(takePath: string, hides: readonly string[]): Promise<TakeStills> {
  const take = await openTake(takePath, hides);
  const { fps, viewport } = take.timeline;
  const painter = createStillPainter(take.picture);
  let colors: string[] | null = null;
  let look: PageLook | null = null;
  return {
    async compose({ moments, width, ...film }) {
      const { presentation, output, watermark, backgroundImage } = film;
      look ??= await lookOfTake(take);
      const { outline: frames, enlargement } = restage(take, { presentation, output });
      const stage = layoutStage({ output, viewport, presentation });
      const footage = { frames, fps, leads: leadsOf(presentation) };
      const chosen = moments.map((moment) => frameOfMoment(moment, footage));
      const pictures = await painter.paint(
        { stage, presentation: dressedFor(look, presentation), watermark, fps, backgroundImage, frames },
        chosen.map(({ index }) => index),
        width,
      );
      colors ??= await painter.colors({ frames, stage });
      return {
        colors,
        brand: backdropCss(brandBackdrop(look)),
        durationMs: Math.round((frames.length * 1000) / fps),
        enlargement,
        stills: chosen.map(({ timeMs }, at) => ({ timeMs: Math.round(timeMs), picture: pictures[at]! })),
      };
    },
    close: take.close,
  };
}
