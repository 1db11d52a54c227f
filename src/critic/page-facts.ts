/** What a page says and shows to somebody who looks at it, as far as it tells whether the page is one that was meant to be filmed. */
export interface PageFacts {
  url: string;
  title: string;
  /** The largest headings that are seen, at most five. */
  headings: string[];
  /** The visible text without navigation, header and footer, cut after 3,000 characters. */
  text: string;
  /** The length of all visible text in characters, counted up to 3,000. */
  textLength: number;
  /** Pictures, films, drawings and frames of at least 48 by 48 pixels. */
  pictures: number;
  passwordFields: number;
  /** Fields to type in that are no password and are seen. */
  otherFields: number;
  /** Names of buttons and links that are seen outside of navigation, header and footer, at most forty. */
  controls: string[];
  /** Whether something turns, or says that it is busy, in a place with nothing else in it. */
  isLoading: boolean;
  /** What stands in front of the page and stays there when it scrolls: its words, its share of the screen, and what selects it. */
  overlays: { text: string; share: number; isChat: boolean; selector: string }[];
}

/** Runs a function in the page, as `Tab.ask` does. */
type Ask = <Answer>(inPage: () => Answer) => Promise<Awaited<Answer>>;

/** @throws whatever `ask` throws where the page cannot answer */
export async function readPageFacts(ask: Ask): Promise<PageFacts> {
  const [said, shown, isLoading, overlays] = await Promise.all([
    ask(readSaid),
    ask(readShown),
    ask(readWaiting),
    ask(readOverlays),
  ]);
  return { ...said, ...shown, isLoading, overlays };
}

// Each of the following runs in the page, and so refers to nothing outside of itself.

function readSaid(): Pick<PageFacts, 'url' | 'title' | 'headings' | 'text' | 'textLength'> {
  const most = 3_000;
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim();
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  const isAround = (element: Element) =>
    element.closest('nav, header, footer, [role=navigation], [role=banner], [role=contentinfo]') !== null &&
    element.closest('main, [role=main], article') === null;
  let [text, textLength] = ['', 0];
  const large: { said: string; size: number }[] = [];
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && textLength < most; node = walker.nextNode()) {
    const parent = node.parentElement;
    const said = clean((node.nodeValue ?? '').slice(0, most));
    if (!said || !parent || /^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName) || !isSeen(parent)) continue;
    textLength += said.length;
    if (isAround(parent)) continue;
    text += ` ${said}`;
    const whole = clean((parent.textContent ?? '').slice(0, 400));
    if (large.at(-1)?.said !== whole)
      large.push({ said: whole, size: Number.parseFloat(getComputedStyle(parent).fontSize) });
  }
  large.sort((one, other) => other.size - one.size);
  return {
    url: location.href.slice(0, 2_000),
    title: clean(document.title).slice(0, 200),
    headings: [...new Set(large.map(({ said }) => said.slice(0, 200)))].slice(0, 5),
    text: text.trim().slice(0, most),
    textLength: Math.min(most, textLength),
  };
}

function readShown(): Pick<PageFacts, 'pictures' | 'passwordFields' | 'otherFields' | 'controls'> {
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    );
  };
  const isAround = (element: Element) =>
    element.closest('nav, header, footer, [role=navigation], [role=banner], [role=contentinfo]') !== null &&
    element.closest('main, [role=main], article') === null;
  const all = (selectors: string) =>
    [...document.querySelectorAll<HTMLInputElement>(selectors)].filter(isSeen);
  const fields = all(
    'input:not([type=hidden], [type=submit], [type=button], [type=reset]), textarea, select',
  );
  const pictures = all('img, svg, canvas, video, iframe, object').filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= 48 && height >= 48;
  });
  const nameOf = (element: HTMLInputElement) =>
    (element.getAttribute('aria-label') || element.textContent?.trim() || element.value || '')
      .replace(/\s+/g, ' ')
      .slice(0, 80);
  return {
    pictures: pictures.length,
    passwordFields: fields.filter(({ type }) => type === 'password').length,
    otherFields: fields.filter(({ type }) => !/^(?:password|checkbox|radio)$/.test(type)).length,
    controls: all('button, a[href], [role=button], input[type=submit]')
      .filter((element) => !isAround(element))
      .slice(0, 40)
      .map(nameOf),
  };
}

function readWaiting(): boolean {
  const boxOf = (element: Element) => element.getBoundingClientRect();
  // Round and round, and not to and fro as decoration does.
  const turns = ({ effect }: Animation) => {
    const keyframes = effect instanceof KeyframeEffect ? effect.getKeyframes() : [];
    const degrees = keyframes.map(({ transform, rotate }) => {
      const [, number = '0', unit] = /(-?[\d.]+)(deg|turn|rad)/.exec(`${rotate} ${transform}`) ?? [];
      return Number(number) * ({ turn: 360, rad: 57.3 }[unit ?? ''] ?? 1);
    });
    const endless = effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY;
    return endless && Math.max(0, ...degrees) - Math.min(0, ...degrees) >= 180;
  };
  const turning = document
    .getAnimations()
    .filter(turns)
    .map(({ effect }) => (effect as KeyframeEffect).target)
    .filter((element) => element !== null && boxOf(element).width >= 12);
  const busy = document.querySelectorAll(
    '[role=progressbar]:not([aria-valuenow]), [aria-busy=true], progress:not([value])',
  );
  // Pictures that are drawn turn by themselves, and some things that only mean to wait go to and fro. Their names tell.
  const drawn = [...document.querySelectorAll('svg animateTransform[type=rotate][repeatCount=indefinite]')]
    .map((turn) => turn.closest('svg'))
    .filter((svg) => svg !== null);
  const waits = /(?:^|[^a-z])(?:load(?:er|ing)|spinner|skeleton|shimmer|placeholder-(?:glow|wave))/i;
  const named = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY)
    .flatMap(({ effect }) => {
      const target = (effect as KeyframeEffect).target;
      const own = [target, target?.parentElement].find(
        (element) => element && waits.test(`${element.getAttribute('class')} ${element.id}`),
      );
      return own ?? [];
    });
  const says =
    /^(?:loading|please wait|one moment|wird geladen|lädt|bitte warten|chargement|cargando|caricamento|carregando|загрузка|読み込み中|加载中|로딩 중)[\s.…]*$/iu;
  const saying: Element[] = [];
  const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && saying.length < 5; node = walker.nextNode())
    if (node.parentElement && (node.nodeValue ?? '').length < 60 && says.test((node.nodeValue ?? '').trim()))
      saying.push(node.parentElement);
  // Decoration turns beside other things. What is waited for leaves its place empty.
  const standsAlone = (element: Element) => {
    let around: Element | null = element;
    while (around && (boxOf(around).width < 280 || boxOf(around).height < 160)) around = around.parentElement;
    let said = 0;
    const inside = document.createTreeWalker(around ?? document.body, NodeFilter.SHOW_TEXT);
    for (let node = inside.nextNode(); node && said < 60; node = inside.nextNode())
      if (!/^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(node.parentElement?.tagName ?? ''))
        said += (node.nodeValue ?? '').trim().length;
    return said < 60;
  };
  return [...turning, ...busy, ...drawn, ...named, ...saying].some((element) => {
    if (!element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { top, bottom } = boxOf(element);
    return bottom > 0 && top < innerHeight && standsAlone(element);
  });
}

function readOverlays(): PageFacts['overlays'] {
  const chat =
    /intercom|crisp-client|drift-|tawk|zendesk|zopim|hubspot-messages|tidio|livechat|lc_chat|chatwoot|olark|freshchat|fc_frame|chat-widget/i;
  // A window in a corner where one writes to somebody.
  const talks = (element: HTMLElement) => {
    const { left, right, width, top, bottom } = element.getBoundingClientRect();
    // Navigation at the side begins at the top.
    const isLow = top > innerHeight * 0.1 && bottom > innerHeight / 2;
    const isInCorner = isLow && width < innerWidth / 2 && (left < 80 || right > innerWidth - 80);
    const field = element.querySelector('textarea, input:not([type=email]), [contenteditable]');
    const asks =
      /\bchat\b|how can (?:i|we) help|messages?\b|\bsupport\b|(?:have|any) questions|nachricht|fragen|message|aider|mensaje|ayudar/i;
    return (
      isInCorner &&
      field !== null &&
      asks.test(
        `${element.textContent} ${field.getAttribute('placeholder')} ${field.getAttribute('aria-label')}`,
      )
    );
  };
  const overlays: PageFacts['overlays'] = [];
  // An id or classes select it also where it comes anew. Otherwise it is found by its place.
  const selectorOf = (element: Element): string => {
    if (element.id) return `#${CSS.escape(element.id)}`;
    const classes = [...element.classList].map((name) => `.${CSS.escape(name)}`).join('');
    if (classes && document.querySelectorAll(classes).length === 1) return classes;
    const parent = element.parentElement;
    if (!parent || parent === document.documentElement) return element.tagName.toLowerCase();
    return `${selectorOf(parent)} > :nth-child(${[...parent.children].indexOf(element) + 1})`;
  };
  for (const element of [...document.querySelectorAll<HTMLElement>('body *')].slice(0, 4_000)) {
    if (!/^(?:fixed|sticky)$/.test(getComputedStyle(element).position)) continue;
    const { width, height, top, bottom } = element.getBoundingClientRect();
    if (bottom <= 0 || top >= innerHeight || width < 2 || height < 2) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const frames = [...element.querySelectorAll('iframe')].map(
      ({ id, src, title }) => `${id} ${src} ${title}`,
    );
    overlays.push({
      text: (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 400),
      share: Math.round(((width * height) / (innerWidth * innerHeight)) * 1_000) / 1_000,
      selector: selectorOf(element),
      isChat:
        width >= 200 &&
        height >= 200 &&
        (chat.test(`${element.id} ${element.className} ${frames.join(' ')}`) || talks(element)),
    });
    if (overlays.length === 20) break;
  }
  return overlays;
}
