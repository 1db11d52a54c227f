/**
 * Runs in the page, off camera. Animations that never end begin anew, past their delay, so that a film of the page shows them
 * alike however long the page took to load this time. What follows the scroll position, or a script of the page's own, is left alone.
 */
export function restartAnimations(): void {
  for (const animation of document.getAnimations()) {
    const timing = animation.effect?.getComputedTiming();
    const isLoop = timing?.iterations === Number.POSITIVE_INFINITY && animation.playState === 'running';
    if (isLoop && animation.timeline === document.timeline)
      animation.currentTime = Math.max(0, Number(timing.delay ?? 0));
  }
}
