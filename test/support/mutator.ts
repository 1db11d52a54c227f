/**
 * Changes a page as a redesign does. The class runs in the page, and the same seed changes the page in the same way. `data-truth`
 * marks the elements that steps are about. Neither the planner nor the recorder reads it.
 */
export class Mutator {
  static readonly kinds = [
    'renamed classes',
    'moved blocks',
    'changed copy',
    'changed order',
    'new banner',
    'translated labels',
    'wrapped',
    'all at once',
    'target removed',
  ];
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  apply(kind: string): void {
    const steps: Record<string, () => void> = {
      'renamed classes': () => this.rename(),
      'moved blocks': () => this.moveBlocks(),
      'changed copy': () => this.reword(0.5),
      'changed order': () => this.reorder(),
      'new banner': () => this.addBanner(),
      'translated labels': () => this.translate(),
      wrapped: () => this.wrap(),
      'target removed': () => this.remove(),
    };
    const all =
      kind === 'all at once' ? ['renamed classes', 'moved blocks', 'new banner', 'changed copy'] : [kind];
    for (const step of all) steps[step]?.();
  }

  private next(): number {
    this.state = (Math.imul(this.state ^ (this.state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(this.state ^ (this.state >>> 12), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  private shuffle<T>(list: T[]): T[] {
    const left = [...list];
    return list.map(() => left.splice(Math.floor(this.next() * left.length), 1)[0] as T);
  }

  private coin = (share: number) => this.next() < share;

  /** Gives classes and ids new names, as another build does. Style sheets and references to ids follow. */
  private rename(): void {
    const salt = Math.floor(this.next() * 1e6).toString(36);
    const anew = (name: string) => {
      let hash = 7;
      for (const letter of name + salt) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
      return `c${hash.toString(36)}`;
    };
    for (const sheet of document.styleSheets)
      try {
        for (const rule of sheet.cssRules) this.renameIn(rule, anew);
      } catch {
        // A style sheet of another origin keeps its names.
      }
    for (const element of document.querySelectorAll('*')) {
      const classes = [...element.classList].map(anew).join(' ');
      if (classes) element.setAttribute('class', classes);
      if (element.id) element.id = anew(element.id);
      for (const name of ['for', 'aria-controls', 'aria-labelledby', 'aria-describedby']) {
        const ids = element.getAttribute(name);
        if (ids) element.setAttribute(name, ids.split(/\s+/).map(anew).join(' '));
      }
      const href = element.getAttribute('href');
      if (href && /^#./.test(href)) element.setAttribute('href', `#${anew(href.slice(1))}`);
    }
  }

  private renameIn(rule: CSSRule, anew: (name: string) => string): void {
    if (rule instanceof CSSStyleRule)
      rule.selectorText = rule.selectorText.replace(
        /([.#])(-?[_a-zA-Z][\w-]*)/g,
        (_, sign, name) => sign + anew(name),
      );
    if ('cssRules' in rule)
      for (const inner of (rule as CSSGroupingRule).cssRules) this.renameIn(inner, anew);
  }

  private moveBlocks(): void {
    const blocks = [...document.querySelectorAll('body > *, main > *, body > div > section')].filter(
      (one) => one.getBoundingClientRect().height > 80 && !/^(SCRIPT|STYLE|NAV|HEADER)$/.test(one.tagName),
    );
    for (const parent of new Set(blocks.map((one) => one.parentElement))) {
      const mine = blocks.filter((one) => one.parentElement === parent);
      for (const block of this.shuffle(mine)) parent?.append(block);
    }
  }

  private reorder(): void {
    const lists = [
      ...document.querySelectorAll('nav, ul, ol, [class*=card], [class*=row], [class*=plan], [class*=nav]'),
    ];
    for (const list of lists) {
      const children = [...list.children].filter((one) => one.getBoundingClientRect().height > 0);
      const [first] = children;
      if (!first || children.length < 2 || !children.every((one) => one.tagName === first.tagName)) continue;
      for (const child of this.shuffle(children)) list.append(child);
    }
  }

  private texts(): Text[] {
    const found: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (/\p{L}/u.test(node.nodeValue ?? '') && !node.parentElement?.closest('script,style,noscript'))
        found.push(node as Text);
    return found;
  }

  /** Rewords texts as people do: with a synonym, or with a word more or fewer. */
  private reword(share: number): void {
    const others: Record<string, string> = {
      start: 'begin',
      get: 'claim',
      free: 'no-cost',
      try: 'test',
      learn: 'read',
      more: 'details',
      sign: 'log',
      pricing: 'plans',
      plans: 'pricing',
      contact: 'reach',
      about: 'who',
      features: 'what',
      buy: 'order',
      send: 'submit',
      open: 'show',
      our: 'the',
      your: 'my',
      team: 'people',
      services: 'offers',
      docs: 'guides',
    };
    for (const text of this.texts()) {
      if (!this.coin(share)) continue;
      const words = (text.nodeValue ?? '').trim().split(/\s+/);
      const swapped = words.map((word) => others[word.toLowerCase()] ?? word);
      if (swapped.join() === words.join()) {
        if (words.length > 2 && this.coin(0.5)) swapped.splice(Math.floor(this.next() * words.length), 1);
        else swapped.push(this.shuffle(['now', 'today', 'here', 'online', 'again'])[0] as string);
      }
      text.nodeValue = swapped.join(' ');
    }
  }

  /** Replaces each word, always by the same other word, and keeps numbers. Addresses move below a locale. */
  private translate(): void {
    const syllables = ['ba', 'ler', 'mon', 'ti', 'ru', 'sen', 'qua', 'vil', 'do', 'ken'];
    const other = (word: string) => {
      let hash = 11;
      for (const letter of word.toLowerCase()) hash = (Math.imul(hash, 33) ^ letter.charCodeAt(0)) >>> 0;
      return [hash % 10, (hash >>> 4) % 10, (hash >>> 9) % 10].map((at) => syllables[at]).join('');
    };
    const whole = (text: string) => text.replace(/\p{L}+/gu, other);
    document.documentElement.lang = 'xx';
    for (const text of this.texts()) text.nodeValue = whole(text.nodeValue ?? '');
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        const value = element.getAttribute(name);
        if (value) element.setAttribute(name, whole(value));
      }
      const href = element.getAttribute('href');
      if (element.localName === 'a' && href?.startsWith('/')) element.setAttribute('href', `/xx${href}`);
    }
  }

  private addBanner(): void {
    const banner = document.createElement('div');
    banner.innerHTML = `<strong>Autumn sale: a third off</strong> <a href="/sale">See the offers</a> <button>Close</button>`;
    banner.style.cssText = 'padding:12px;background:#fde68a;text-align:center';
    document.body.prepend(banner);
    const section = document.createElement('section');
    section.innerHTML = `<h2>New this month</h2><p>Three things that were asked for.</p><a href="/news">Read the news</a>
      <button>Start the tour</button>`;
    section.style.padding = '60px';
    const main = document.querySelector('main') ?? document.body;
    main.insertBefore(section, main.children[1] ?? null);
  }

  private wrap(): void {
    for (const element of document.querySelectorAll('a, button, h1, h2, h3, form')) {
      if (!this.coin(0.5) || !element.parentNode || element.closest('ul,ol,nav,table')) continue;
      const around = document.createElement(this.coin(0.5) ? 'div' : 'span');
      around.style.display = 'contents';
      element.replaceWith(around);
      around.append(element);
    }
  }

  private remove(): void {
    for (const element of this.shuffle([...document.querySelectorAll('[data-truth]')])) element.remove();
  }
}
