import type { TakeFrame } from '../../contract/take-frame.ts';

/** Runs in the page: its title and its address for the window's bar, and the colour that a phone's status bar takes from it. */
export function readPageLabel(): TakeFrame['page'] {
  // A title or an address may be of any length. They are cut before they travel.
  return { title: document.title.slice(0, 1_000), url: location.href.slice(0, 8_000), topColor: topColor() };

  function topColor(): string | null {
    for (const { media, content } of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
      if (content && (!media || matchMedia(media).matches)) return content.slice(0, 100);
    // The colour at the page's upper edge, which may be that of a sticky bar. A picture there gives none.
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
    // Nothing there has a colour: the browser's default for the page's colour scheme.
    const said = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content ?? '';
    const schemes = `${getComputedStyle(document.documentElement).colorScheme} ${said}`;
    return /dark/.test(schemes) && !/light/.test(schemes) ? '#121212' : '#ffffff';
  }
}

/**
 * What the window's bar shows of a page. An address on this machine, in a private network or with a port tells a viewer nothing and its
 * owner's machine to everybody, so a name stands there instead.
 */
export function shownLabel(page: TakeFrame['page'], siteName: string | undefined): TakeFrame['page'] {
  if (!URL.canParse(page.url)) return page;
  const { protocol, host, hostname, port } = new URL(page.url);
  if (!/^https?:$/.test(protocol) || (port === '' && isPublicName(hostname))) return page;
  // Some call a project by its address, as `make demo` does.
  const isName = (name: string) => name !== host && name !== hostname && !isOwnAddress(name);
  return { ...page, shownAs: [siteName, page.title].find((name) => name && isName(name)) ?? '' };
}

/** Whether a name is itself an address that the bar must not show. A word without a dot or a port, such as “Acme”, is none. */
function isOwnAddress(name: string): boolean {
  if (/\s/.test(name) || !/[.:]|^localhost$/i.test(name)) return false;
  const address = /^https?:\/\//i.test(name) ? name : `http://${name}`;
  if (!URL.canParse(address)) return false;
  const { hostname, port } = new URL(address);
  return port !== '' || !isPublicName(hostname);
}

/** An address in numbers and a name without a dot are not those of a website. A dot at the end of a name means nothing. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return name.includes('.') && !/^[\d.]+$|\.(?:localhost|local|internal|lan|home\.arpa)$/.test(name);
}
