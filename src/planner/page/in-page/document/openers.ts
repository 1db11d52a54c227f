import type { Dom } from './dom.ts';
import type { Fields } from './fields.ts';
import type { Names } from './names.ts';

/**
 * Finds what to press before a folded element is visible: a control that names its container, a summary, a tab, a menu nearby.
 */
export class Openers {
  private readonly dom: Dom;
  private readonly names: Names;
  private readonly fields: Fields;
  private readonly isControl: (element: Element) => boolean;
  private burger: Element | null | undefined;
  private menuButtons: Element[] | undefined;

  constructor(dom: Dom, names: Names, fields: Fields, isControl: (element: Element) => boolean) {
    this.dom = dom;
    this.names = names;
    this.fields = fields;
    this.isControl = isControl;
  }

  /** The opener of a hidden element. The opener of a menu within a menu is hidden itself. */
  of(element: Element): Element | null {
    const root = element.getRootNode() as Document | ShadowRoot;
    const found = this.dom.up(element, (ancestor) => {
      if (ancestor instanceof HTMLDetailsElement && !ancestor.open)
        return ancestor.querySelector('summary') ?? undefined;
      if (ancestor.id) {
        const quoted = CSS.escape(ancestor.id);
        const named = root.querySelector(
          `[aria-controls~="${quoted}"], [popovertarget="${quoted}"], [data-target="#${quoted}"], [data-bs-target="#${quoted}"]`,
        );
        if (named) return named;
      }
      if (ancestor === document.body || this.dom.isRendered(ancestor)) return this.beside(element, ancestor);
      // The element is in a list of a folded menu, under the button that unfolds this list.
      const above = ancestor.previousElementSibling;
      return above?.matches('[aria-expanded="false"], [aria-haspopup="menu"], [aria-haspopup="true"]')
        ? above
        : undefined;
    });
    // An opener may itself be folded away, in a menu within a menu.
    const opens =
      found && (this.dom.isReachable(found) || found.closest('nav, [role="menu"], [role="navigation"]'));
    return opens && found !== element ? found : null;
  }

  /** Whether an element is the button of a folded menu, by its name or by its icon of three strokes. */
  looksLikeMenu(element: Element): boolean {
    if (!this.dom.isNavigation(element) || this.leadsOn(element)) return false;
    const label = this.fields.shownElement(element);
    const names = [element, label].map((one) => this.names.name(one).toLowerCase());
    const said = [...[element, label].flatMap((one) => this.names.tokens(one)), ...names];
    if (said.some((token) => /^(menu|hamburger|burger|navtoggle|toggler|more|☰|≡)$/.test(token)))
      return true;
    const isToggle =
      said.includes('toggle') && said.some((token) => /^(nav|navbar|sidebar|sidenav|drawer)$/.test(token));
    return (
      isToggle || label === this.nameless() || /\b(?:bars|menu|hamburger)\b/.test(this.fields.hint(element))
    );
  }

  private leadsOn(element: Element): boolean {
    return (
      element instanceof HTMLAnchorElement &&
      !/^(?:#!?|javascript:.*|)$/.test(element.getAttribute('href') ?? '')
    );
  }

  /**
   * The only button in the bar with a picture but no name and no hint. Null where there are two, since nothing tells which is
   * the menu.
   */
  private nameless(): Element | null {
    if (this.burger !== undefined) return this.burger;
    const bars = ['header', 'nav', '[role="banner"]', '[class*="menu"]', '[class*="nav"]'];
    const drawn = bars.flatMap((bar) => [`${bar} div`, `${bar} span`]).join(', ');
    const all = document.querySelectorAll(`button, [role="button"], label[for], ${drawn}`);
    const found = [...all].filter((one) => {
      if (!one.matches('button, [role="button"], label[for]') && this.dom.style(one).cursor !== 'pointer')
        return false;
      const { width, height } = this.dom.box(one);
      const isSmall = width >= 16 && height >= 16 && width <= 80 && height <= 80;
      if (!isSmall || one.querySelector('img, input') || !this.dom.isNavigation(one)) return false;
      const isPicture =
        one.querySelector('svg, i, span') !== null || /^[^\p{L}\p{N}]+$/u.test(one.textContent);
      return (
        isPicture &&
        !/\p{L}/u.test(this.names.name(one)) &&
        !/\p{L}/u.test(this.fields.hint(one)) &&
        this.dom.isReachable(one)
      );
    });
    const outer = found.filter((one) => !found.some((other) => other !== one && other.contains(one)));
    this.burger = outer.length === 1 && this.hasFoldedLinks() ? outer[0]! : null;
    return this.burger;
  }

  /**
   * Whether the page has a folded list of links. Without one, a button without a name may be anything: a colour scheme, the
   * search.
   */
  private hasFoldedLinks(): boolean {
    return [...document.querySelectorAll('nav, ul, menu, [class*="menu"]')].some((list) => {
      const links = list.querySelectorAll('a[href]');
      return links.length > 1 && !this.dom.isReachable(links[0]!);
    });
  }

  /** The visible element in the nearest rendered ancestor that looks as if it opens the folded element. */
  private beside(element: Element, rendered: Element): Element | undefined {
    const scope = rendered === document.body || rendered === document.documentElement ? null : rendered;
    if (!scope) return this.ofThePage(element);
    const near =
      'summary, [aria-expanded], [aria-haspopup], button, [role="button"], a, label[for], [class*="toggle"], [class*="menu"]';
    const candidates = [...scope.querySelectorAll(near)].filter(
      (one) =>
        !one.contains(element) && this.dom.isReachable(one) && (this.isControl(one) || this.isBox(one)),
    );
    const before = candidates.filter(
      (one) => one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const telling = (one: Element) =>
      one.hasAttribute('aria-expanded') || one.hasAttribute('aria-haspopup') || this.looksLikeMenu(one);
    return (
      before.findLast(telling) ??
      (scope.tagName === 'LI' ? before.at(-1) : undefined) ??
      candidates.find(telling)
    );
  }

  /**
   * The opener of an element that is folded away far from any button: the button of the page's menu, where a list of links is
   * folded.
   */
  private ofThePage(element: Element): Element | undefined {
    const list = element.closest('nav, ul, menu, [role="menu"], [class*="menu"]');
    const isMenu = list !== null && list.querySelectorAll('a[href]').length > 1;
    const named = isMenu ? this.menus().find((one) => !one.contains(element)) : undefined;
    if (named) return named;
    const all = document.querySelectorAll(
      '[aria-expanded="false"], [aria-haspopup="menu"], [aria-haspopup="true"], [aria-haspopup="dialog"]',
    );
    const told = [...all].find((one) => this.dom.isNavigation(one) && this.dom.isReachable(one));
    return told ?? (isMenu ? (this.nameless() ?? undefined) : undefined);
  }

  private menus(): Element[] {
    const all = document.querySelectorAll(
      'button, [role="button"], label[for], [class*="menu"], [class*="burger"]',
    );
    this.menuButtons ??= [...all].filter((one) => this.dom.isReachable(one) && this.looksLikeMenu(one));
    return this.menuButtons;
  }

  /** Whether an element is the label of a checkbox that is not drawn. A press on it opens the menu. */
  private isBox(element: Element): boolean {
    const box = element instanceof HTMLLabelElement ? element.control : null;
    return box instanceof HTMLInputElement && this.fields.shownElement(box) === element;
  }
}
