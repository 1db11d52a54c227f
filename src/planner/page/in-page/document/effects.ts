import type { Shorten } from '../../../../text.ts';

/** Reads what a press does besides what the control says, as far as that is written on the page. */
export class Effects {
  private readonly shorten: Shorten;

  constructor(shorten: Shorten) {
    this.shorten = shorten;
  }

  /** Method and action attributes and paths that change things. */
  of(element: Element): string {
    const link = element.closest('a[href]');
    const given = [
      element.getAttribute('data-method'),
      element.getAttribute('formaction'),
      element.getAttribute('data-action'),
      link instanceof HTMLAnchorElement ? link.pathname : '',
      this.formSentBy(element)?.getAttribute('action'),
    ];
    return this.shorten(given.filter(Boolean).join(' '), 200);
  }

  /**
   * The address that a press opens although the element is no link: a form's, or one in a handler. Null in a frame, since a
   * frame navigates alone.
   */
  leadsTo(element: Element): string | null {
    if (window.top !== window) return null;
    const handler = element.getAttribute('onclick') ?? '';
    const called = /location(?:\.href)?\s*=\s*|location\.(?:assign|replace)\(\s*|\bopen\(\s*/.source;
    const written = new RegExp(`(?:${called})(["'\`])([^"'\`$]+)\\1`).exec(handler)?.[2];
    if (written) return this.absolute(written);
    const form = this.formSentBy(element);
    // A form with a handler of its own goes nowhere by itself.
    if (!form || form.method === 'dialog' || form.hasAttribute('onsubmit')) return null;
    const action = element.getAttribute('formaction') ?? form.getAttribute('action');
    return action ? this.absolute(action) : null;
  }

  private formSentBy(element: Element): HTMLFormElement | null {
    const { type, form } = element as HTMLButtonElement;
    return /^(submit|image)$/.test(type ?? '') && form instanceof HTMLFormElement ? form : null;
  }

  private absolute(address: string): string | null {
    return URL.parse(address, document.baseURI)?.href ?? null;
  }
}
