/** How far a film may exceed the length it was asked for, where what it has to show needs that. Ten per cent are promised. */
const mostOver = 1.08;
/** No plan has longer films. */
const mostMs = 30_000;

/** The longest that a film of `targetMs` may become, in ms. */
export const longestFilmMs = (targetMs: number) =>
  Math.max(targetMs, Math.min(mostMs, Math.floor(targetMs * mostOver)));
