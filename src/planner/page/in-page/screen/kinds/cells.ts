import type { Dom } from '../../document/dom.ts';
import type { Drawn } from '../signs/drawing.ts';
import type { Icons } from '../signs/icons.ts';
import type { Wording } from '../signs/wording.ts';

/** Finds the words that a table has for what is in its cells. */
export class Cells {
  private readonly dom: Dom;
  private readonly wording: Wording;
  private readonly icons: Icons;
  private readonly boldRows = new Map<Element, boolean>();

  constructor(dom: Dom, wording: Wording, icons: Icons) {
    this.dom = dom;
    this.wording = wording;
    this.icons = icons;
  }

  /** The head over a value that is pressed to be changed and alone in its cell. What all rows say alike, as "Edit", is no value. */
  ofValue(drawn: Drawn): string | null {
    const cell = drawn.element.closest('td, [role="cell"], [role="gridcell"]');
    const row = cell?.closest('tr, [role="row"]');
    const text = this.wording.of(drawn);
    const isAct = this.icons.hinted([text.toLowerCase()]) !== '';
    if (!cell || !row?.parentElement || cell === drawn.element || isAct) return null;
    if (this.dom.text(cell, 80) !== text) return null;
    const at = [...row.children].indexOf(cell);
    // The first words are what the row is about.
    if ([...row.children].slice(0, at).every((one) => this.dom.text(one, 80) === '')) return null;
    const head = this.headOf(cell, row);
    const column = [...row.parentElement.children]
      .filter((one) => one.children.length === row.children.length)
      .map((one) => this.dom.text(one.children[at]!, 80))
      .filter((said) => said !== head);
    return head !== '' && new Set(column).size > 1 ? head : null;
  }

  /**
   * What a value is called that stands behind its name in a list of names and values, where no frame holds each pair: three names or more of one left
   * edge, each with a value behind it.
   */
  ofPair(drawn: Drawn, isPlain: (one: Drawn) => boolean): string | null {
    let at = drawn;
    for (let level = 0; level < 2 && at.parent; level++, at = at.parent) {
      const siblings = at.parent.children.filter(({ isShown }) => isShown);
      const name = siblings[siblings.indexOf(at) - 1];
      if (!name) continue;
      const isName = (one: Drawn, value: Drawn | undefined) =>
        value !== undefined &&
        Math.abs(one.box.x - name.box.x) < 4 &&
        Math.abs(value.box.x - at.box.x) < 8 &&
        value.box.x >= one.box.x + one.box.width - 4 &&
        Math.abs(this.middleOf(value) - this.middleOf(one)) < 14 &&
        isPlain(one) &&
        this.wording.hasLetters(one);
      const pairs = siblings.filter((one, index) => isName(one, siblings[index + 1]));
      const text = this.wording.of(name);
      return pairs.length > 2 && pairs.includes(name) && text.length <= 40 ? text : null;
    }
    return null;
  }

  /** The head of the column and the first text of the row, for what is in a table. */
  of({ element }: Drawn): string[] {
    const cell = element.closest('td, th, [role="cell"], [role="gridcell"]');
    const row = cell?.closest('tr, [role="row"]');
    if (!cell || !row) return [];
    const head = this.headOf(cell, row);
    const first = row.children[0] === cell ? null : row.children[0];
    return [head, first ? this.dom.text(first, 80) : ''].filter((text) => text !== '');
  }

  private middleOf({ box }: Drawn): number {
    return box.y + box.height / 2;
  }

  headOf(cell: Element, row: Element): string {
    const table = row.closest('table, [role="table"], [role="grid"], [role="treegrid"]');
    const heads = table?.querySelector('thead tr, [role="row"]') ?? table?.querySelector('tr');
    if (!heads || heads === row) return '';
    const head = heads.children[[...row.children].indexOf(cell)];
    if (!head || !/^(TH|TD)$|columnheader/.test(head.getAttribute('role') ?? head.tagName)) return '';
    // The first row of a table without heads is a row like the others, unless it is set in bold.
    const isHead = head.tagName !== 'TD' || heads.parentElement?.tagName === 'THEAD' || this.areBold(heads);
    return isHead ? this.dom.text(head, 80) : '';
  }

  /** Each cell of a table asks it of the same row. */
  private areBold(row: Element): boolean {
    const known = this.boldRows.get(row);
    if (known !== undefined) return known;
    const isBold = (one: Element | null) => one !== null && Number(this.dom.style(one).fontWeight) >= 600;
    const areBold = [...row.children].every((cell) => isBold(cell) || isBold(cell.firstElementChild));
    this.boldRows.set(row, areBold);
    return areBold;
  }
}
