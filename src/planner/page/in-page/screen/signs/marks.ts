import type { Dom } from '../../document/dom.ts';
import type { Drawn } from './drawing.ts';

/** Reads the state in which a control is drawn: on or off, selected, open, not to be used. */
export class Marks {
  private static readonly yes =
    /(^|[-_])(active|selected|current|checked|chosen|pressed|picked|sel|toggled|highlighted|enabled|cur|here)$/i;
  private static readonly no = /(^|[-_])(inactive|unselected|unchecked|off|disabled)$/i;
  private readonly dom: Dom;
  private readonly families = new Map<Drawn, Drawn[][]>();
  private readonly bases = new Map<Drawn, string[]>();

  constructor(dom: Dom) {
    this.dom = dom;
  }

  /** Whether a switch, a box or a button that stays pressed is on. Null where nothing tells. */
  isOn(drawn: Drawn, kind: string, box: HTMLInputElement | null): boolean | null {
    const input =
      box ?? (drawn.element instanceof HTMLInputElement ? drawn.element : this.boxIn(drawn, kind));
    if (input && /^(checkbox|radio)$/.test(input.type)) return input.indeterminate ? null : input.checked;
    const stated = this.stated(drawn.element, ['aria-checked', 'aria-pressed', 'data-checked', 'data-on']);
    if (stated !== null) return stated;
    const ofState = this.byDataState(drawn.element);
    if (ofState !== null) return ofState;
    if (!/^(toggle|radio)$/.test(kind)) return this.byCharacter(drawn) ?? this.besideOthers(drawn);
    const marked = this.marked(drawn) ?? this.inside(drawn) ?? this.tick(drawn);
    return (
      marked ?? this.knob(drawn) ?? (kind === 'radio' ? this.besideOthers(drawn) : this.likeOthers(drawn))
    );
  }

  /** A star or a heart is filled where it was given, unless all of them are, and a class marks those that were given. */
  private byCharacter(drawn: Drawn): boolean | null {
    const text = (drawn.element.textContent ?? '').trim();
    if (/^[★⭐♥❤🌟]\ufe0f?$|^(star|favorite|bookmark)$/u.test(text))
      return this.marked(drawn) ?? this.likeOthers(drawn) ?? true;
    return /^[☆♡🤍✩]$|^(star|favorite|bookmark)_(border|outline)$/u.test(text) ? false : null;
  }

  private boxIn({ element }: Drawn, kind: string): HTMLInputElement | null {
    return /^(toggle|radio)$/.test(kind)
      ? element.querySelector('input[type="checkbox"], input[type="radio"]')
      : null;
  }

  /** @param byLook whether it stands among alternatives, so that the one drawn in another way is the present one */
  isSelected(drawn: Drawn, byLook: boolean): boolean {
    const { element } = drawn;
    const stated = this.stated(element, ['aria-selected', 'aria-current', 'data-selected', 'data-active']);
    if (stated !== null) return stated;
    return this.byDataState(element) ?? this.marked(drawn) ?? (byLook && this.isOdd(drawn));
  }

  isExpanded({ element }: Drawn): boolean | null {
    const given = element.getAttribute('aria-expanded');
    if (given !== null) return given === 'true';
    if (element.tagName === 'SUMMARY') return (element.parentElement as HTMLDetailsElement).open === true;
    const state = element.getAttribute('data-state') ?? '';
    return /^(open|closed)$/.test(state) ? state === 'open' : null;
  }

  /** What the name of an arrow says of what it stands at: a chevron is turned where that is open. Null of any other picture. */
  isTurned(icon: Element): boolean | null {
    const names = (icon.getAttribute('class') ?? '').split(/\s+/);
    if (!names.some((name) => /(^|[-_])(chevron|caret|disclosure|expander)([-_]|$)/i.test(name))) return null;
    return names.some((name) => /(^|[-_])(open|opened|expanded|rotated?|up)$/i.test(name));
  }

  isDisabled(drawn: Drawn, box: Element | null): boolean {
    const { element, style } = drawn;
    if ((box ?? element).matches(':disabled') || element.closest('[inert], [aria-disabled="true"]'))
      return true;
    if (style.cursor === 'not-allowed') return true;
    if ([...element.classList].some((name) => /^(is-|[\w-]*--)?disabled$/i.test(name))) return true;
    return (
      style.pointerEvents === 'none' &&
      element.tagName !== 'INPUT' &&
      this.dom.style(element.parentElement!).pointerEvents !== 'none'
    );
  }

  private stated(element: Element, names: string[]): boolean | null {
    for (const name of names) {
      const value = element.getAttribute(name);
      if (value !== null && value !== 'mixed') return !/^(false|0|no|off)$/i.test(value);
    }
    return null;
  }

  private byDataState(element: Element): boolean | null {
    const state = element.getAttribute('data-state') ?? element.getAttribute('data-status') ?? '';
    if (/^(on|checked|active|selected|enabled)$/.test(state)) return true;
    return /^(off|unchecked|inactive|disabled)$/.test(state) ? false : null;
  }

  /** What the element's own classes say. */
  private marked({ element }: Drawn): boolean | null {
    const names = [...element.classList].filter((name) => !name.includes(':'));
    if (names.some((name) => Marks.no.test(name))) return false;
    return this.isOnBy(names) ? true : null;
  }

  private isOnBy(names: string[]): boolean {
    return (
      names.some((name) => Marks.yes.test(name) || /^(is-)?on$|--on$/i.test(name)) || this.isFamilyOn(names)
    );
  }

  /** “seg-on” beside “seg-button” is of the same make. An “add-on” by itself is nothing that is on. */
  private isFamilyOn(names: string[]): boolean {
    const ons = names.filter((name) => /.[-_]on$/i.test(name));
    return ons.some((name) => {
      const family = name.slice(0, -3);
      return names.some(
        (other) => other === family || (other !== name && other.startsWith(name.slice(0, -2))),
      );
    });
  }

  /** What the classes of a part or of the frame around say: some authors mark the track or the row. */
  private inside(drawn: Drawn): boolean | null {
    for (const child of drawn.children) {
      const said = this.marked(child);
      if (said !== null) return said;
    }
    const { parent } = drawn;
    return parent && parent.children.length <= 2 && parent.box.width < 2.5 * drawn.box.width
      ? this.marked(parent)
      : null;
  }

  /** A small square is on where a tick is drawn in it. */
  private tick({ box, children, style }: Drawn): boolean | null {
    const isBox = Math.abs(box.width - box.height) < 2 && Number.parseFloat(style.borderTopWidth) >= 1;
    return isBox && children.every(({ element }) => element.tagName === 'svg')
      ? children.some(({ isShown }) => isShown)
      : null;
  }

  /** A knob stands at the end for on, and at the beginning for off. */
  private knob({ element, box, children }: Drawn): boolean | null {
    const knobs = children.filter((child) => child.words === '' && child.box.width <= 0.7 * box.width);
    const place =
      knobs.length === 1 ? knobs[0]!.box.x + knobs[0]!.box.width / 2 : this.drawnKnob(element, box.x);
    if (place === null || box.width < 1.25 * box.height) return null;
    const share = (place - box.x) / box.width;
    if (Math.abs(share - 0.5) < 0.08) return null;
    return this.dom.style(element).direction === 'rtl' ? share < 0.5 : share > 0.5;
  }

  /** Whether a pseudo-element is drawn as a round knob, within what holds it. */
  hasDrawnKnob({ element, box }: Drawn): boolean {
    return ['::before', '::after'].some((pseudo) => {
      const style = this.pseudo(element, pseudo);
      if (!style) return false;
      const [width, height] = [style.width, style.height].map((side) => Number.parseFloat(side));
      const isRound =
        Math.abs(width! - height!) < 2 && Number.parseFloat(style.borderTopLeftRadius) >= 0.4 * width!;
      return isRound && height! >= 0.4 * box.height && height! <= box.height && width! <= 0.7 * box.width;
    });
  }

  /** The style of a pseudo-element that is placed freely. Null where there is none. */
  private pseudo(element: Element, name: string): CSSStyleDeclaration | null {
    const style = getComputedStyle(element, name);
    const isDrawn = style.content !== 'none' && style.position === 'absolute';
    return isDrawn && Number.parseFloat(style.width) >= 6 ? style : null;
  }

  /** The knob may be a pseudo-element. */
  private drawnKnob(element: Element, x: number): number | null {
    for (const at of [element, ...element.querySelectorAll(':scope > *')].slice(0, 4))
      for (const pseudo of ['::before', '::after']) {
        const style = this.pseudo(at, pseudo);
        if (!style) continue;
        const width = Number.parseFloat(style.width);
        const moved = new DOMMatrix(style.transform === 'none' ? '' : style.transform).m41;
        const left = Number.parseFloat(style.left);
        if (Number.isFinite(left)) return x + left + moved + width / 2;
      }
    return null;
  }

  /** Off, where another one of the same make is marked as on. */
  private likeOthers(drawn: Drawn): boolean | null {
    const first = drawn.element.classList[0];
    if (!first) return null;
    const others = [...document.getElementsByClassName(first)].slice(0, 60);
    return others.some((other) => this.isOnBy([...other.classList])) ? false : null;
  }

  /** A button beside alternatives is off where one of them is marked. */
  private besideOthers(drawn: Drawn): boolean | null {
    const own = this.marked(drawn);
    if (own !== null) return own;
    const others = this.alike(drawn).filter((other) => other !== drawn);
    return others.some(
      (other) =>
        this.marked(other) === true || this.stated(other.element, ['aria-pressed', 'aria-checked']) === true,
    )
      ? false
      : null;
  }

  /** The siblings that are made like an element, and the element. */
  alike(drawn: Drawn): Drawn[] {
    const { parent } = drawn;
    return (parent && this.kinds(parent).find((all) => all.includes(drawn))) ?? [drawn];
  }

  /** The children of an element, each with those that are made like it. */
  kinds(parent: Drawn): Drawn[][] {
    const known = this.families.get(parent);
    if (known) return known;
    const found: Drawn[][] = [];
    for (const child of parent.children) {
      const family = found.find(([first]) => this.isAlike(first!, child));
      if (family) family.push(child);
      else found.push([child]);
    }
    this.families.set(parent, found);
    return found;
  }

  private isAlike(a: Drawn, b: Drawn): boolean {
    if (a === b) return true;
    if (a.element.tagName !== b.element.tagName || a.isShown !== b.isShown) return false;
    const [one, two] = [this.base(a), this.base(b)];
    const shared = one.filter((name) => two.includes(name)).length;
    if (shared > 0) return shared >= 0.5 * Math.max(one.length, two.length);
    // A class that only one of them has may mark it.
    if (one.length + two.length > 1 || this.stem(a) !== this.stem(b)) return false;
    const near = (x: number, y: number) => Math.abs(x - y) <= 0.12 * Math.max(x, y) + 1;
    return near(a.box.width, b.box.width) || near(a.box.height, b.box.height);
  }

  /** What of an id all rows of a list share, and the make of the first child. */
  private stem({ element, children }: Drawn): string {
    const first = children[0]?.element;
    return `${element.id.replace(/[\d_-].*$/, '')} ${first?.tagName} ${first?.classList[0] ?? ''}`;
  }

  private base(drawn: Drawn): string[] {
    const known = this.bases.get(drawn);
    if (known) return known;
    const base = [...drawn.element.classList].filter((name) => !Marks.yes.test(name) && !Marks.no.test(name));
    this.bases.set(drawn, base);
    return base;
  }

  /** Whether it is the only one of three or more like ones that is drawn in another way. */
  private isOdd(drawn: Drawn): boolean {
    const all = this.alike(drawn);
    if (all.length < 3 || all.length > 40) return false;
    // Where each has a fill of its own, as colours to choose from have, the fill marks none.
    const isFilled = new Set(all.map(({ style }) => style.backgroundColor)).size > 2;
    const own = this.look(drawn, isFilled);
    const looks = all.filter((one) => one !== drawn).map((one) => this.look(one, isFilled));
    return looks.every((look) => look === looks[0]) && looks[0] !== own;
  }

  /** Only whole frames count: the last one of a list often has no line below, and the first one none above. */
  private look({ style }: Drawn, isFilled: boolean): string {
    const fill = isFilled ? '' : style.backgroundColor;
    const sides = [
      style.borderTopWidth,
      style.borderBottomWidth,
      style.borderLeftWidth,
      style.borderRightWidth,
    ];
    const frame = sides.every((width) => Number.parseFloat(width) > 0) ? style.borderTopColor : '';
    const outline = style.outlineStyle === 'auto' ? '' : `${style.outlineStyle} ${style.outlineColor}`;
    return `${fill} ${style.color} ${style.fontWeight} ${frame} ${style.boxShadow} ${outline}`;
  }
}
