/**
 * Where a press on an element leads, asked in the page: `along` to another place of it, or into what its `bar` names. Close
 * to either one sees a corner of the page, and then the page moves or changes below.
 */
export function linkTarget(element: Element): 'along' | 'bar' | null {
  const link = element.closest('a[href]');
  const isHere = (to: HTMLAnchorElement) => to.href.split('#')[0] === location.href.split('#')[0];
  if (link instanceof HTMLAnchorElement && link.hash.length > 1 && isHere(link)) return 'along';
  const bars = 'nav, header, [role=navigation], [role=banner], [role=menubar]';
  for (let bar = element.closest(bars); bar; bar = bar.parentElement?.closest(bars) ?? null) {
    const { top, bottom } = bar.getBoundingClientRect();
    if (top < innerHeight * 0.1 && bottom < innerHeight * 0.3) return 'bar';
  }
  return null;
}

/** Whether a press on an element opens another document. */
export function leavesPage(element: Element): boolean {
  const link = element.closest('a[href]');
  if (!(link instanceof HTMLAnchorElement) || !/^https?:/.test(link.protocol)) return false;
  return link.href.split('#')[0] !== location.href.split('#')[0];
}

/** How far down the page stands, in px, once a link in it was followed to its place; null where there is no such place. */
export function placeAlong(element: Element): number | null {
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
