import { type Presentation, resolvePresentation } from '../../recorder/contract/presentation.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import { type ViewportName, viewports } from '../../recorder/contract/take-frame.ts';

/**
 * Fills a presentation with the defaults where it says nothing. A demo keeps the result: so it says what its film
 * really looks like, also after a default was changed. The template stays open, since the planner chooses it. A film
 * of a touch screen has no cursor unless the presentation asks for one. A window that is not named stays open too: it
 * is light or dark as the page is, which the film sees (`answered` says the default in its place).
 */
export function withDefaults(given: Presentation | null, viewport: ViewportName | null): Presentation {
  const { mockup, recordingTemplate } = given ?? {};
  const isTouched = viewport !== null && viewports[viewport].isMobile;
  const cursor = isTouched ? given?.cursor : { style: 'arrow' as const, ...given?.cursor };
  const { mockup: _, ...filled } = resolvePresentation({ ...given, cursor });
  return { ...filled, ...(mockup && { mockup }), ...(recordingTemplate && { recordingTemplate }) };
}

/** Whether the window of a demo is light or dark as its page is: its presentation has everything but a window. */
export const matchesPage = (presentation: Presentation): boolean =>
  presentation.mockup === undefined &&
  presentation.windowAnimation?.introDurationMs !== undefined &&
  presentation.padding !== undefined;

/** A presentation as the API answers it: complete, with the default in place of a window that follows the page. */
export const answered = (presentation: Presentation): Presentation =>
  matchesPage(presentation) ? { ...presentation, mockup: defaultMockup } : presentation;

const defaultMockup = 'macos-light';

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
