/** What a key goes to: a field in which it types, a field of one line, a field whose text nobody may see, or the page itself. */
export type KeyFocus = 'page' | 'line' | 'text' | 'secret';

/** Runs in the page. Where the focus cannot be seen, as in a frame of another site, it is taken for a field. */
export function keyFocus(): KeyFocus {
  let element: Element | null = document.activeElement;
  for (;;) {
    if (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    else if (element instanceof HTMLIFrameElement) {
      const inner = element.contentDocument;
      if (!inner) return 'text';
      element = inner.activeElement;
    } else break;
  }
  if (!element || element === element.ownerDocument.body || element === element.ownerDocument.documentElement)
    return 'page';
  const name = element.tagName.toLowerCase();
  if (name === 'input') {
    const { type, autocomplete } = element as HTMLInputElement;
    if (type === 'password' || /password|one-time-code|cc-/.test(autocomplete)) return 'secret';
    return /^(?:button|submit|reset|checkbox|radio|range|color|file|image)$/.test(type) ? 'page' : 'line';
  }
  if (name === 'textarea' || (element as HTMLElement).isContentEditable) return 'text';
  // What a closed shadow tree holds is not seen.
  return name.includes('-') && !element.shadowRoot ? 'text' : 'page';
}
