/**
 * Runs in the page: where a press on an element leads. `anchor` is another place of the same page, `bar` is anything that is pressed in
 * the bar at the top. A close-up of either would show a corner of the page, while the page scrolls or changes outside of it.
 */
export function linkTarget(element: Element): 'anchor' | 'bar' | null {
  const link = element.closest('a[href]');
  const isHere = (to: HTMLAnchorElement) => to.href.split('#')[0] === location.href.split('#')[0];
  if (link instanceof HTMLAnchorElement && link.hash.length > 1 && isHere(link)) return 'anchor';
  const bars = 'nav, header, [role=navigation], [role=banner], [role=menubar]';
  for (let bar = element.closest(bars); bar; bar = bar.parentElement?.closest(bars) ?? null) {
    const { top, bottom } = bar.getBoundingClientRect();
    if (top < innerHeight * 0.1 && bottom < innerHeight * 0.3) return 'bar';
  }
  return null;
}

/** Runs in the page: whether a press on an element opens another document. */
export function opensOtherDocument(element: Element): boolean {
  const link = element.closest('a[href]');
  if (!(link instanceof HTMLAnchorElement) || !/^https?:/.test(link.protocol)) return false;
  return link.href.split('#')[0] !== location.href.split('#')[0];
}

/** Runs in the page: the scroll position, in px, to which a link in the page leads; null where its target does not exist. */
export function anchorScrollY(element: Element): number | null {
  const hash = element.closest<HTMLAnchorElement>('a[href]')?.hash ?? '';
  const place = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!place || place.getClientRects().length === 0) return /^#(?:top)?$/.test(hash) ? 0 : null;
  const px = (length: string) => Number.parseFloat(length) || 0;
  const offset =
    px(getComputedStyle(document.documentElement).scrollPaddingTop) +
    px(getComputedStyle(place).scrollMarginTop);
  const range = document.documentElement.scrollHeight - innerHeight;
  return Math.max(0, Math.min(range, place.getBoundingClientRect().top + scrollY - offset));
}
