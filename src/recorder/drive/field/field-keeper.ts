import type { FieldPlace } from './field-place.ts';
import type { FieldText } from './field-text.ts';

/**
 * Of the text so far: whether the field shows it. `mended`: it does, but the focus or the caret had to be set. `gone`: the page has no such
 * field now, or the field does not take the focus.
 */
export type FieldState = 'kept' | 'mended' | 'lost' | 'gone';
/** Of the whole value, where the field does not show it. `other text`: what the page has made of it, which is not touched. */
export type FieldVerdict = 'same' | 'other text' | 'lost' | 'gone' | 'not judged';

/**
 * Runs in the page and keeps hold of the field that a step fills in. Many applications draw a field anew at every key: the element is
 * replaced, and the focus is gone. The keeper finds the new element and gives it the focus. Refers to nothing but itself, what its
 * constructor gets, and the DOM.
 */
export class FieldKeeper {
  private readonly text: FieldText;
  private readonly placeOf: (element: Element) => FieldPlace;
  private field: Element;
  private place: FieldPlace;
  private oldText: string;
  /** The page has replaced the field, or has taken the focus from it. */
  private isRedrawn: boolean;
  /** The step's element is no field, but the box around one. */
  private isInner = false;
  /** The keys go to something that is no field, or the page has passed the focus on to the next field of a code. */
  private isUnwatched = false;
  /** The page has taken the text out of the field, as fields for tags do. */
  private isEmptied = false;

  constructor(
    element: Element,
    isRedrawn: boolean,
    text: FieldText,
    placeOf: (element: Element) => FieldPlace,
  ) {
    this.text = text;
    this.placeOf = placeOf;
    this.isRedrawn = isRedrawn;
    const inner =
      isRedrawn && !text.isField(element) && element.querySelector('input,textarea,[contenteditable]');
    this.field = inner || element;
    this.place = placeOf(this.field);
    this.oldText = text.textOf(this.field);
  }

  /** After the press into the field: selects the old content, so that the first key replaces it. */
  begin(): void {
    if (!this.field.isConnected) this.rejoin('');
    const active = this.active();
    if (!this.text.isField(this.field) && active && this.text.isField(active) && this.belongs(active)) {
      this.field = active;
      this.isInner = true;
    }
    this.isUnwatched = !this.text.isField(this.field);
    this.place = this.placeOf(this.field);
    this.oldText = this.text.textOf(this.field);
    this.text.select(this.field);
  }

  /** Sees to it that the field has the focus, and says whether it shows `text`, which was typed so far. */
  look(text: string): FieldState {
    if (this.isUnwatched) return 'kept';
    const wasThere = this.field.isConnected;
    if (!wasThere && !this.rejoin(text)) return 'gone';
    const hadFocus = this.hasFocus();
    if (!hadFocus) {
      if (wasThere && this.follow(text)) return 'kept';
      this.isRedrawn = true;
      if (text === '') this.text.select(this.field);
      else this.text.toEnd(this.field);
      if (!this.hasFocus() && !this.yieldTo(this.active(), text)) return 'gone';
    }
    this.place = this.placeOf(this.field);
    const state = text === '' ? 'kept' : this.stateOf(text);
    return state === 'kept' && !(wasThere && hadFocus) ? 'mended' : state;
  }

  /** What has to be typed to make the field show `text`. Where it shows something else, that is selected and will be replaced. */
  missing(text: string): string {
    const shown = this.text.textOf(this.field);
    const isBeginning = text.startsWith(shown);
    if (isBeginning) this.text.toEnd(this.field);
    else this.text.select(this.field);
    return isBeginning ? text.slice(shown.length) : text;
  }

  /** Puts `text` in at once. @param commits whether the `change` event follows, which ends an edit */
  put(text: string, commits: boolean): void {
    if (!this.field.isConnected) this.rejoin(text);
    this.text.put(this.field, text);
    if (!this.field.isConnected) this.rejoin(text);
    if (commits) this.field.dispatchEvent(new Event('change', { bubbles: true }));
  }

  verdict(value: string): FieldVerdict {
    if (this.isUnwatched) return 'not judged';
    if (!this.field.isConnected && !this.rejoin(value)) return 'gone';
    const { field, text } = this;
    if (text.isSame(field, value)) return 'same';
    if (this.isInner && !this.isRedrawn) return 'not judged';
    const isSet = text.isText(field) ? !text.isTyped(field) : !text.isField(field);
    const shown = text.textOf(field);
    // A field for tags shows what came since it was emptied.
    const isTaken = (this.isEmptied || (shown === '' && !this.isRedrawn)) && value.endsWith(shown);
    const isItsOwn = isTaken || text.isFull(field) || text.isReadOnly(field) || text.isUnreadable(field);
    if (isSet || isItsOwn) return 'other text';
    if (!text.isText(field)) return 'lost';
    const keeps = this.isRedrawn ? text.isInOtherForm(shown, value) : text.holds(shown, value);
    return keeps ? 'other text' : 'lost';
  }

  private stateOf(typed: string): FieldState {
    const { field, text } = this;
    if (text.isUnreadable(field)) return 'kept';
    const shown = text.textOf(field);
    if (text.isInOtherForm(text.beforeCaret(field) ?? shown, typed)) return 'kept';
    if (text.isInOtherForm(shown, typed)) {
      text.toEnd(field);
      return 'mended';
    }
    if (shown === '' && (!this.isRedrawn || /[,;\n]$/.test(typed))) this.isEmptied = true;
    // A field that stays and keeps the focus does with its text what its page wants. It is judged when all is typed.
    const isItsOwn = !this.isRedrawn || this.isEmptied || text.isFull(field) || text.isReadOnly(field);
    return isItsOwn ? 'kept' : 'lost';
  }

  /** Another field of the page has the focus. Returns whether the page means the text to go there. */
  private follow(typed: string): boolean {
    const active = this.active();
    if (!active || !this.text.isField(active) || typed === '') return false;
    const shown = this.text.textOf(this.field);
    if (this.text.isInOtherForm(this.text.textOf(active), typed)) {
      this.field = active;
      this.place = this.placeOf(active);
      return true;
    }
    // The next field of a code that has a field for each digit.
    const isNear = active.parentElement?.parentElement?.contains(this.field) === true;
    const isComplete = shown !== '' && (this.text.isFull(this.field) || (shown.length === 1 && isNear));
    this.isUnwatched = isComplete && this.text.textOf(active) === '';
    return this.isUnwatched;
  }

  /** The page does not let the field have the focus, and has a field of its own for the text, as some search fields do. */
  private yieldTo(active: Element | null, typed: string): boolean {
    const { text } = this;
    if (!active || !text.isField(active)) return false;
    if (typed !== '' && !text.holds(typed, text.textOf(active))) return false;
    this.field = active;
    this.oldText = text.textOf(active);
    if (typed === '') text.select(active);
    return true;
  }

  /** Goes to the element that the page has drawn in the field's place. It shows nothing that the field did not show. */
  private rejoin(typed: string): boolean {
    const { text } = this;
    const next = this.place.successor((one) => {
      const shown = text.textOf(one);
      return shown === this.oldText || text.holds(shown, typed) || text.holds(typed, shown);
    });
    if (!next) return false;
    this.field = next;
    this.isRedrawn = true;
    return true;
  }

  private belongs(active: Element): boolean {
    const { field } = this;
    return !field.isConnected || field.contains(active) || (field as HTMLLabelElement).control === active;
  }

  private active(): Element | null {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active;
  }

  /** A part of a larger editor never has the focus itself. */
  private hasFocus(): boolean {
    const { activeElement } = this.field.getRootNode() as Document | ShadowRoot;
    if (!activeElement) return false;
    const isEditor = activeElement instanceof HTMLElement && activeElement.isContentEditable;
    return this.field.contains(activeElement) || (isEditor && activeElement.contains(this.field));
  }
}
