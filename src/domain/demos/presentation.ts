import { backdropCss, backdrops } from '../../recorder/contract/backdrops.ts';
import { type Presentation, resolvePresentation } from '../../recorder/contract/presentation.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import { type ViewportName, viewports } from '../../recorder/contract/take-frame.ts';

/**
 * Fills a presentation with the defaults where it says nothing. A demo keeps the result: so it says what its film
 * really looks like, also after a default was changed. The template stays open, since the planner chooses it. A film
 * of a touch screen has no cursor unless the presentation asks for one.
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

/** As the catalogue of backgrounds writes it. */
const defaultBackground = backdropCss(backdrops[0]!);

/** The page that a script opens, and the screen that it was planned for; null where the script does not say. */
export function openingOf(script: ActionScript): { url: string | null; viewport: ViewportName | null } {
  const opening = script.steps.find((step) => step.type === 'navigate');
  const size = script.steps.find((step) => step.type === 'setViewport');
  const names = Object.keys(viewports) as ViewportName[];
  const viewport = names.find(
    (name) => viewports[name].width === size?.width && viewports[name].height === size.height,
  );
  return { url: opening?.url ?? null, viewport: viewport ?? null };
}
