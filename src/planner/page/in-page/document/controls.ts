import type { Purpose, RawControl } from '../../view.ts';
import type { Dom } from './dom.ts';
import type { Effects } from './effects.ts';
import type { Fields } from './fields.ts';
import type { Names } from './names.ts';
import type { Openers } from './openers.ts';

/** Finds every control that a visitor can act on, including folded ones, with what it is for and what opens it. */
export class Controls {
  static readonly maxControls = 500;
  private readonly dom: Dom;
  private readonly names: Names;
  private readonly fields: Fields;
  private readonly effects: Effects;
  private readonly openers: Openers;
  private readonly overlayWords: RegExp;
  private readonly idOf: (element: Element) => number;

  constructor(
    dom: Dom,
    names: Names,
    fields: Fields,
    parts: { effects: Effects; Openers: typeof Openers; overlayWords: RegExp },
    idOf: (element: Element) => number,
  ) {
    this.dom = dom;
    this.names = names;
    this.fields = fields;
    this.effects = parts.effects;
    this.overlayWords = parts.overlayWords;
    this.openers = new parts.Openers(dom, names, fields, (element) => this.isControl(element));
    this.idOf = idOf;
  }

  read(sectionOf: (element: Element) => number | null): {
    controls: RawControl[];
    count: number;
    truncated: boolean;
  } {
    const elements: Element[] = [];
    const under = new Map<Element, string>();
    let heading = '';
    const { count, truncated } = this.dom.walk(document.documentElement, (element) => {
      if (this.dom.isMachinery(element)) return false;
      // A heading around a button is the question of an accordion. It is a heading of nothing but itself.
      if (/^H[1-6]$/.test(element.tagName) && !element.querySelector('a, button'))
        heading = this.dom.text(element, 120);
      if (elements.length < 4 * Controls.maxControls && this.isControl(element)) {
        elements.push(element);
        under.set(element, heading);
      }
      return element.tagName.toLowerCase() !== 'svg';
    });
    const described = elements
      .map((element) => ({ element, control: this.describe(element, sectionOf) }))
      .filter(({ control }) => control.name !== '' || control.purpose !== 'act');
    // Visible controls come first, so that a page with thousands of links loses folded ones.
    const kept = new Set(
      [...described]
        .sort((a, b) => Number(b.control.visible) - Number(a.control.visible))
        .slice(0, Controls.maxControls),
    );
    const controls = described
      .filter((one) => kept.has(one))
      .map(({ element, control }) => ({
        ...control,
        around: control.navigation ? '' : this.around(element, control.name),
        under: under.get(element) ?? '',
      }));
    return { controls, count, truncated };
  }

  private isControl(element: Element): boolean {
    const tag = element.tagName;
    if (tag === 'INPUT') return (element as HTMLInputElement).type !== 'hidden';
    if (tag === 'A')
      return element.hasAttribute('href') || element.hasAttribute('onclick') || this.isPointed(element);
    if (/^(BUTTON|SELECT|TEXTAREA|SUMMARY)$/.test(tag)) return true;
    const role = element.getAttribute('role');
    if (
      role &&
      /^(button|link|tab|menuitem|menuitemradio|menuitemcheckbox|switch|checkbox|radio|combobox|option|textbox|searchbox)$/.test(
        role,
      )
    )
      return true;
    if (
      ['onclick', 'aria-haspopup', 'aria-expanded', 'popovertarget'].some((name) =>
        element.hasAttribute(name),
      )
    )
      return true;
    if (element.getAttribute('contenteditable') === 'true') return true;
    return this.isPointed(element);
  }

  /**
   * Whether only a script makes an element a button. It has the pointer cursor, and is neither inside nor around a real
   * control.
   */
  private isPointed(element: Element): boolean {
    if (!(element instanceof HTMLElement) || /^(HTML|BODY|LABEL|OPTION|IMG)$/.test(element.tagName))
      return false;
    if (this.dom.style(element).cursor !== 'pointer') return false;
    const parent = this.dom.parent(element);
    if (parent && this.dom.style(parent).cursor === 'pointer') return false;
    return (
      !element.closest('a[href], button, label, summary, select') &&
      !element.querySelector('a[href], button, input, select')
    );
  }

  private describe(
    element: Element,
    sectionOf: (element: Element) => number | null,
  ): Omit<RawControl, 'under' | 'around'> {
    const role = this.names.role(element) ?? (element.tagName === 'A' ? 'link' : 'button');
    const shown = this.fields.shownElement(element);
    const visible = this.dom.isReachable(shown);
    const link = element.closest('a[href]');
    const href = link instanceof HTMLAnchorElement ? link.href : null;
    const form = this.fields.formOf(element);
    const expanded = element.getAttribute('aria-expanded') ?? this.detailsState(element);
    const pinned = this.dom.pinnedRoot(element);
    const opener = visible ? null : this.openers.of(element);
    const purpose = this.purpose(element, role, href);
    return {
      id: this.idOf(shown === element || element.tagName !== 'INPUT' ? element : shown),
      role,
      name: this.nameOf(element, shown),
      purpose,
      inputType: this.fields.inputType(element, role),
      hint: this.fields.hint(element),
      box: this.dom.box(shown),
      visible,
      href,
      newTab: link?.getAttribute('target') === '_blank',
      download: link?.hasAttribute('download') ?? false,
      expanded: expanded === null ? null : expanded === 'true',
      checked: this.fields.checked(element),
      required: (element as HTMLInputElement).required === true,
      // A list always has a value, but nobody chose the one that it shows at first.
      filled: !(element instanceof HTMLSelectElement) && Boolean((element as HTMLInputElement).value),
      value: this.fields.value(element),
      options: this.fields.options(element),
      section: sectionOf(element),
      form: form ? this.idOf(form) : null,
      opener: opener && this.idOf(opener),
      overlay: pinned !== null && this.isOverlay(pinned, element),
      navigation: this.dom.isNavigation(element),
      prominence: visible ? this.prominence(shown) : 0,
      besideCardFields: this.fields.besideCardFields(element),
      effects: this.effects.of(element),
      leadsTo: href === null ? this.effects.leadsTo(element) : null,
    };
  }

  /** Names a button without letters "Menu" where it looks like one. Viewers know the three strokes, drawn or as a character. */
  private nameOf(element: Element, shown: Element): string {
    const name = this.names.name(element) || this.names.name(shown);
    return !/\p{L}/u.test(name) && this.openers.looksLikeMenu(element) ? 'Menu' : name;
  }

  private detailsState(element: Element): string | null {
    if (element.tagName !== 'SUMMARY') return null;
    return String((element.parentElement as HTMLDetailsElement | null)?.open === true);
  }

  private purpose(element: Element, role: string, href: string | null): Purpose {
    const popup = element.getAttribute('aria-haspopup');
    if (element instanceof HTMLSelectElement || role === 'option') return 'choose';
    // In a menu without a script, a checkbox that is not drawn keeps the menu open.
    if (role === 'checkbox' && this.openers.looksLikeMenu(element)) return 'menu';
    if (role === 'tab') return 'tab';
    if (/^(switch|checkbox|radio|menuitemradio|menuitemcheckbox)$/.test(role)) return 'toggle';
    if (/^(textbox|searchbox|spinbutton|slider)$/.test(role)) return 'input';
    if (element.hasAttribute('aria-pressed')) return 'toggle';
    if (role === 'combobox') return element.tagName === 'INPUT' ? 'input' : 'choose';
    if (popup && popup !== 'false' && (popup !== 'dialog' || this.openers.looksLikeMenu(element)))
      return 'menu';
    if (element.tagName === 'SUMMARY' || element.hasAttribute('aria-expanded'))
      return this.dom.isNavigation(element) ? 'menu' : 'accordion';
    if (this.openers.looksLikeMenu(element)) return 'menu';
    if (href && !/^javascript:/i.test(href)) return 'navigate';
    const type = (element as HTMLButtonElement).type;
    if (element.closest('form') && /^(submit|image)$/.test(type ?? '')) return 'submit';
    return this.questionLike(element) ? 'accordion' : 'act';
  }

  /**
   * Whether an element is a row of an accordion that has no markup of one. It asks something, and a neighbour may hold the
   * answer.
   */
  private questionLike(element: Element): boolean {
    const answer = element.nextElementSibling ?? element.parentElement?.nextElementSibling;
    return /[?？؟]\s*\S{0,2}$/u.test(this.names.name(element)) && answer !== null && answer !== undefined;
  }

  /** The other words in the repeated element around a control (a card, a row, a list item), or in its group. */
  private around(element: Element, own: string): string {
    const legend = element.closest('fieldset')?.querySelector('legend');
    // Only neighbours are compared. Comparing each of five thousand rows with all others would take minutes.
    const alike = (one: Element) =>
      [one.previousElementSibling, one.nextElementSibling].some(
        (other) => other?.tagName === one.tagName && other.classList[0] === one.classList[0],
      );
    const said = (text: string) => this.dom.shorten(text.replace(own, ' ').replace(/\s+/g, ' ').trim(), 160);
    let at: Element | null = element;
    for (let level = 0; at && level < 7 && !/^(SECTION|MAIN|BODY|FORM)$/.test(at.tagName); level++) {
      const text = this.dom.text(at, 700);
      if (text.length >= 700) break;
      const more = said(text);
      if (more.length > 1 && alike(at) && !this.isOnlyControls(at, text))
        return `${legend ? this.dom.text(legend, 60) : ''} ${more}`.trim();
      at = at.parentElement;
    }
    return legend ? this.dom.text(legend, 60) : '';
  }

  /**
   * Whether an element contains nothing but several buttons, as a cell of a table may. The words that tell its row from the
   * next one are in other cells.
   */
  private isOnlyControls(element: Element, text: string): boolean {
    const inner = [...element.querySelectorAll('button, [role="button"]')];
    if (inner.length < 2) return false;
    const told = inner.reduce((left, one) => left.replace(this.dom.text(one, 100), ''), text);
    return told.trim().length <= 1;
  }

  private isOverlay(pinned: Element, element: Element): boolean {
    if (this.dom.isNavigation(element) && pinned.getBoundingClientRect().top < 60) return false;
    const words = `${this.names.tokens(pinned).join(' ')} ${this.dom.text(pinned, 300)}`;
    if (this.overlayWords.test(words)) return true;
    return pinned.getBoundingClientRect().top > 0.5 * innerHeight;
  }

  private prominence(element: Element): number {
    const { width, height } = this.dom.box(element);
    const filled = this.dom.hasOwnBackground(element) ? 0.5 : 0;
    const sized = width >= 90 && width <= 480 && height >= 34 && height <= 90 ? 0.3 : 0;
    const bold = Number.parseInt(this.dom.style(element).fontWeight, 10) >= 600 ? 0.1 : 0;
    const early = this.dom.box(element).y < innerHeight ? 0.1 : 0;
    return filled + sized + bold + early;
  }
}
