import type { Dom } from './dom.ts';
import type { Names } from './names.ts';

/** Reads the fields of forms: what they ask for, what they hold, and which of them belong together. */
export class Fields {
  private readonly dom: Dom;
  private readonly names: Names;
  private readonly groups = new Map<Element, 'form' | 'crowd' | 'none'>();

  constructor(dom: Dom, names: Names) {
    this.dom = dom;
    this.names = names;
  }

  /** The element to act on. For a native box that the author hid behind a drawn one, it is the label. */
  shownElement(element: Element): Element {
    if (!(element instanceof HTMLInputElement) || !/^(checkbox|radio)$/.test(element.type)) return element;
    const { width, height } = this.dom.box(element);
    const drawn =
      this.dom.isRendered(element) && width >= 8 && height >= 8 && this.dom.style(element).opacity !== '0';
    const label = element.labels?.[0];
    return drawn || !label ? element : label;
  }

  inputType(element: Element, role: string): string | null {
    if (element instanceof HTMLInputElement) return element.type;
    if (element instanceof HTMLSelectElement) return 'select';
    if (element instanceof HTMLTextAreaElement) return 'textarea';
    return /^(textbox|searchbox)$/.test(role) ? 'editable' : null;
  }

  hint(element: Element): string {
    if (!/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) && !element.hasAttribute('contenteditable'))
      return this.pictured(element);
    const attributes = ['name', 'id', 'autocomplete', 'placeholder', 'aria-label'];
    const given = attributes.map((name) => element.getAttribute(name) ?? '').join(' ');
    return this.dom.shorten(`${given} ${this.names.byLabel(element)}`.replace(/\s+/g, ' ').trim(), 200);
  }

  /** What the icon of a button without words shows, by the author's name for it: `fa-user`, `icon-cart`. */
  private pictured(element: Element): string {
    if (/[\p{L}\p{N}]/u.test(this.names.name(element))) return '';
    const icons = [...element.querySelectorAll('i, svg, use, span[class*="icon"]')].slice(0, 3);
    const called = icons.flatMap((icon) => [...this.names.tokens(icon), icon.getAttribute('href') ?? '']);
    return this.dom.shorten(called.join(' ').replace(/[#_-]+/g, ' '), 80);
  }

  checked(element: Element): boolean | null {
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
      return element.checked;
    const state =
      element.getAttribute('aria-checked') ??
      element.getAttribute('aria-selected') ??
      element.getAttribute('aria-pressed');
    return state === null ? null : state === 'true';
  }

  options(element: Element): { value: string; label: string }[] {
    if (!(element instanceof HTMLSelectElement)) return [];
    const usable = [...element.options].filter((option) => !option.disabled && option.value !== '');
    return usable.slice(0, 40).map((option) => ({ value: option.value, label: option.label.trim() }));
  }

  value(element: Element): string {
    const field = element as HTMLInputElement;
    const holds = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) && field.type !== 'password';
    return holds ? this.dom.shorten(String(field.value ?? ''), 200) : '';
  }

  /** To a visitor, fields and a button that stand together are a form, with or without the tag. */
  formOf(element: Element): Element | null {
    const real = element.closest('form');
    if (real || element.tagName === 'A') return real;
    let at = element.parentElement;
    for (let level = 0; at && at !== document.body && level < 3; level++, at = at.parentElement) {
      const kind = this.groups.get(at) ?? this.groupOf(at);
      this.groups.set(at, kind);
      if (kind === 'crowd') return null;
      if (kind === 'form') return at;
    }
    return null;
  }

  private groupOf(element: Element): 'form' | 'crowd' | 'none' {
    const fields =
      'input:not([type]), input[type="text"], input[type="email"], input[type="search"], textarea';
    const buttons = element.querySelectorAll('button, [role="button"], input[type="button"]').length;
    if (buttons > 3) return 'crowd';
    return buttons > 0 && element.querySelector(fields) ? 'form' : 'none';
  }

  besideCardFields(element: Element): boolean {
    const around = element.closest('form, [role="dialog"], dialog');
    const fields =
      '[autocomplete^="cc-"], [name*="card" i][name*="number" i], [id*="card-number" i], [placeholder*="card number" i], [name="cvc" i], [name="cvv" i]';
    return around?.querySelector(fields) != null;
  }
}
