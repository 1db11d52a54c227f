import type { Drawn } from './drawing.ts';
import type { Figures } from './figures.ts';

/** What icons mean, by their characters and names, and by how drawings of well-known sets begin. */
export interface IconWords {
  words: readonly (readonly [string, string])[];
  shapes: readonly (readonly [string, string])[];
}

/** Tells pictures from words, also where an icon font draws words as pictures, and says what a picture means. */
export class Icons {
  private readonly meanings: Map<string, string>;
  /** All words that pictures stand for. */
  private readonly said: Set<string>;
  private readonly shapes: readonly (readonly [string, string])[];
  private readonly sets = new Map<string, boolean>();
  private readonly figures: Figures;

  constructor({ words, shapes }: IconWords, figures: Figures) {
    this.figures = figures;
    this.meanings = new Map(words);
    this.shapes = shapes;
    this.said = new Set(words.map(([, word]) => word));
  }

  isIcon({ element, words, box, style, children }: Drawn): boolean {
    const tag = element.tagName.toLowerCase();
    if (tag === 'svg') return box.width <= 64;
    if (tag === 'img') return box.width <= 40 && box.height <= 40;
    if (children.length > 0) return false;
    if (words === '') return tag === 'i' && box.width > 4 && box.width <= 64 && this.isDrawn(element, style);
    if (this.isGlyph(words)) return true;
    const family = style.fontFamily.split(',')[0] ?? '';
    if (/icon|material symbols|awesome|glyph|fontello|remix|lucide|feather/i.test(family)) return true;
    return words.length <= 2 && box.width <= 48 && /(^|[\s_-])(icon|glyph|ico)/i.test(this.classOf(element));
  }

  /** An `i` without words is a picture where its class or its style draws one. It may be the knob of a switch, too. */
  private isDrawn(element: Element, style: CSSStyleDeclaration): boolean {
    if (
      /(^|[\s_-])(icons?|ico|fa|fas|far|bi|mdi|ti|ri|ph|glyphicon|codicon)(?![a-z])/i.test(
        this.classOf(element),
      )
    )
      return true;
    if (style.backgroundImage !== 'none' || style.maskImage !== 'none') return true;
    return !/^(none|normal|""|'')$/.test(getComputedStyle(element, '::before').content);
  }

  /** Whether a text consists of signs only. Numbers and prices are words. */
  isGlyph(text: string): boolean {
    return text.length <= 4 && !/[\p{L}\p{N}$€£¥%#]/u.test(text) && /\S/.test(text);
  }

  /** What the icons in an element mean, outside of what stands for itself, in words: what their author wrote to explain them, or else what they are called. */
  meaning(drawn: Drawn, isApart: (inner: Drawn) => boolean = () => false): string {
    const icons = this.iconsIn(drawn, isApart).slice(0, 3);
    const explained = icons.map((icon) => this.explanation(icon.element)).filter((text) => text !== '');
    if (explained.length > 0) return explained.join(' ');
    for (const icon of icons) {
      const name = this.called(icon);
      if (name !== '') return name;
    }
    return '';
  }

  /** What words in attributes say about a picture: `data-action="edit-entry"`. Only words for what icons show count. */
  hinted(words: string[]): string {
    return (
      words
        .map((word) => this.meanings.get(word) ?? (this.said.has(word) ? word : ''))
        .find((word) => word !== '') ?? ''
    );
  }

  iconsIn(drawn: Drawn, isApart: (inner: Drawn) => boolean = () => false): Drawn[] {
    if (this.isIcon(drawn)) return [drawn];
    return drawn.children.flatMap((child) => (isApart(child) ? [] : this.iconsIn(child, isApart)));
  }

  private explanation(element: Element): string {
    const title =
      element.tagName.toLowerCase() === 'svg' ? element.querySelector('title')?.textContent : null;
    const attribute = ['aria-label', 'title', 'alt'].map((name) => element.getAttribute(name)).find(Boolean);
    return (title || attribute || '').trim();
  }

  private called({ element, words }: Drawn): string {
    const shape = words === '' ? this.shape(element) : '';
    if (words !== '') return this.translate(words) || this.plain(words);
    const use = element.querySelector('use');
    const given = [
      element.getAttribute('data-icon'),
      element.getAttribute('data-lucide'),
      element.getAttribute('data-feather'),
      use?.getAttribute('href') ?? use?.getAttribute('xlink:href'),
      (element.getAttribute('src') ?? '')
        .split(/[/?#]/)
        .findLast((part) => /[a-z]/i.test(part))
        ?.replace(/\.\w+$/, ''),
      ...this.classOf(element)
        .split(/\s+/)
        .filter((name) => !this.isOfSet(name)),
    ];
    const names = given.map((name) => this.nameIn(name ?? '')).filter((name) => name !== '');
    return (
      names.map((name) => this.translate(name)).find((word) => word !== '') ?? (shape || (names[0] ?? ''))
    );
  }

  /** Whether pictures that show different things have this class: it names their set and no picture. */
  private isOfSet(name: string): boolean {
    const known = this.sets.get(name);
    if (known !== undefined) return known;
    const all = name === '' ? [] : [...document.getElementsByClassName(name)].slice(0, 40);
    const drawings = new Set(
      all.filter(({ tagName }) => tagName === 'svg').map(({ innerHTML }) => innerHTML),
    );
    this.sets.set(name, drawings.size > 2);
    return drawings.size > 2;
  }

  /** `fa-trash-alt` is called trash. What says size, style or set says nothing. */
  private nameIn(name: string): string {
    const parts = name
      .replace(/^.*#/, '')
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .split(/[^\p{L}]+/u);
    const idle =
      /^(icons?|ico|svg|inline|fa|fas|far|fab|fal|fw|mdi|md|bi|ti|ri|ph|lucide|feather|heroicon|glyphicon|material|symbols?|symbol|outlined?|rounded?|sharp|solid|regular|bold|light|fill|line|alt|small|large|sm|lg|xs|xl|size|w|h|px|btn|button|img|image|css|sc|mui|root|font|medium|left|right|start|end|mr|ml|text|current|color|colour|inherit|default|anticon|oi|el|v|q|nav|menu|action|item|icn|ic|glyph)$/;
    const said = parts.filter((part) => part.length > 1 && !idle.test(part) && part.length < 16);
    return said.slice(0, 2).join(' ');
  }

  private translate(name: string): string {
    const whole = name.trim().replace(/[\ufe0e\ufe0f]/g, '');
    const first = whole.split(/[\s_]/)[0] ?? '';
    const meant = this.meanings.get(whole) ?? this.meanings.get(first);
    return meant ?? (this.said.has(first) ? first : this.ofCharacters(whole));
  }

  private ofCharacters(text: string): string {
    return /[\p{L}\p{N}]/u.test(text) ? '' : (this.meanings.get([...text][0] ?? '') ?? '');
  }

  private plain(ligature: string): string {
    return /\p{L}/u.test(ligature) ? ligature.replace(/_/g, ' ') : '';
  }

  /** The plainest pictures are known by their strokes: a cross, a plus, a minus, three lines, three dots. */
  private shape(element: Element): string {
    if (element.tagName.toLowerCase() !== 'svg') return '';
    const dots = element.querySelectorAll('circle');
    if (dots.length === 3 && element.children.length <= 3) return 'more';
    const known = this.figures.arrow(element) || this.ofSet(element);
    if (known !== '') return known;
    const strokes = this.strokes(element);
    const isFlat = ([x1, y1, x2, y2]: number[]) => Math.abs(y2! - y1!) < 0.2 * Math.abs(x2! - x1!);
    const isUpright = ([x1, y1, x2, y2]: number[]) => Math.abs(x2! - x1!) < 0.2 * Math.abs(y2! - y1!);
    const flat = strokes.filter(isFlat).length;
    const upright = strokes.filter(isUpright).length;
    if (strokes.length === 2 && flat === 1 && upright === 1) return 'add';
    if (strokes.length === 2 && flat + upright === 0 && !this.areJoined(strokes)) return 'close';
    if (strokes.length === 1 && flat === 1) return 'remove';
    return strokes.length === 3 && flat === 3 ? 'menu' : this.figures.of(element);
  }

  /** The strokes of a cross stand apart. Those of a tick and of an angle are one line. */
  private areJoined([one = [], other = []]: number[][]): boolean {
    const ends = (stroke: number[]) => [stroke.slice(0, 2).join(), stroke.slice(2).join()];
    return ends(one).some((end) => ends(other).includes(end));
  }

  /** What a drawing of a well-known icon set shows, by the beginning of its first lines. */
  private ofSet(svg: Element): string {
    for (const one of svg.querySelectorAll('path, polyline, polygon')) {
      const drawn = (one.getAttribute('d') ?? one.getAttribute('points') ?? '')
        .replace(/[\s,]+/g, ' ')
        .trim();
      const shape = this.shapes.find(([beginning]) => drawn.startsWith(beginning));
      if (shape) return shape[1];
    }
    return '';
  }

  /** Whether a drawing is a single angle, whatever it points to. */
  isAngle({ element, box }: Drawn): boolean {
    if (element.tagName.toLowerCase() !== 'svg' || box.width > 28) return false;
    const parts = [...element.querySelectorAll('path, polyline')];
    if (parts.length !== 1) return false;
    const points = parts[0]!.getAttribute('points');
    if (points) return (points.match(/-?[\d.]+/g) ?? []).length === 6;
    const path = parts[0]!.getAttribute('d') ?? '';
    return (
      path.length <= 40 &&
      /^\s*m/i.test(path) &&
      (path.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).length === 6 &&
      !/[hvqcsa]/i.test(path)
    );
  }

  /** Straight strokes that stand apart. Empty where anything else is drawn. */
  private strokes(svg: Element): number[][] {
    const found: number[][] = [];
    for (const one of svg.querySelectorAll('*')) {
      const tag = one.tagName.toLowerCase();
      if (/^(g|title|desc)$/.test(tag)) continue;
      if (tag === 'line') found.push(['x1', 'y1', 'x2', 'y2'].map((name) => Number(one.getAttribute(name))));
      else if (tag === 'path') {
        const stretches = this.stretches(one.getAttribute('d') ?? '');
        if (!stretches) return [];
        found.push(...stretches);
      } else return [];
    }
    return found;
  }

  /** The strokes of a path of moves and single lines, such as `M18 6L6 18M6 6l12 12`. */
  private stretches(path: string): number[][] | null {
    const parts = [...path.matchAll(/([a-z])([^a-z]*)/gi)];
    const found: number[][] = [];
    let [x, y] = [0, 0];
    for (const [, letter = '', rest = ''] of parts) {
      const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
      const isRelative = letter === letter.toLowerCase();
      const [startX, startY] = [x, y];
      const base = isRelative ? [x, y] : [0, 0];
      if (/[ml]/i.test(letter) && numbers.length === 2)
        [x, y] = [base[0]! + numbers[0]!, base[1]! + numbers[1]!];
      else if (/m/i.test(letter) && numbers.length === 4) {
        [x, y] = [base[0]! + numbers[2]!, base[1]! + numbers[3]!];
        found.push([base[0]! + numbers[0]!, base[1]! + numbers[1]!, x, y]);
        continue;
      } else if (/h/i.test(letter) && numbers.length === 1) x = base[0]! + numbers[0]!;
      else if (/v/i.test(letter) && numbers.length === 1) y = base[1]! + numbers[0]!;
      else return null;
      if (!/m/i.test(letter)) found.push([startX, startY, x, y]);
    }
    return found;
  }

  private classOf(element: Element): string {
    return element.getAttribute('class') ?? '';
  }
}
