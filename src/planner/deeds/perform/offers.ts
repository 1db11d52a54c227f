import type { Item, Screen } from '../../page/screen.ts';

/** What lists offer that were opened once: nothing else shows it while they are closed. */
export class Offers {
  readonly #known = new Map<string, Item['options']>();

  learn(list: Item, offered: readonly string[]): void {
    this.#known.set(
      called(list),
      offered.map((label) => ({ label, value: label })),
    );
  }

  /** A screen whose lists have what is known of them. */
  onto(screen: Screen): Screen {
    if (this.#known.size === 0) return screen;
    return {
      ...screen,
      items: screen.items.map((item) => {
        const options = item.kind === 'picker' ? this.#known.get(called(item)) : undefined;
        return options ? { ...item, options } : item;
      }),
    };
  }
}

/** A list without a name is called by what it shows. */
const called = ({ name, labels, value }: Item) =>
  `${name}|${labels[0] ?? ''}|${name || labels[0] ? '' : value}`;
