import { backdropCss, backdrops } from '../../recorder/contract/backdrops.ts';
import { type Presentation, resolvePresentation } from '../../recorder/contract/presentation.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import { type ViewportName, viewports } from '../../recorder/contract/take-frame.ts';

/**
 * A presentation with the defaults where it says nothing: what the film is really dressed in, so that whoever reads a
 * demo sees it, and a later change of a default does not tell another story of it. The template is the planner's to fill.
 * A film of a touch screen has no cursor unless one is asked for.
 */
export function withDefaults(given: Presentation | null, viewport: ViewportName | null): Presentation {
  const { background = defaultBackground, recordingTemplate } = given ?? {};
  const isTouched = viewport !== null && viewports[viewport].isMobile;
  const cursor = isTouched ? given?.cursor : { style: 'arrow' as const, ...given?.cursor };
  return {
    ...resolvePresentation({ ...given, background, cursor }),
    ...(recordingTemplate && { recordingTemplate }),
  };
}

/** In the words of the catalogue of backgrounds. */
const defaultBackground = backdropCss(backdrops[0]!);

/** Where and how a script was planned to be played; null where it does not say. */
export function openingOf(script: ActionScript): { url: string | null; viewport: ViewportName | null } {
  const opening = script.steps.find((step) => step.type === 'navigate');
  const size = script.steps.find((step) => step.type === 'setViewport');
  const names = Object.keys(viewports) as ViewportName[];
  const viewport = names.find(
    (name) => viewports[name].width === size?.width && viewports[name].height === size.height,
  );
  return { url: opening?.url ?? null, viewport: viewport ?? null };
}
