import type { Kinds } from '../kinds/kinds.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Evidence } from '../signs/evidence.ts';
import type { Marks } from '../signs/marks.ts';
import type { Wording } from '../signs/wording.ts';
import type { Content } from './content.ts';

export interface GroupParts {
  evidence: Evidence;
  wording: Wording;
  content: Content;
  kinds: Kinds;
  marks: Marks;
}

/** Finds controls that belong together under a caption of their own: four buttons behind the word "Alignment". */
export class Groups {
  private readonly evidence: Evidence;
  private readonly wording: Wording;
  private readonly content: Content;
  private readonly kinds: Kinds;
  private readonly marks: Marks;

  constructor({ evidence, wording, content, kinds, marks }: GroupParts) {
    this.kinds = kinds;
    this.marks = marks;
    this.evidence = evidence;
    this.wording = wording;
    this.content = content;
  }

  /** The caption of the controls in an element. Null where they have none, or where they are no group. */
  captionOf(drawn: Drawn): string | null {
    const presses = drawn.children.filter((child) => child.isShown && this.evidence.isPressable(child));
    if (presses.length < 2 || presses.length > 40) return null;
    if (presses.some((one) => this.content.blocksIn(one) > 1)) return null;
    const texts = drawn.children.filter((child) => this.content.isText(child));
    const before = this.before(drawn);
    const first = drawn.children[0];
    const caption = this.content.isText(first)
      ? first
      : texts.length === 0 && this.content.isText(before)
        ? before
        : null;
    if (!caption || texts.length > 1 || this.content.blocksIn(caption) > 1) return null;
    const isWordless = presses.some((one) => !this.wording.hasLetters(one));
    // Buttons with words of their own beside a heading do something with what it heads.
    if (!isWordless && /^H[1-4]$/.test(caption.element.tagName)) return null;
    const text = this.wording.of(caption).replace(/\s*[:：]$/, '');
    return text.length <= 40 ? text : null;
  }

  /** Whether the controls are choices of which one is the present one, or hold values. */
  areAlternatives({ children }: Drawn): boolean {
    const presses = children.filter((child) => child.isShown && this.evidence.isPressable(child));
    return presses.some(
      (one) => /^(radio|swatch|toggle|field)$/.test(this.kinds.of(one)) || this.marks.isSelected(one, false),
    );
  }

  /** What stands before an element, or before the wrappers that hold only it. */
  private before(drawn: Drawn): Drawn | undefined {
    let at = drawn;
    for (let level = 0; level < 3 && at.parent; level++, at = at.parent) {
      const siblings = at.parent.children.filter(({ isShown }) => isShown);
      if (siblings.length > 1) return siblings[siblings.indexOf(at) - 1];
    }
    return undefined;
  }
}
