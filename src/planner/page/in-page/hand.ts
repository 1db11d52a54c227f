export type WayToAct = 'press' | 'doublePress' | 'menuPress' | 'enter' | 'fill';

/** Acts on elements as a visitor's mouse and keyboard would, without any frame being drawn. */
export class Hand {
  /** Presses an element as a script can, without any frame being drawn: in its middle, as the mouse would. */
  press(element: HTMLElement): void {
    const at = this.#inMiddle(element);
    const options = { bubbles: true, cancelable: true, composed: true, view: window };
    const tell = (...types: string[]) =>
      types
        .map((type) =>
          at.dispatchEvent(
            type.startsWith('pointer') ? new PointerEvent(type, options) : new MouseEvent(type, options),
          ),
        )
        .at(-1);
    tell('pointerover', 'pointerenter', 'mouseover', 'mouseenter', 'pointerdown');
    // A list that keeps the focus in its field would open again if an option took it.
    if (tell('mousedown')) this.#moveFocus(element);
    tell('pointerup', 'mouseup');
    if (at instanceof HTMLElement) at.click();
    else at.dispatchEvent(new MouseEvent('click', options));
  }

  /** The focus goes to what is pressed or to what it stands in. Where neither takes it, the field that has it loses it, and may keep what it has. */
  #moveFocus(element: HTMLElement): void {
    const takes = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';
    const home = element.closest<HTMLElement>(takes);
    if (home) home.focus?.({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  /**
   * What lies over the whole of an element, where the mouse would meet it: the listener may be there ("<li role=menuitem><div @click>"). A part of
   * the element, such as a cell of a table, is another thing, and films press beside it.
   */
  #inMiddle(element: Element): Element {
    // A label would press its field a second time, and an editor takes the focus itself.
    if (element.matches('input, select, textarea, label, option, [contenteditable]')) return element;
    const areaOf = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      return width * height;
    };
    const { x, y, width, height } = element.getBoundingClientRect();
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    // An open list hangs below the button that it is drawn in, and is larger.
    const isThere = (one: Element) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return left <= middleX && middleX <= right && top <= middleY && middleY <= bottom;
    };
    let at = element;
    for (let inner: Element | undefined = at; inner; ) {
      at = inner;
      const whole = areaOf(at);
      inner = [...at.children].find((child) => whole > 0 && areaOf(child) >= 0.8 * whole && isThere(child));
    }
    return at;
  }

  doublePress(element: HTMLElement): void {
    this.press(element);
    this.press(element);
    element.dispatchEvent(
      new MouseEvent('dblclick', { bubbles: true, cancelable: true, composed: true, view: window }),
    );
  }

  /** Presses the other button, in view: the menu opens where the press was. @returns whether the page has a menu of its own there, in place of the browser's */
  menuPress(element: HTMLElement): boolean {
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const options = {
      bubbles: true,
      cancelable: true,
      composed: true,
      view: window,
      button: 2,
      clientX: x + width / 2,
      clientY: y + height / 2,
    };
    element.dispatchEvent(new PointerEvent('pointerdown', { ...options, buttons: 2 }));
    element.dispatchEvent(new MouseEvent('mousedown', { ...options, buttons: 2 }));
    const goesOn = element.dispatchEvent(new MouseEvent('contextmenu', { ...options, buttons: 2 }));
    element.dispatchEvent(new PointerEvent('pointerup', options));
    element.dispatchEvent(new MouseEvent('mouseup', options));
    return !goesOn;
  }

  /** Confirms a field as a visitor does: by Enter, and by leaving the field. */
  enter(element: HTMLElement): void {
    const key = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true, composed: true };
    let goesOn = true;
    for (const type of ['keydown', 'keypress', 'keyup'])
      goesOn = element.dispatchEvent(new KeyboardEvent(type, key)) && goesOn;
    if (goesOn && element instanceof HTMLInputElement) element.form?.requestSubmit?.();
    element.blur?.();
  }

  /** Presses beside everything: what has opened above the page closes. */
  pressAside(): void {
    const options = { bubbles: true, cancelable: true, composed: true, view: window };
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      document.body.dispatchEvent(
        type.startsWith('pointer') ? new PointerEvent(type, options) : new MouseEvent(type, options),
      );
  }

  fill(field: HTMLElement, value: string): void {
    const prototype = Object.getPrototypeOf(field) as object;
    const setter = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
    if (setter) setter.call(field, value);
    else field.textContent = value;
    field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true, composed: true }));
  }
}
