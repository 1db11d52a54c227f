/** How many times its requested length a film may have, where its script needs that. A film that is at most 10 % longer is promised. */
const mostOver = 1.08;
/** No subscription plan allows longer films. */
const mostMs = 30_000;

/** The longest that a film with the requested length `targetMs` may become, in ms. */
export const longestFilmMs = (targetMs: number) =>
  Math.max(targetMs, Math.min(mostMs, Math.floor(targetMs * mostOver)));
