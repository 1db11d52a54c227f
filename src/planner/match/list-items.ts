import { anyOf } from '../language/patterns.ts';
import type { Control, PageView } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';

/** Words that people use for an entry of a list. None of them has to be on the page. */
const nouns = new RegExp(`^(?:${anyOf('controls', 'lists')}\\s+)?${anyOf('controls', 'items')}$`, 'iu');

/**
 * The entry that an ordinal picks, as in "open the first ticket". It is counted among links in a list or a grid, each of which
 * is an entry of its own. Undefined where the page has no such list.
 */
export function countedItem(view: PageView, { verb, object, ordinal }: Clause): Control | undefined {
  if (ordinal === null || !/^(?:press|go|expand)$/.test(verb) || !nouns.test(object.trim())) return undefined;
  const links = view.controls.filter(
    ({ purpose, visible, overlay, navigation, danger, name, section }) =>
      purpose === 'navigate' &&
      visible &&
      !overlay &&
      !navigation &&
      danger === null &&
      name !== '' &&
      kindOf(view, section) !== 'footer' &&
      kindOf(view, section) !== 'header',
  );
  const groups = links.flatMap((link) => [
    // The entries of a list share one edge, and the tiles of a grid share one size.
    links.filter(({ box }) => Math.abs(box.x - link.box.x) < 4 && box.height > 14),
    links.filter(
      ({ box }) =>
        box.width > 120 &&
        Math.abs(box.width - link.box.width) < 4 &&
        Math.abs(box.height - link.box.height) < 4,
    ),
  ]);
  const enough = groups.filter((group) => group.length >= Math.max(2, Math.abs(ordinal)));
  const [best] = enough.sort((a, b) => weight(b) - weight(a));
  const inOrder = [...(best ?? [])].sort(
    ({ box: a }, { box: b }) => (Math.abs(a.y - b.y) < 20 ? 0 : a.y - b.y) || a.x - b.x,
  );
  return ordinal < 0 ? inOrder.at(-1) : inOrder[ordinal - 1];
}

const kindOf = ({ sections }: PageView, section: number | null) =>
  sections.find(({ id }) => id === section)?.kind;

/** How likely a group of links is the list. Entries have names of several words, and the links of a side bar of one. */
function weight(group: Control[]): number {
  const area = group.reduce((sum, { box }) => sum + box.width * box.height, 0);
  const said = group.reduce((sum, { name }) => sum + Math.min(4, name.trim().split(/\s+/).length), 0);
  return area * (said / group.length) ** 2;
}
