import type { Box, Passage } from '../../view.ts';
import type { Dom } from './dom.ts';
import type { Names } from './names.ts';
import type { Stretch } from './sections.ts';

interface Head {
  element: Element;
  text: string;
  level: number;
}

/**
 * Finds the passages under the smaller headings of a section: a chapter of a long page, one of several groups of questions.
 * Where a prompt names a passage, the film goes there, and not to the top of a section that is many screens long.
 */
export class Passages {
  /** A reference of methods has a few hundred. More would be a list that nobody wants to see filmed. */
  static readonly most = 400;
  private readonly dom: Dom;
  private readonly names: Names;
  private readonly idOf: (element: Element) => number;

  constructor(dom: Dom, names: Names, idOf: (element: Element) => number) {
    this.dom = dom;
    this.names = names;
    this.idOf = idOf;
  }

  /** @param heading the section's own heading, which begins no passage */
  of(stretch: Stretch, heading: string | null): Passage[] {
    const heads = this.headsOf(stretch);
    return heads.flatMap((head, index) => {
      if (head.text === heading) return [];
      const before = heads[index - 1] ?? null;
      const after = heads.slice(index + 1).find(({ level }) => level <= head.level) ?? null;
      const home = this.homeOf(head, before, after, stretch);
      const box = home ? this.dom.box(home) : this.untilNext(head, after, stretch);
      const words = this.dom.textBox(head.element);
      const id = this.idOf(head.element);
      const part = { id, kind: 'heading' as const, text: head.text, box: words, emphasised: false };
      const shown = box.height >= 24 && box.width >= 80;
      return shown ? [{ id: home ? this.idOf(home) : id, heading: head.text, box, part }] : [];
    });
  }

  private headsOf({ elements }: Stretch): Head[] {
    const selector = 'h1, h2, h3, h4, [role="heading"]';
    const found = elements.flatMap((root) => [
      ...(root.matches(selector) ? [root] : []),
      ...root.querySelectorAll(selector),
    ]);
    return found.slice(0, Passages.most).flatMap((element) => {
      // A heading that is pressed to show what is under it is a control, and is found as one.
      if (element.closest('button, summary, a, nav, dialog, [role="button"], [aria-hidden="true"]'))
        return [];
      if (element.querySelector('button, summary, [role="button"]') || !this.dom.isRendered(element))
        return [];
      const text = this.dom.text(element, 160);
      const level = this.names.headingLevel(element);
      return text.length > 1 && this.names.role(element) === 'heading' ? [{ element, text, level }] : [];
    });
  }

  /**
   * The largest element around a heading that contains neither the heading before nor the next one of its rank. Null where the
   * text just follows the heading.
   */
  private homeOf(
    { element }: Head,
    before: Head | null,
    after: Head | null,
    stretch: Stretch,
  ): Element | null {
    let home: Element | null = null;
    for (let up = element.parentElement; up; up = up.parentElement) {
      const isWhole = stretch.elements.some((root) => up === root || up.contains(root));
      const isShared = [before, after].some((other) => other !== null && up.contains(other.element));
      if (isWhole || isShared) break;
      home = up;
    }
    return home && this.dom.box(home).height > 1.5 * this.dom.box(element).height ? home : null;
  }

  private untilNext({ element }: Head, after: Head | null, stretch: Stretch): Box {
    const own = this.dom.box(element);
    const end = stretch.box.y + stretch.box.height;
    const next = after ? this.dom.box(after.element).y : end;
    return { x: own.x, y: own.y, width: own.width, height: (next > own.y ? next : end) - own.y };
  }
}
