import type { ItemKind } from '../../../screen.ts';
import type { Angles } from '../signs/angles.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Evidence } from '../signs/evidence.ts';
import type { Icons } from '../signs/icons.ts';
import type { Marks } from '../signs/marks.ts';
import type { Wording } from '../signs/wording.ts';
import type { Lists } from './lists.ts';

export interface ArrowParts {
  evidence: Evidence;
  angles: Angles;
  icons: Icons;
  marks: Marks;
  lists: Lists;
  wording: Wording;
}

/** Reads from the arrow of a heading whether what it heads is open. */
export class Arrows {
  private readonly parts: ArrowParts;

  constructor(parts: ArrowParts) {
    this.parts = parts;
  }

  /**
   * An arrow in front of a word points down where what it heads is open. Behind the word it says that something opens. A row or a card is only
   * told by an arrow that is drawn: its author's names may say that it leads on. An arrow alone in front of an entry of a tree is the entry's.
   */
  isExpanded(drawn: Drawn, kind: ItemKind): boolean | null {
    const { icons, marks, wording, lists } = this.parts;
    if (kind !== 'button' && kind !== 'body') return null;
    const all = icons.iconsIn(drawn);
    const named = all.map(({ element }) => marks.isTurned(element)).find((one) => one !== null);
    if (named === true && kind === 'button') return true;
    const [first] = all;
    if (!first || !wording.hasLetters(drawn)) {
      const side = first && this.isOfEntry(drawn) ? this.parts.angles.direction(first) : null;
      if (side === 'right' || side === 'down') return side === 'down';
      return kind === 'button' ? (named ?? null) : null;
    }
    if (first.box.x < drawn.box.x + 0.25 * drawn.box.width) {
      if (/^[▸▶►]/u.test(first.words)) return false;
      if (/^[▾▼⌄]/u.test(first.words)) return true;
      const to = this.parts.angles.direction(first);
      if (to === 'right' || to === 'down') return to === 'down';
    } else if (kind === 'button' && lists.opensList(drawn)) return false;
    const to = this.headsPart(drawn) ? this.parts.angles.direction(all.at(-1)!) : null;
    if (to === 'down' || to === 'up') return to === 'up';
    return kind === 'button' ? (named ?? null) : null;
  }

  private isOfEntry(drawn: Drawn): boolean {
    return drawn.parent !== null && drawn.parent.box.height < 48 && this.parts.evidence.isInFront(drawn);
  }

  /** A heading that is as wide as what it stands in, and no more than two lines high. */
  private headsPart({ box, parent }: Drawn): boolean {
    return parent !== null && box.height < 80 && box.width > 240 && box.width >= 0.9 * parent.box.width;
  }
}
