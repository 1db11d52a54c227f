import type { Drawn } from '../signs/drawing.ts';
import type { FoundThing } from './things.ts';

/** Says which thing on the screen owns an element. Things are named by their place in the list; the first is the page. */
export class Owners {
  readonly found: FoundThing[];
  private readonly owners = new Map<Drawn, number>();
  /** What stands beside its heading in the markup, and not in one element with it. */
  private readonly headed = new Map<Drawn, number>();

  constructor(found: FoundThing[]) {
    this.found = found;
    for (const [index, { drawn, below }] of found.entries()) {
      this.owners.set(drawn, index);
      for (const one of below ?? []) this.headed.set(one, index);
    }
  }

  /** The thing that an element is. */
  itself(drawn: Drawn): FoundThing | undefined {
    return this.found[this.owners.get(drawn) ?? -1];
  }

  /** The thing that an element is, or that is only a frame around it. */
  framing(drawn: Drawn): FoundThing | undefined {
    const own = this.itself(drawn) ?? this.found[this.of(drawn)]!;
    const { kind, drawn: around } = own;
    const isFrame = /^(row|card)$/.test(kind) && drawn.box.height >= 0.7 * around.box.height;
    return around === drawn || (isFrame && drawn.box.width >= 0.9 * around.box.width) ? own : undefined;
  }

  /** The innermost thing around an element, or the thing that it is. */
  of(drawn: Drawn): number {
    for (let at: Drawn | null = drawn; at; at = at.parent) {
      const index = this.owners.get(at) ?? this.headed.get(at);
      if (index !== undefined) return index;
    }
    return 0;
  }

  /** The thing around a thing. */
  parentOf({ drawn }: FoundThing): number | null {
    return drawn.parent === null ? null : (this.headed.get(drawn) ?? this.of(drawn.parent));
  }

  /** The thing in which the words for a control stand. Groups, forms and panels without a name are only frames. */
  homeOf(owner: number): Drawn {
    let at = this.found[owner]!;
    const isFrame = ({ kind, name }: FoundThing) =>
      /^(group|form|table|list|tabs)$/.test(kind) || (kind === 'panel' && name === '');
    while (isFrame(at) && at.drawn.parent) at = this.found[this.of(at.drawn.parent)]!;
    return at.drawn;
  }
}
