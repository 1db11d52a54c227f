/**
 * Demos of this service that a page shows. A film of the page must not show them: it would show its own loading box, press its own
 * play button, and start other films. They are known by what `sdk.js` needs and by the addresses of the players, so that a
 * worker need not know under which names the service is reached.
 */
const ownEmbeds = [
  '[data-showreel]',
  // An element that the page handed to `Showreel.render`.
  ':has(> [data-showreel-box])',
  'iframe[src*="/embed/demo_"]',
  'iframe[src*="/api/v1/embed/runtime?"]',
];

/** They take no place either, so that no empty box is left. */
export const leaveOutEmbeds = `:is(${ownEmbeds.join(', ')}) { display: none !important; }`;

/**
 * Runs in every document before the page's own scripts. `sdk.js` does nothing where a `Showreel` is there already, so it asks for no
 * demo. The page's own calls of it have no effect.
 */
export function standInForSdk(): void {
  const nothing = () => undefined;
  Object.defineProperty(window, 'Showreel', {
    value: Object.freeze({ render: nothing, refresh: nothing }),
    configurable: true,
    writable: true,
    enumerable: false,
  });
}
