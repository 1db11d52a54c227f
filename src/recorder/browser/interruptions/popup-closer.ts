export interface PopupRules {
  /** CSS selectors of widgets that are always hidden. */
  widgets: string;
  /** Source of a regular expression: what a pop-up to close is about. */
  topics: string;
  /** Source of a regular expression: what a button says that closes a pop-up. */
  closeLabels: string;
}

/**
 * Runs in the page: closes the pop-ups that are open and, by an observer, those that appear later. The source of this class is
 * sent to the page as text, so it may refer to nothing but itself and the DOM.
 */
export class PopupCloser {
  private readonly widgets: string;
  private readonly topics: RegExp;
  private readonly closeLabels: RegExp;
  /** What somebody has asked for with a press or a key is no interruption: a list of labels, one of which is "Newsletters". */
  private readonly answers = new WeakSet<Element>();
  private lastAskedMs = Number.NEGATIVE_INFINITY;
  private readonly answerMs = 600;
  /** A pop-up has a field, a button or two, a cross and a link to the terms. What has so many controls is part of the page. */
  private readonly mostOffers = 6;
  private readonly parts = 'div, dialog, aside, section, form, iframe, button, [role=button]';

  constructor({ widgets, topics, closeLabels }: PopupRules) {
    this.widgets = widgets;
    this.topics = new RegExp(topics, 'i');
    this.closeLabels = new RegExp(closeLabels, 'i');
  }

  /** May be called again in the same document; only its first call starts the observer. @returns how many pop-ups were open. */
  start(): number {
    const marked = window as Window & { showreelClosesPopups?: PopupCloser };
    if (marked.showreelClosesPopups)
      return document.body ? marked.showreelClosesPopups.sweep([document.body]) : 0;
    this.hideWidgets();
    const closed = document.body ? this.sweep([document.body]) : 0;
    marked.showreelClosesPopups = this;
    const note = () => {
      this.lastAskedMs = performance.now();
    };
    for (const type of ['pointerdown', 'click', 'contextmenu', 'keydown', 'input'])
      addEventListener(type, note, true);
    this.observe();
    return closed;
  }

  private hideWidgets(): void {
    const style = document.createElement('style');
    style.textContent = `${this.widgets} { visibility: hidden !important; pointer-events: none !important; }`;
    document.head?.append(style);
  }

  /** The observer is called after the page's own code and before anything is drawn. */
  private observe(): void {
    new MutationObserver((changes) => {
      const touched = new Set<Element>();
      for (const { type, target, addedNodes } of changes) {
        if (type === 'attributes' && target instanceof Element && target !== document.body)
          touched.add(target);
        for (const node of addedNodes) if (node instanceof Element) touched.add(node);
      }
      if (touched.size > 0 && touched.size < 60) this.sweep(touched);
    }).observe(document.documentElement, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['class', 'open', 'hidden', 'aria-hidden', 'data-state'],
    });
  }

  /** Closes the pop-ups and hides the chat bubbles in `roots`. @returns how many pop-ups were visible. */
  private sweep(roots: Iterable<Element>): number {
    let closed = 0;
    for (const root of roots) {
      const elements = [...(root.matches('body') ? [] : [root]), ...this.partsOf(root)];
      for (const element of elements.slice(0, 4_000)) {
        if (!element.isConnected) continue;
        if (this.isChatBubble(element)) this.hide(element);
        if (!this.isPopup(element)) continue;
        const { width, height } = element.getBoundingClientRect();
        // A bar with one line of text is part of the page's look.
        if (height < 90 && element.tagName !== 'DIALOG') continue;
        if (performance.now() - this.lastAskedMs < this.answerMs) this.answers.add(element);
        if (this.answers.has(element)) continue;
        for (const sibling of [element.previousElementSibling, element.nextElementSibling])
          if (sibling && this.isBackdrop(sibling)) this.hide(sibling);
        this.close(element as HTMLElement);
        if (width > 0) closed++;
      }
    }
    return closed;
  }

  /** Parts inside `root`, with shadow hosts and what stands in their trees: some pop-ups are custom elements. */
  private partsOf(root: Element | ShadowRoot): Element[] {
    const hosts = [...root.querySelectorAll('*')].filter(({ shadowRoot }) => shadowRoot !== null);
    if (root instanceof Element && root.shadowRoot) hosts.unshift(root);
    return [
      ...root.querySelectorAll(this.parts),
      ...hosts.flatMap((host) => [
        ...(host === root ? [] : [host]),
        ...host.shadowRoot!.querySelectorAll(this.parts),
      ]),
    ];
  }

  /** A chat bubble is small, fixed in a lower corner, and has "chat" or the like in its name or attributes. */
  private isChatBubble(element: Element): boolean {
    const attributes = ['id', 'class', 'aria-label', 'title', 'name', 'src'].map((name) =>
      element.getAttribute(name),
    );
    const names = `${element.localName} ${attributes.join(' ')}`;
    if (!/\b(?:live|web)?-?chat|chat-?bot|messenger\b/i.test(names)) return false;
    if (getComputedStyle(element).position !== 'fixed') return false;
    const { left, right, bottom, width, height } = element.getBoundingClientRect();
    const inCorner = bottom > innerHeight - 160 && (right > innerWidth - 60 || left < 60);
    return inCorner && width <= 460 && height <= 720 && width * height > 0;
  }

  private isPopup(element: Element): boolean {
    if (!this.isOverlay(element) || element.querySelector('main, h1') || this.isOfApplication(element))
      return false;
    const text = this.textOf(element);
    // A pop-up asks for something; a bar along the top without a control is the page's own.
    const tree = element.shadowRoot ?? element;
    const asks = tree.querySelector('input, button, [role=button], a, iframe') !== null;
    return (
      asks &&
      text.length < 1_500 &&
      this.topics.test(`${element.id} ${element.getAttribute('class') ?? ''} ${text}`)
    );
  }

  /**
   * A fixed column of navigation is part of the page, also where one of its entries is called “Subscriptions” or “Discounts”, and so is a fixed
   * box that holds all of an application. A pop-up asks for one thing and offers little else.
   */
  private isOfApplication(element: Element): boolean {
    const tree = element.shadowRoot ?? element;
    if (element.matches('nav, [role=navigation]') || tree.querySelector('nav, [role=navigation]'))
      return true;
    const { left, right, width, height } = element.getBoundingClientRect();
    const isColumn =
      height >= 0.95 * innerHeight && width <= 0.35 * innerWidth && (left <= 1 || right >= innerWidth - 1);
    const controls = tree.querySelectorAll(
      'a, button, [role=button], [role=tab], [role=link], [role^=menuitem]',
    );
    return (
      isColumn || (controls.length > this.mostOffers && tree.querySelector('input[type=email]') === null)
    );
  }

  private isOverlay(element: Element): boolean {
    if (!(element instanceof HTMLElement)) return false;
    const { position, display } = getComputedStyle(element);
    if (display === 'none') return false;
    if (element.matches('dialog[open]')) return true;
    return (
      position === 'fixed' || (position === 'absolute' && element.matches('[role=dialog], [aria-modal=true]'))
    );
  }

  private textOf({ shadowRoot, textContent }: Element): string {
    return shadowRoot
      ? [...shadowRoot.children].map((one) => (one.matches('style, script') ? '' : one.textContent)).join(' ')
      : (textContent ?? '');
  }

  /** A backdrop is empty, fixed, and covers the whole viewport. */
  private isBackdrop(element: Element): boolean {
    if (!(element instanceof HTMLElement) || getComputedStyle(element).position !== 'fixed') return false;
    const { width, height } = element.getBoundingClientRect();
    return (
      width >= innerWidth &&
      height >= innerHeight &&
      element.childElementCount === 0 &&
      !element.textContent?.trim()
    );
  }

  private close(element: HTMLElement): void {
    this.closeButtonIn(element)?.click();
    if (element instanceof HTMLDialogElement && element.open) element.close();
    // Whatever its button did, the pop-up is not drawn any more.
    this.hide(element);
    // Pages lock their scrolling while a pop-up is open.
    const { body, documentElement } = document;
    for (const root of [body, documentElement]) {
      if (getComputedStyle(root).overflow === 'hidden' && root.style.overflow === 'hidden')
        root.style.overflow = '';
    }
  }

  private closeButtonIn(element: HTMLElement): HTMLElement | undefined {
    const labelOf = (button: HTMLElement) =>
      (button.getAttribute('aria-label') || button.title || button.textContent || '').trim();
    const staysHere = (button: HTMLElement) =>
      !(button instanceof HTMLAnchorElement) || /^(#|javascript:|$)/.test(button.getAttribute('href') ?? '');
    return [
      ...(element.shadowRoot ?? element).querySelectorAll<HTMLElement>(
        'button, [role=button], a, [class*=close i], [aria-label]',
      ),
    ].find(
      (button) =>
        staysHere(button) && (this.closeLabels.test(labelOf(button)) || /\bclose\b/i.test(button.className)),
    );
  }

  private hide(element: Element): void {
    (element as HTMLElement).style.setProperty('display', 'none', 'important');
  }
}
