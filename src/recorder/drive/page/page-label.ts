import type { TakeFrame } from '../../contract/take-frame.ts';

/** What stands round a page, read in the page: title and address, and the colour that a phone's status bar takes from it. */
export function readLabel(): TakeFrame['page'] {
  return { title: document.title, url: location.href, topColor: topColor() };

  function topColor(): string | null {
    for (const { media, content } of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      if (content && (!media || matchMedia(media).matches)) return content;
    // What a page has at its upper edge, be it a bar that stays there; a picture has no colour to go on with.
    const below = [...document.elementsFromPoint(innerWidth / 2, 1)];
    for (const element of [...below, document.body, document.documentElement]) {
      if (!element) continue;
      if (/^(?:IMG|VIDEO|CANVAS|IFRAME)$/.test(element.tagName)) return null;
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      if (Number(opacity) < 0.9) continue;
      const [gradient] =
        /(?<=gradient\(.*)(?:rgb|oklch|oklab|lab|color)a?\([^)]*\)/.exec(backgroundImage) ?? [];
      if (gradient) return gradient;
      if (backgroundImage !== 'none') return null;
      const alpha = /(?:,|\/)\s*([\d.]+)\)$/.exec(backgroundColor)?.[1];
      const isThin = /^rgba|\//.test(backgroundColor) && Number(alpha ?? 1) < 0.6;
      if (!isThin) return backgroundColor;
    }
    // Where nothing has a colour, the browser's own for a page of this scheme.
    const said = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content ?? '';
    const schemes = `${getComputedStyle(document.documentElement).colorScheme} ${said}`;
    return /dark/.test(schemes) && !/light/.test(schemes) ? '#121212' : '#ffffff';
  }
}
