type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Runs in the page: what a field shows, where its caret is, and how a value is put in. Refers to nothing but itself and the DOM. */
export class FieldText {
  isField(element: Element): boolean {
    return this.isText(element) || (element instanceof HTMLElement && element.isContentEditable);
  }

  isText(element: Element): element is TextField {
    return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  }

  /** Whether it gets its text by keys. */
  isTyped(field: TextField): boolean {
    return (
      field instanceof HTMLTextAreaElement || /^(text|email|password|search|url|tel|number)$/.test(field.type)
    );
  }

  /** Whether it has all the characters that it may have. */
  isFull(element: Element): boolean {
    return this.isText(element) && element.maxLength >= 0 && element.value.length >= element.maxLength;
  }

  /** Whether what it shows is no number yet ("-", "1e"). It cannot be read then. */
  isUnreadable(element: Element): boolean {
    return element instanceof HTMLInputElement && element.validity.badInput;
  }

  isReadOnly(element: Element): boolean {
    return this.isText(element) && (element.readOnly || element.disabled);
  }

  textOf(element: Element): string {
    if (this.isText(element) || element instanceof HTMLSelectElement) return element.value;
    // biome-ignore lint/performance/useDomNodeTextContent: that text has no line ends where the field's lines are elements.
    return element instanceof HTMLElement ? this.even(element.innerText) : '';
  }

  /** Null where the caret is not known: fields for numbers and addresses of mail do not tell. */
  beforeCaret(element: Element): string | null {
    if (this.isText(element))
      return element.selectionStart === null ? null : element.value.slice(0, element.selectionStart);
    const selection = this.selectionAt(element);
    if (!selection?.rangeCount) return null;
    const { startContainer, startOffset } = selection.getRangeAt(0);
    if (!element.contains(startContainer)) return null;
    const range = document.createRange();
    range.setStart(element, 0);
    range.setEnd(startContainer, startOffset);
    return this.even(range.toString());
  }

  /** Gives it the focus and selects all of its content. */
  select(element: Element): void {
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
    if (this.isText(element)) element.select();
    else this.selectionAt(element)?.selectAllChildren(element);
  }

  /** Gives it the focus, with the caret behind its text. */
  toEnd(element: Element): void {
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
    if (this.isText(element)) {
      if (element.selectionStart !== null)
        element.setSelectionRange(element.value.length, element.value.length);
      // A field of another type moves its caret only with its value. The setter sends no event.
      else if (!element.validity.badInput) {
        const { value } = element;
        this.setValue(element, '');
        this.setValue(element, value);
      }
      return;
    }
    let last: Node = element;
    while (last.lastChild) last = last.lastChild;
    const selection = this.selectionAt(element);
    if (last instanceof Text) selection?.collapse(last, last.length);
    else {
      selection?.selectAllChildren(element);
      selection?.collapseToEnd();
    }
  }

  /** Puts the value in at once, with the event of an edit. */
  put(element: Element, value: string): void {
    if (this.isText(element)) this.setValue(element, value);
    else if (element instanceof HTMLSelectElement) this.choose(element, value);
    else if (this.isField(element)) {
      this.select(element);
      // Editors wait for `beforeinput` and `input`, which this command sends.
      document.execCommand('insertText', false, value);
      return;
    }
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }

  isSame(element: Element, value: string): boolean {
    if (element instanceof HTMLSelectElement)
      return [...element.selectedOptions].some(({ value: own, text }) =>
        [own, text].some((one) => this.plain(one.trim()) === this.plain(value.trim())),
      );
    const shown = this.textOf(element);
    if (!this.isText(element)) return shown === this.even(value);
    // A colour is written in small letters, whatever was given.
    return shown === value || (!this.isTyped(element) && this.plain(shown) === this.plain(value));
  }

  /** Whether `shown` has the characters of `text` in their order, perhaps with others between them. */
  holds(shown: string, text: string): boolean {
    const wanted = [...this.plain(text)];
    let at = 0;
    for (const character of this.plain(shown)) if (character === wanted[at]) at++;
    return at === wanted.length;
  }

  /** Whether `shown` is `text`, but for capitals and the commas, spaces and brackets that the page puts between ("1,234"). */
  isInOtherForm(shown: string, text: string): boolean {
    const wordsOf = (one: string) => this.plain(one).replace(/[^\p{L}\p{N}]/gu, '');
    return wordsOf(shown) === wordsOf(text) && this.holds(shown, text);
  }

  private plain(text: string): string {
    return text.normalize('NFKC').toLowerCase();
  }

  /** The text of a rich field: spaces are spaces, and a line ends once. */
  private even(text: string): string {
    return text
      .replace(/\u00a0/g, ' ')
      .replace(/[\u200b\ufeff]/g, '')
      .replace(/[\r\n]+/g, '\n')
      .replace(/\n$/, '');
  }

  private selectionAt(element: Element): Selection | null {
    const root = element.getRootNode() as { getSelection?: () => Selection | null };
    return root.getSelection?.() ?? getSelection();
  }

  /** Frameworks that observe `value` notice a change only by the browser's own setter. */
  private setValue(field: TextField, value: string): void {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  }

  private choose(list: HTMLSelectElement, value: string): void {
    const wanted = value.trim().toLowerCase();
    const option = [...list.options].find(
      (each) => each.value === value || each.text.trim().toLowerCase() === wanted,
    );
    if (option) list.value = option.value;
  }
}
