/**
 * Runs in the page, off camera. Restarts all animations that never end, from the end of their delay. A film of the page then shows them
 * in the same phase, however long the page took to load. Paused animations and those with another timeline, such as the scroll position,
 * are left alone.
 */
export function restartAnimations(): void {
  for (const animation of document.getAnimations()) {
    const timing = animation.effect?.getComputedTiming();
    const isLoop = timing?.iterations === Number.POSITIVE_INFINITY && animation.playState === 'running';
    if (isLoop && animation.timeline === document.timeline)
      animation.currentTime = Math.max(0, Number(timing.delay ?? 0));
  }
}
