import { type Presentation, resolvePresentation } from '../../recorder/contract/presentation.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import { type Aspect, screenOf, usualAspect } from '../../recorder/contract/shapes.ts';
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

/** What a script says of the page that it opens; null where it does not say. */
interface Opening {
  url: string | null;
  /** The screen that it was planned for. */
  viewport: ViewportName | null;
  /** The shape of film that the screen's size was chosen for. A page that was wider than high was laid out for the usual one. */
  aspect: Aspect | null;
}

export function openingOf(script: ActionScript): Opening {
  const opening = script.steps.find((step) => step.type === 'navigate');
  const size = script.steps.find((step) => step.type === 'setViewport');
  const screen = size ? screenOf(size) : null;
  const isWide = size !== undefined && !size.isMobile && size.width > size.height;
  return {
    url: opening?.url ?? null,
    viewport: screen?.viewport ?? null,
    aspect: screen ? screen.aspect : isWide ? usualAspect : null,
  };
}
