import type { RawFrame } from '../../view.ts';
import type { Dom } from './dom.ts';

/** Finds the embedded documents that a viewer can see: booking widgets, forms of other sites, players. */
export class Frames {
  /** Further frames are advertisements. */
  private static readonly mostFrames = 6;
  private readonly dom: Dom;
  private readonly idOf: (element: Element) => number;

  constructor(dom: Dom, idOf: (element: Element) => number) {
    this.dom = dom;
    this.idOf = idOf;
  }

  read(sectionOf: (element: Element) => number | null): RawFrame[] {
    const found: RawFrame[] = [];
    this.dom.walk(document.documentElement, (element) => {
      if (/^I?FRAME$/.test(element.tagName) && this.isSeen(element))
        found.push({
          id: this.idOf(element),
          box: this.innerBox(element),
          section: sectionOf(element),
          pinned: this.dom.pinnedRoot(element) !== null,
        });
      return found.length < Frames.mostFrames && !this.dom.isMachinery(element);
    });
    return found;
  }

  private isSeen(element: Element): boolean {
    const { width, height } = this.dom.box(element);
    return width >= 120 && height >= 40 && this.dom.isReachable(element);
  }

  /** The box without border and padding, which begins where the inner document begins. */
  private innerBox(element: Element) {
    const { x, y, width, height } = this.dom.box(element);
    const style = this.dom.style(element);
    const side = (name: 'Top' | 'Right' | 'Bottom' | 'Left') =>
      Number.parseFloat(style[`border${name}Width`]) + Number.parseFloat(style[`padding${name}`]);
    const [top, right, bottom, left] = [side('Top'), side('Right'), side('Bottom'), side('Left')];
    return { x: x + left, y: y + top, width: width - left - right, height: height - top - bottom };
  }
}
