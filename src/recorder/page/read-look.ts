import type { SaidLook } from '../contract/page-look.ts';
import type { Rect } from '../contract/take-frame.ts';

/** Runs in the page. It reads what is drawn, and changes nothing. */
export function readSaidLook(): SaidLook {
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map<string, { color: string; alpha: number } | null>();
  const uses: SaidLook['uses'] = [];
  const logos: Rect[] = [];

  const mostElements = 1_500;
  const elements = [
    ...document.querySelectorAll(
      'a,button,[role=button],[role=tab],input,[class*=btn i],[class*=button i],[aria-current],[aria-selected=true],' +
        'h1 *,h2 *,mark,progress,header *,nav *,[class*=logo i],[class*=logo i] *,[id*=logo i]',
    ),
  ].slice(0, mostElements);
  for (const element of elements) note(element);
  return {
    theme: themeColor(),
    isDarkScheme: isDarkScheme(),
    uses: uses.slice(0, 2_000),
    logos: logos.slice(0, 6),
    manifest: document.querySelector<HTMLLinkElement>('link[rel="manifest" i]')?.href.slice(0, 8_000) ?? null,
    icons: iconsOf(),
  };

  function note(element: Element) {
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || box.top > innerHeight * 3 || box.right < 0) return;
    const style = getComputedStyle(element);
    if (style.visibility !== 'visible' || Number(style.opacity) < 0.3) return;
    const isLogo =
      box.top < 160 && box.left < innerWidth * 0.6 && element.closest('[class*=logo i],[id*=logo i]');
    if (
      (isLogo || /^(?:IMG|svg)$/.test(element.tagName)) &&
      box.top < 160 &&
      box.width < 320 &&
      box.height < 120
    )
      logos.push({ x: box.x, y: box.y, width: box.width, height: box.height });
    const isPress = element.matches(
      'button,[role=button],input[type=submit],[class*=btn i],[class*=button i]',
    );
    const isFilledLink = element.matches('a') && style.backgroundColor !== 'rgba(0, 0, 0, 0)';
    // A large button weighs more than a small one, but a banner does not weigh more than all buttons.
    const size = Math.min(2.2, Math.sqrt(box.width * box.height) / 90);
    // Buttons weigh most: whoever made the page chose their colour so that everybody sees it.
    const fill = isPress || isFilledLink ? 3 : isLogo ? 2 : 0.8;
    for (const [color, share] of fillsOf(style)) add(color, share * fill * size);
    if (element instanceof SVGElement) {
      add(style.fill, isLogo ? 2 : 0.5);
      add(style.stroke, isLogo ? 1 : 0.3);
    } else if (element.childElementCount === 0 && element.textContent?.trim())
      add(style.color, isLogo ? 1.5 : element.matches('a') ? 0.5 : 0.4);
    if (isPress) add(style.borderTopWidth === '0px' ? '' : style.borderTopColor, 0.5);
  }

  function fillsOf(style: CSSStyleDeclaration): [string, number][] {
    const tones = /gradient\(/.test(style.backgroundImage)
      ? (style.backgroundImage.match(/(?:rgba?|oklch|oklab|lab|lch|color|hsla?)\([^()]*\)/g) ?? [])
      : [];
    const share = 1 / Math.max(1, tones.length);
    return [[style.backgroundColor, 1], ...tones.map((tone): [string, number] => [tone, share])];
  }

  function add(text: string, weight: number) {
    const read = readColor(text);
    // The browser's own colours of links are nobody's brand.
    if (read && read.alpha > 0.4 && read.color !== '#0000ee' && read.color !== '#551a8b')
      uses.push({ color: read.color, weight: weight * read.alpha });
  }

  /** The browser itself reads every notation: it fills one pixel with the colour. */
  function readColor(text: string): { color: string; alpha: number } | null {
    if (!probe || !text || text === 'none' || text === 'transparent') return null;
    const before = known.get(text);
    if (before !== undefined) return before;
    let read: { color: string; alpha: number } | null = null;
    if (CSS.supports('color', text)) {
      probe.clearRect(0, 0, 1, 1);
      probe.fillStyle = text;
      probe.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = probe.getImageData(0, 0, 1, 1).data;
      const color = `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
      read = alpha === 0 ? null : { color, alpha: alpha / 255 };
    }
    known.set(text, read);
    return read;
  }

  function themeColor(): string | null {
    for (const { media, content } of document.querySelectorAll<HTMLMetaElement>(
      'meta[name="theme-color" i]',
    )) {
      const read = !media || matchMedia(media).matches ? readColor(content.slice(0, 100)) : null;
      if (read && read.alpha > 0.9) return read.color;
    }
    return null;
  }

  function isDarkScheme(): boolean {
    const said = document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]')?.content ?? '';
    const schemes = `${getComputedStyle(document.documentElement).colorScheme} ${said}`;
    return /dark/.test(schemes) && !/light/.test(schemes);
  }

  function iconsOf(): string[] {
    const links = [
      ...document.querySelectorAll<HTMLLinkElement>('link[rel~="icon" i],link[rel="apple-touch-icon" i]'),
    ];
    const worth = ({ rel, sizes }: HTMLLinkElement) =>
      (/apple/i.test(rel) ? 180 : 0) + Math.min(512, Number.parseInt(sizes.value, 10) || 0);
    return links
      .sort((a, b) => worth(b) - worth(a))
      .map(({ href }) => href)
      .filter((href) => href.length < 20_000)
      .slice(0, 2);
  }
}
