import type { Dom } from '../../document/dom.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { Headings } from '../names/headings.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Evidence } from '../signs/evidence.ts';
import type { Icons } from '../signs/icons.ts';
import type { Marks } from '../signs/marks.ts';
import type { Wording } from '../signs/wording.ts';
import type { Content } from './content.ts';

export interface RowParts {
  dom: Dom;
  evidence: Evidence;
  icons: Icons;
  wording: Wording;
  marks: Marks;
  kinds: Kinds;
  headings: Headings;
  content: Content;
}

/** Finds the rows and the cards of a list: like children with words and more in them. */
export class Rows {
  private readonly parts: RowParts;

  constructor(parts: RowParts) {
    this.parts = parts;
  }

  /** @param isFree whether a child is nothing else yet. @param inRow whether the parent is in a row itself */
  of(
    parent: Drawn,
    isFree: (child: Drawn) => boolean,
    inRow: boolean,
  ): { drawn: Drawn; kind: 'row' | 'card'; isAlone: boolean }[] {
    if (parent.element.matches('tr, thead, [role="row"]')) return [];
    return this.parts.marks.kinds(parent).flatMap((family) => {
      const all = family.filter((child) => child.isShown && isFree(child));
      const rich = all.filter((child) => this.isRich(child) && !this.headsNext(child, parent, all));
      if (rich.length === 0 || (inRow && rich.every((child) => this.isIdle(child)))) return [];
      const isAlone = !inRow && rich.length === 1 && this.isCalled(rich[0]!) && !this.isIdle(rich[0]!);
      if (rich.length < Math.max(2, 0.5 * all.length) && !isAlone) return [];
      return rich.map((drawn) => ({
        drawn,
        kind: this.isCard(drawn, rich) ? ('card' as const) : ('row' as const),
        isAlone,
      }));
    });
  }

  /** Nothing in it can be pressed, and neither can it. */
  private isIdle(drawn: Drawn): boolean {
    return !this.parts.evidence.isPressable(drawn) && this.parts.content.pressesIn(drawn).length === 0;
  }

  private isCalled({ element }: Drawn): boolean {
    const names = /(^|[\s_-])(item|card|entry|record|tile|thumb(nail)?|post|message|comment)(?![a-z])/i;
    return names.test(element.getAttribute('class') ?? '');
  }

  /** A heading between unlike siblings heads what follows it, and is no row. */
  private headsNext(child: Drawn, { children }: Drawn, alike: Drawn[]): boolean {
    const next = children[children.indexOf(child) + 1];
    const follows = next !== undefined && !alike.includes(next) && next.box.height > child.box.height;
    return (
      follows &&
      child.box.height < 72 &&
      !this.parts.evidence.isPressable(child) &&
      this.parts.headings.isHeaded(child)
    );
  }

  private isCard({ box }: Drawn, all: Drawn[]): boolean {
    const isBeside = all.some((other) => other.box.x !== box.x && Math.abs(other.box.y - box.y) < 4);
    return isBeside || box.height > 160;
  }

  private isRich(drawn: Drawn): boolean {
    const { evidence, wording, kinds, content } = this.parts;
    const { element, box } = drawn;
    if (!wording.hasLetters(drawn) || box.height < 16 || evidence.isNative(drawn) || this.isFrame(drawn))
      return false;
    if (/^(LABEL|P|H[1-6]|OPTION|TD|TH|DT|DD)$/.test(element.tagName) || evidence.role(element) === 'tab')
      return false;
    if (!evidence.isPressable(drawn)) return this.holdsEnough(drawn);
    if (kinds.isField(drawn) || content.isPlane(drawn)) return false;
    const isLarge = box.height >= 44 || box.width >= 240;
    return (
      content.pressesIn(drawn).length > 0 || box.height >= 72 || (isLarge && content.blocksIn(drawn) >= 2)
    );
  }

  /** The frames of an application fill the window, or are as high as it. */
  private isFrame({ box, inView }: Drawn): boolean {
    const { width, height } = this.parts.dom.viewport;
    const isHigh = inView !== null && inView.bottom - inView.top > 0.85 * height;
    return isHigh || (box.width * box.height > 0.5 * width * height && box.height > 0.6 * height);
  }

  private holdsEnough(drawn: Drawn): boolean {
    const { kinds, icons, content } = this.parts;
    const inner = content.pressesIn(drawn);
    const blocks = content.blocksIn(drawn);
    const [only] = inner;
    // Only a frame around what is pressed as a whole.
    if (only && inner.length === 1 && blocks === 0 && this.isFilledBy(only, drawn)) return this.isRich(only);
    // A field with its label, and perhaps a hint, is one control and no thing.
    if (inner.length === 1 && (blocks === 0 || (blocks <= 3 && kinds.isField(inner[0]!)))) return false;
    if (inner.length >= 2 && inner.every((one) => kinds.isField(one))) return false;
    if (blocks <= 1 && this.isPartOfNavigation(drawn, inner)) return false;
    // What something is called, and its value below.
    const isPair = inner.length === 0 && blocks === 2 && drawn.box.height < 64;
    if (isPair && drawn.box.width < 0.7 * (drawn.parent?.box.width ?? 0)) return false;
    if (blocks === 1 && inner.length > 0 && this.areSettings(inner)) return false;
    if (blocks === 0 && this.isPressedInPart(drawn, inner)) return true;
    return blocks >= 2 || (blocks >= 1 && (inner.length > 0 || icons.iconsIn(drawn).length > 0));
  }

  /** At the left edge of the window, entries as wide as what holds them, below each other and perhaps below what they are called together. */
  private isPartOfNavigation({ box }: Drawn, inner: Drawn[]): boolean {
    const { dom, kinds } = this.parts;
    if (inner.length < 2 || box.x + box.width > 0.35 * dom.viewport.width) return false;
    return inner.every((one, at) => {
      const above = inner[at - 1]?.box;
      const isBelow = above === undefined || one.box.y >= above.y + above.height - 1;
      return isBelow && one.box.width >= 0.85 * box.width && /^(?:link|button)$/.test(kinds.of(one));
    });
  }

  private isFilledBy({ box }: Drawn, around: Drawn): boolean {
    return box.width >= 0.9 * around.box.width && box.height >= 0.7 * around.box.height;
  }

  /** Most of it, with all of its words, is one press, and what stands beside that does something else with it: "Budget | Draft" with a switch. */
  private isPressedInPart({ box }: Drawn, inner: Drawn[]): boolean {
    const { kinds, wording, content } = this.parts;
    const [main] = inner.toSorted((a, b) => b.box.width - a.box.width);
    const others = inner.filter((one) => one !== main);
    if (!main || others.length === 0 || kinds.isField(main) || main.box.width < 0.4 * box.width) return false;
    return content.blocksIn(main) >= 2 || others.every((one) => !wording.hasLetters(one));
  }

  /** Whether controls set what the text beside them says: they hold values, or one of them is marked as the present choice. */
  private areSettings(controls: Drawn[]): boolean {
    const { kinds, marks, wording } = this.parts;
    if (controls.every((one) => kinds.isField(one) || kinds.of(one) === 'swatch')) return true;
    return (
      controls.length >= 2 &&
      controls.every(({ parent }) => parent === controls[0]!.parent) &&
      controls.some((one) => !wording.hasLetters(one) || wording.of(one).length <= 16) &&
      controls.some((one) => marks.isSelected(one, false))
    );
  }
}
