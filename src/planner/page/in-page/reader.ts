import type { Shorten } from '../../../text.ts';
import type { RawScreen } from '../screen.ts';
import type { RawPage } from '../view.ts';
import type { Controls } from './document/controls.ts';
import type { Dom } from './document/dom.ts';
import type { Effects } from './document/effects.ts';
import type { Facts } from './document/facts.ts';
import type { Fields } from './document/fields.ts';
import type { Frames } from './document/frames.ts';
import type { Names } from './document/names.ts';
import type { Openers } from './document/openers.ts';
import type { Passages } from './document/passages.ts';
import type { Sections } from './document/sections.ts';
import type { Selectors } from './document/selectors.ts';
import type { Hand, WayToAct } from './hand.ts';
import type { Perception, PerceptionParts } from './screen/perception.ts';
import type { IconWords } from './screen/signs/icons.ts';

/** The parts of the reader, by their names in the page's isolated world. */
export interface ReaderParts extends PerceptionParts {
  Perception: typeof Perception;
  shorten: Shorten;
  Dom: typeof Dom;
  Names: typeof Names;
  Sections: typeof Sections;
  Facts: typeof Facts;
  Fields: typeof Fields;
  Effects: typeof Effects;
  Controls: typeof Controls;
  Frames: typeof Frames;
  Openers: typeof Openers;
  Passages: typeof Passages;
  Selectors: typeof Selectors;
  Hand: typeof Hand;
}

/** The words of languages that the reader needs, as patterns. The tables of words stay outside of the page. */
export interface ReaderWords {
  overlay: RegExp;
  favourite: RegExp;
  icons: IconWords;
}

/** The storage that clicks may change in the visitor's browser. */
export interface Memory {
  local: [string, string][];
  session: [string, string][];
}

export interface Named {
  css: string[];
  xpath: string | null;
  text: string | null;
}

/** The planner's part inside the page. It reads the page, names elements, and presses things while a script is rehearsed. */
export class Reader {
  private readonly parts: ReaderParts;
  private readonly words: ReaderWords;
  private readonly hand: Hand;
  /** Tells it from the readers of other documents, which count their elements anew. */
  private readonly number = Math.random();
  private readonly ids = new Map<Element, number>();
  private readonly elements: Element[] = [];
  /** What listens for presses, and whether only for double ones. */
  private readonly listening = new WeakMap<Element, boolean>();

  constructor(parts: ReaderParts, words: ReaderWords) {
    this.parts = parts;
    this.words = words;
    this.hand = new parts.Hand();
  }

  element(id: number): Element | null {
    return this.elements[id] ?? null;
  }

  /** What the browser says of elements that listen for presses. */
  learn(elements: Element[], isDouble: boolean): void {
    for (const element of elements) this.listening.set(element, isDouble);
  }

  private idOf(element: Element): number {
    const known = this.ids.get(element);
    if (known !== undefined) return known;
    this.ids.set(element, this.elements.length);
    return this.elements.push(element) - 1;
  }

  read(): RawPage {
    const dom = new this.parts.Dom(this.parts.shorten);
    const names = new this.parts.Names(dom);
    const idOf = (element: Element) => this.idOf(element);
    const stretches = new this.parts.Sections(dom, names).read();
    const facts = new this.parts.Facts(dom, names, this.words.favourite, idOf);
    const passages = new this.parts.Passages(dom, names, idOf);
    const homes = new Map<Element, number>();
    const sections = stretches.map((stretch) => {
      const id = this.idOf(stretch.anchor);
      for (const element of stretch.elements) homes.set(element, id);
      const found = facts.of(stretch);
      const under = passages.of(stretch, found.facts.heading);
      return { id, box: stretch.box, ...found, passages: under };
    });
    const sectionOf = (element: Element) =>
      homes.get(element) ?? dom.up(element, (ancestor) => homes.get(ancestor)) ?? null;
    const fields = new this.parts.Fields(dom, names);
    const reading = new this.parts.Controls(
      dom,
      names,
      fields,
      {
        effects: new this.parts.Effects(this.parts.shorten),
        Openers: this.parts.Openers,
        overlayWords: this.words.overlay,
      },
      idOf,
    );
    const { controls, count, truncated } = reading.read(sectionOf);
    return {
      ...this.about(),
      pageHeight: Math.max(
        document.documentElement.scrollHeight,
        ...sections.map(({ box }) => box.y + box.height),
      ),
      elementCount: count,
      truncated,
      sections,
      controls,
      frames: new this.parts.Frames(dom, idOf).read(sectionOf),
    };
  }

  /** The screen as a person sees it. Ids are those of `read`. */
  screen(): RawScreen {
    const dom = new this.parts.Dom(this.parts.shorten);
    const names = new this.parts.Names(dom);
    const fields = new this.parts.Fields(dom, names);
    const idOf = (element: Element) => this.idOf(element);
    const { listening } = this;
    const tools = { dom, names, fields, icons: this.words.icons, idOf, listening };
    const frames = new this.parts.Frames(dom, idOf).read(() => null);
    return { ...new this.parts.Perception(this.parts, tools).read(), idsFrom: this.number, frames };
  }

  private about(): Pick<
    RawPage,
    'url' | 'title' | 'siteName' | 'description' | 'lang' | 'dir' | 'viewport' | 'scroll'
  > {
    const { shorten } = this.parts;
    const meta = (selector: string) =>
      shorten(document.querySelector(selector)?.getAttribute('content')?.trim() ?? '', 300) || null;
    return {
      url: location.href,
      title: shorten(document.title.trim(), 300),
      siteName: meta('meta[property="og:site_name"]') ?? meta('meta[name="application-name"]'),
      description: meta('meta[name="description"]') ?? meta('meta[property="og:description"]'),
      lang: document.documentElement.lang || null,
      dir: getComputedStyle(document.documentElement).direction === 'rtl' ? 'rtl' : 'ltr',
      viewport: { width: innerWidth, height: innerHeight },
      scroll: { x: scrollX, y: scrollY },
    };
  }

  /** With `exact`, text has to lead to the element itself, and not to something inside it. */
  name(id: number, exact: boolean): Named {
    const element = this.elements[id]!;
    const selectors = new this.parts.Selectors(new this.parts.Dom(this.parts.shorten));
    return {
      css: selectors.css(element),
      xpath: selectors.xpath(element),
      text: selectors.text(element, exact),
    };
  }

  /** The approximate role and name. Null for roles that the element alone cannot tell. */
  heard(id: number): { role: string; name: string } | null {
    const element = this.elements[id]!;
    const names = new this.parts.Names(new this.parts.Dom(this.parts.shorten));
    const role = names.role(element);
    const name = names.name(element);
    const plain =
      /^(button|link|tab|heading|checkbox|radio|switch|textbox|searchbox|combobox|menuitem|slider)$/;
    return role && name && plain.test(role) ? { role, name } : null;
  }

  isOnlyNamed(id: number, name: string, role: string | null): boolean {
    const dom = new this.parts.Dom(this.parts.shorten);
    const names = new this.parts.Names(dom);
    const found: Element[] = [];
    dom.walk(document.documentElement, (element) => {
      const own = names.role(element);
      if (own && (role === null || own === role) && dom.isRendered(element) && names.name(element) === name)
        found.push(element);
      return found.length < 2 && !dom.isMachinery(element);
    });
    return found.length === 1 && found[0] === this.elements[id];
  }

  /** Whether an element is still part of its page: an application that draws anew puts another one in its place. */
  isThere(id: number): boolean {
    return this.elements[id]?.isConnected === true;
  }

  /** Acts in the same moment as it looks whether the element is still there. @returns whether it was */
  actOn(id: number, how: WayToAct, value: string): boolean {
    if (!this.isThere(id)) return false;
    this.hand[how](this.elements[id] as HTMLElement, value);
    return true;
  }

  /** Presses beside everything: what has opened above the page closes. */
  pressAside(): void {
    this.hand.pressAside();
  }

  /**
   * A short text of the page's state. Two equal ones in a row mean that the page is at rest. Animations are finished first, so
   * that nothing is left to fade or slide.
   */
  print(): string {
    for (const animation of document.getAnimations())
      try {
        animation.finish();
      } catch {
        // An animation that never ends cannot be finished, and does not hide anything for good.
      }
    const { body } = document;
    const open = document.querySelectorAll(
      '[aria-expanded="true"], [open], [aria-selected="true"], [aria-pressed="true"]',
    ).length;
    const size = body
      ? `${body.getElementsByTagName('*').length} ${body.offsetHeight} ${body.textContent?.length}`
      : '';
    return `${location.href} ${document.readyState} ${size} ${open}`;
  }

  memory(): Memory | null {
    try {
      return { local: Object.entries(localStorage), session: Object.entries(sessionStorage) };
    } catch {
      return null;
    }
  }

  restore(memory: Memory): void {
    localStorage.clear();
    sessionStorage.clear();
    for (const [key, value] of memory.local) localStorage.setItem(key, value);
    for (const [key, value] of memory.session) sessionStorage.setItem(key, value);
  }

  scrollTo(x: number, y: number): void {
    scrollTo({ left: x, top: y, behavior: 'instant' });
  }

  /** Where the page has begun to scroll from `fromY` to the target of its own link, puts it there at once. */
  arrive(hash: string, fromY: number): void {
    const place = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (Math.abs(scrollY - fromY) > 1) place?.scrollIntoView({ behavior: 'instant' });
  }
}
