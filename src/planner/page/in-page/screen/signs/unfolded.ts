import type { Drawn } from './drawing.ts';

/**
 * Lists that hang from the control that opened them, as elements inside of it: "<div class=select>All <div class=list>…</div></div>". By the
 * cursor and by the listener they are that control; a person sees a list of its own, with an entry in each line.
 */
export class Unfolded {
  /** Whether an element is a list that hangs below or above the control it is in. */
  isList(drawn: Drawn): boolean {
    const { box, style, parent, children } = drawn;
    if (!/^(absolute|fixed)$/.test(style.position) || !parent || parent.style.cursor !== 'pointer')
      return false;
    const hangs = box.y >= parent.box.y + parent.box.height - 6 || box.y + box.height <= parent.box.y + 6;
    return (
      hangs &&
      parent.box.height < 80 &&
      this.lines(drawn.children.length > 1 ? children : this.inner(drawn)) > 1
    );
  }

  /** Whether an element is an entry of such a list. */
  isEntry(drawn: Drawn): boolean {
    const { parent } = drawn;
    if (!parent || drawn.style.cursor !== 'pointer' || !this.isLine(drawn)) return false;
    const list = this.isList(parent)
      ? parent
      : parent.parent && this.isList(parent.parent)
        ? parent.parent
        : null;
    return list !== null && this.lines(parent.children) > 1;
  }

  private inner({ children: [only] }: Drawn): Drawn[] {
    return only?.children ?? [];
  }

  private lines(children: readonly Drawn[]): number {
    return children.filter((one) => this.isLine(one)).length;
  }

  private isLine({ box, element }: Drawn): boolean {
    return box.height >= 12 && box.height <= 80 && /[\p{L}\p{N}]/u.test(element.textContent ?? '');
  }
}
