/** A text that the page shows, where it stands in the viewport (CSS px), and how it can be read. */
export interface TextRun {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The size of its font in CSS px. */
  sizePx: number;
  /** Of its colour to what is behind it, from 1 to 21 as WCAG has it; null where that is a picture or a gradient. */
  contrast: number | null;
  characters: number;
}

/** Runs in the page, and so refers to nothing outside of itself. @returns at most 400 texts of the viewport */
export function readTexts(): TextRun[] {
  type Color = { r: number; g: number; b: number; a: number };
  const colorOf = (css: string): Color | null => {
    const numbers = /^rgba?\(([^)]+)\)$/
      .exec(css)?.[1]
      ?.split(/[\s,/]+/)
      .map(Number);
    if (!numbers || numbers.length < 3) return null;
    const [r = 0, g = 0, b = 0, a = 1] = numbers;
    return { r, g, b, a };
  };
  const over = (top: Color, below: Color): Color => ({
    r: top.r * top.a + below.r * (1 - top.a),
    g: top.g * top.a + below.g * (1 - top.a),
    b: top.b * top.a + below.b * (1 - top.a),
    a: 1,
  });
  const luminance = ({ r, g, b }: Color) => {
    const [red = 0, green = 0, blue = 0] = [r, g, b].map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const pictures = [...document.querySelectorAll('img, video, canvas, picture')].map((element) =>
    element.getBoundingClientRect(),
  );
  /** What is behind a text, from the text's element up to the page; null where that is more than a colour. */
  const behind = (element: Element, box: DOMRect): Color | null => {
    const isOnPicture = pictures.some(
      ({ left, right, top, bottom }) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top,
    );
    if (isOnPicture) return null;
    const layers: Color[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      // What stands out of the flow may lie over anything.
      if (style.backgroundImage !== 'none') return null;
      if (/fixed|absolute|sticky/.test(style.position) && layers.length === 0 && at !== document.body) {
        const own = colorOf(style.backgroundColor);
        if (!own || own.a < 1) return null;
      }
      const color = colorOf(style.backgroundColor);
      if (!color) return null;
      if (color.a > 0) layers.push(color);
      if (color.a >= 1) break;
    }
    const page = { r: 255, g: 255, b: 255, a: 1 };
    return layers.reduceRight((below, top) => over(top, below), page);
  };
  const opacityOf = (element: Element): number => {
    let opacity = 1;
    for (let at: Element | null = element; at; at = at.parentElement)
      opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  };
  const texts: TextRun[] = [];
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let read = 0;
  for (let node = walker.nextNode(); node && texts.length < 400 && read < 3_000; node = walker.nextNode()) {
    const parent = node.parentElement;
    const characters = (node.nodeValue ?? '').trim().length;
    if (characters < 2 || !parent || /^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName)) continue;
    read++;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) continue;
    if (box.width < 2 || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    // What lies under something else is not read.
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (hit && !hit.contains(parent) && !parent.contains(hit)) continue;
    const style = getComputedStyle(parent);
    const ink = colorOf(style.color);
    const paper = behind(parent, box);
    let contrast: number | null = null;
    // What is drawn in another way than by its colour is not judged by it.
    if (ink && paper && style.webkitTextFillColor === style.color && style.textShadow === 'none') {
      const [one, other] = [
        luminance(over({ ...ink, a: ink.a * opacityOf(parent) }, paper)),
        luminance(paper),
      ];
      contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    }
    const { x, y, width, height } = box;
    texts.push({ x, y, width, height, sizePx: Number.parseFloat(style.fontSize), contrast, characters });
  }
  return texts;
}
