import type { Tab } from '../tab.ts';

// What sits in a corner for ever and belongs to somebody else.
const fixtures =
  '#intercom-container, .intercom-lightweight-app, #intercom-frame, .crisp-client, ' +
  '.drift-frame-controller, #drift-widget, #drift-widget-container, #hubspot-messages-iframe-container, ' +
  'iframe#launcher, #webWidget, iframe[name="Messaging window"], #tidio-chat, #olark-wrapper, ' +
  '#chat-widget-container, #fc_frame, #gorgias-chat-container, #front-chat-iframe, .fb_dialog, ' +
  'iframe[title*="chat widget" i], .tawk-min-container, .grecaptcha-badge, #credential_picker_container, ' +
  '#userlike, .helpscout-beacon, #beacon-container, #chatbase-bubble-button, #zsiq_float, ' +
  '#smartsupp-widget';
const about =
  /newsletter|subscri|mailing list|% off|discount|coupon|promo code|exclusive (offer|deal)s?|join (our|the) (list|community)|get updates|notifications?\b.{0,40}(allow|enable)|don.t miss|before you (go|leave)|install (the|our) app|take (our|a) survey|abonnez|abonnier|rabatt|suscr[ií]b|iscriviti|nieuwsbrief|ニュースレター|订阅|訂閱|구독/i;
const close =
  /^(×|✕|✖|⨯|x|close( .{0,30})?|dismiss|no,? thanks?.{0,40}|not now|maybe later|skip|schließen|nein,? danke|fermer|non,? merci|cerrar|no,? gracias|chiudi|sluiten|fechar|关闭|閉じる|닫기)$/i;
// A pop-up that fades out is gone by then.
const farewellMs = 600;

/**
 * Off camera: closes newsletter and sign-up pop-ups, and hides chat bubbles, badges and one-tap sign-ins. What of that kind
 * comes later, by a timer or on the way down, is hidden in the moment it appears, before it is drawn. Dialogs that speak of
 * anything else are the page's own, and stay.
 */
export async function quietNuisances(tab: Tab): Promise<void> {
  const closed = await tab.ask(keepQuiet, fixtures, about.source, close.source).catch(() => 0);
  if (closed === 0) return;
  tab.log.info({ closed }, 'pop-ups closed');
  await tab.clock.idle(farewellMs);
}

/** Runs in the page. Returns how many pop-ups were open. */
function keepQuiet(fixtures: string, aboutSource: string, closeSource: string): number {
  const about = new RegExp(aboutSource, 'i');
  const close = new RegExp(closeSource, 'i');
  const marked = window as Window & { showreelKeepsQuiet?: boolean };
  if (!marked.showreelKeepsQuiet) {
    const style = document.createElement('style');
    style.textContent = `${fixtures} { visibility: hidden !important; pointer-events: none !important; }`;
    document.head?.append(style);
  }
  const liesOver = (element: Element) => {
    if (!(element instanceof HTMLElement)) return false;
    const { position, display } = getComputedStyle(element);
    if (display === 'none') return false;
    if (element.matches('dialog[open]')) return true;
    return (
      position === 'fixed' || (position === 'absolute' && element.matches('[role=dialog], [aria-modal=true]'))
    );
  };
  const said = ({ shadowRoot, textContent }: Element) =>
    shadowRoot
      ? [...shadowRoot.children].map((one) => (one.matches('style, script') ? '' : one.textContent)).join(' ')
      : (textContent ?? '');
  const labels = (element: Element) =>
    ['id', 'class', 'aria-label', 'title', 'name', 'src'].map((name) => element.getAttribute(name)).join(' ');
  // Small, fixed in a lower corner, and called a chat by those who made it.
  const isChat = (element: Element) => {
    if (!/\b(?:live|web)?-?chat|chat-?bot|messenger\b/i.test(`${element.localName} ${labels(element)}`))
      return false;
    if (getComputedStyle(element).position !== 'fixed') return false;
    const { left, right, bottom, width, height } = element.getBoundingClientRect();
    const inCorner = bottom > innerHeight - 160 && (right > innerWidth - 60 || left < 60);
    return inCorner && width <= 460 && height <= 720 && width * height > 0;
  };
  const isNuisance = (element: Element) => {
    if (!liesOver(element) || element.querySelector('main, h1')) return false;
    const text = said(element);
    // A bar along the top is the page's own; a pop-up asks for something.
    const within = element.shadowRoot ?? element;
    const asks = within.querySelector('input, button, [role=button], a, iframe') !== null;
    return (
      asks &&
      text.length < 1_500 &&
      about.test(`${element.id} ${element.getAttribute('class') ?? ''} ${text}`)
    );
  };
  const remove = (element: HTMLElement) => {
    const words = (button: HTMLElement) =>
      (button.getAttribute('aria-label') || button.title || button.textContent || '').trim();
    const staysHere = (button: HTMLElement) =>
      !(button instanceof HTMLAnchorElement) || /^(#|javascript:|$)/.test(button.getAttribute('href') ?? '');
    const button = [
      ...(element.shadowRoot ?? element).querySelectorAll<HTMLElement>(
        'button, [role=button], a, [class*=close i], [aria-label]',
      ),
    ].find((one) => staysHere(one) && (close.test(words(one)) || /\bclose\b/i.test(one.className)));
    button?.click();
    if (element instanceof HTMLDialogElement && element.open) element.close();
    // Whatever the button did, it is not drawn any more.
    element.style.setProperty('display', 'none', 'important');
    const { body, documentElement } = document;
    for (const root of [body, documentElement]) {
      if (getComputedStyle(root).overflow === 'hidden' && root.style.overflow === 'hidden')
        root.style.overflow = '';
    }
  };
  const isBackdrop = (element: Element) => {
    if (!(element instanceof HTMLElement) || getComputedStyle(element).position !== 'fixed') return false;
    const { width, height } = element.getBoundingClientRect();
    return (
      width >= innerWidth &&
      height >= innerHeight &&
      element.childElementCount === 0 &&
      !element.textContent?.trim()
    );
  };
  const parts = 'div, dialog, aside, section, form, iframe, button, [role=button]';
  /** With what stands in shadow trees, and their hosts: pop-ups come as elements of their own, too. */
  const partsOf = (root: Element | ShadowRoot): Element[] => {
    const hosts = [...root.querySelectorAll('*')].filter(({ shadowRoot }) => shadowRoot !== null);
    if (root instanceof Element && root.shadowRoot) hosts.unshift(root);
    return [
      ...root.querySelectorAll(parts),
      ...hosts.flatMap((host) => [
        ...(host === root ? [] : [host]),
        ...host.shadowRoot!.querySelectorAll(parts),
      ]),
    ];
  };
  const sweep = (roots: Iterable<Element>) => {
    let removed = 0;
    for (const root of roots) {
      for (const element of [...(root.matches('body') ? [] : [root]), ...partsOf(root)].slice(0, 4_000)) {
        if (!element.isConnected) continue;
        if (isChat(element)) (element as HTMLElement).style.setProperty('display', 'none', 'important');
        if (!isNuisance(element)) continue;
        const { width, height } = element.getBoundingClientRect();
        // Bars that say something in a line are part of the page's look.
        if (height < 90 && element.tagName !== 'DIALOG') continue;
        const beside = [element.previousElementSibling, element.nextElementSibling];
        for (const backdrop of beside)
          if (backdrop && isBackdrop(backdrop))
            (backdrop as HTMLElement).style.setProperty('display', 'none', 'important');
        remove(element as HTMLElement);
        if (width > 0) removed++;
      }
    }
    return removed;
  };
  const removed = document.body ? sweep([document.body]) : 0;
  if (!marked.showreelKeepsQuiet) {
    marked.showreelKeepsQuiet = true;
    // Called after the page's own code and before anything is drawn.
    new MutationObserver((changes) => {
      const touched = new Set<Element>();
      for (const { type, target, addedNodes } of changes) {
        if (type === 'attributes' && target instanceof Element && target !== document.body)
          touched.add(target);
        for (const node of addedNodes) if (node instanceof Element) touched.add(node);
      }
      if (touched.size > 0 && touched.size < 60) sweep(touched);
    }).observe(document.documentElement, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['class', 'open', 'hidden', 'aria-hidden', 'data-state'],
    });
  }
  return removed;
}
