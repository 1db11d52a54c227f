import type { Dom } from './dom.ts';

/**
 * Approximate roles and accessible names, good enough to choose elements by. Names for selectors come from the browser's own
 * accessibility tree. Computing all names there would cost a protocol call for each element.
 */
export class Names {
  private readonly dom: Dom;
  constructor(dom: Dom) {
    this.dom = dom;
  }

  role(element: Element): string | null {
    const given = element.getAttribute('role')?.trim().split(/\s+/)[0]?.toLowerCase();
    if (given) return given;
    const tag = element.tagName.toLowerCase();
    if (tag === 'a') return element.hasAttribute('href') ? 'link' : null;
    if (tag === 'input') return this.inputRole(element as HTMLInputElement);
    if (/^h[1-6]$/.test(tag)) return 'heading';
    const roles: Record<string, string> = {
      button: 'button',
      summary: 'button',
      select: 'combobox',
      textarea: 'textbox',
      nav: 'navigation',
      main: 'main',
      aside: 'complementary',
      header: 'banner',
      footer: 'contentinfo',
      form: 'form',
      img: 'img',
      dialog: 'dialog',
      article: 'article',
      section: 'region',
    };
    if (roles[tag]) return roles[tag];
    return (element as HTMLElement).isContentEditable && element.hasAttribute('contenteditable')
      ? 'textbox'
      : null;
  }

  /** The level of a heading, 1 to 6. It is 2 where nothing tells the level. */
  headingLevel(element: Element): number {
    return Number(element.getAttribute('aria-level') ?? /^H([1-6])$/.exec(element.tagName)?.[1] ?? 2);
  }

  private inputRole(input: HTMLInputElement): string | null {
    if (/^(button|submit|reset|image)$/.test(input.type)) return 'button';
    if (/^(checkbox|radio)$/.test(input.type)) return input.type;
    if (input.type === 'range') return 'slider';
    if (input.type === 'number') return 'spinbutton';
    if (input.type === 'search') return 'searchbox';
    return input.type === 'hidden' ? null : 'textbox';
  }

  name(element: Element): string {
    const named = this.byReference(element) || element.getAttribute('aria-label') || this.byLabel(element);
    const found = named || this.byContent(element) || this.byAttributes(element);
    return this.dom.shorten(found.replace(/\s+/g, ' ').trim(), 160);
  }

  private byReference(element: Element): string {
    const ids = element.getAttribute('aria-labelledby')?.trim().split(/\s+/) ?? [];
    const root = element.getRootNode() as Document | ShadowRoot;
    const texts = ids.map((id) => root.getElementById(id)?.textContent ?? '');
    return texts.join(' ').trim();
  }

  /** The text of a field's labels. */
  byLabel(element: Element): string {
    if (!/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) return '';
    const labels = [...((element as HTMLInputElement).labels ?? [])];
    const said = labels.map((label) => this.dom.text(label, 400) || (label.textContent ?? '')).join(' ');
    // A label around a list contains the texts of all options, which are removed.
    const own = element.tagName === 'SELECT' ? this.dom.text(element, 400).replace(/…$/, '') : '';
    const named = (own === '' ? said : said.replace(own, ' ')).replace(/\s+/g, ' ').trim();
    return this.dom.shorten(named, 120);
  }

  private byContent(element: Element): string {
    if (element instanceof HTMLInputElement)
      return /^(button|submit|reset)$/.test(element.type)
        ? element.value || (element.type === 'submit' ? 'Submit' : '')
        : '';
    if (/^(SELECT|TEXTAREA)$/.test(element.tagName)) return '';
    const text = this.dom.text(element, 160) || (element.textContent ?? '').trim();
    if (text) return text;
    const picture = element.querySelector('img[alt]:not([alt=""]), [aria-label], svg title');
    return picture?.getAttribute('alt') ?? picture?.getAttribute('aria-label') ?? picture?.textContent ?? '';
  }

  private byAttributes(element: Element): string {
    return (
      element.getAttribute('alt') ||
      element.getAttribute('title') ||
      element.getAttribute('placeholder') ||
      element.getAttribute('aria-placeholder') ||
      ''
    );
  }

  /** What a link within the site is called by the last word of its address: “reports” of `#/reports` and of `/team/reports`. */
  byAddress(element: Element): string {
    if (!(element instanceof HTMLAnchorElement) || element.origin !== location.origin) return '';
    const isHere = element.href.replace(/#.*/, '') === location.href.replace(/#.*/, '');
    const route = /^#!?\/(.+)$/.exec(element.hash)?.[1] ?? (isHere ? '' : element.pathname);
    const last =
      route
        .split(/[?#]/)[0]!
        .split('/')
        .findLast((part) => part !== '') ?? '';
    return /^[a-z][a-z_-]{1,30}$/i.test(last) ? last.replace(/[_-]+/g, ' ') : '';
  }

  /** Words of the attributes by which authors name elements, in lower case. */
  tokens(element: Element): string[] {
    const given = [
      element.id,
      element.getAttribute('class') ?? '',
      element.getAttribute('aria-label') ?? '',
      element.getAttribute('data-testid') ?? '',
      element.getAttribute('data-section') ?? '',
      element.getAttribute('name') ?? '',
    ].join(' ');
    const words = given.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
    return [...new Set(words.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1))].slice(0, 40);
  }
}
