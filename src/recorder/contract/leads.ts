import type { ResolvedPresentation } from './presentation.ts';

/** How long a film stands still at its beginning and at its end, so that fades and the window's entry hide no action. */
export const leadsOf = ({
  fade,
  windowAnimation,
}: Pick<ResolvedPresentation, 'fade' | 'windowAnimation'>) => ({
  leadInMs: Math.max(fade.inMs, windowAnimation.intro ? windowAnimation.introDurationMs : 0),
  leadOutMs: Math.max(fade.outMs, windowAnimation.outro ? windowAnimation.outroDurationMs : 0),
});
