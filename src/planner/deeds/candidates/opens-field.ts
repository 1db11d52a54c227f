import { terms } from '../../language/terms.ts';
import type { Item, Screen } from '../../page/screen.ts';
import type { Value } from '../../prompt/deed.ts';
import { ownersOf, rowOf } from './chain.ts';
import { calledFit } from './field-called.ts';
import { isHarmless } from './harmless.ts';
import { isSameText } from './likeness.ts';
import type { Scope } from './only-control.ts';
import { edits } from './ways/way-words.ts';

/** An empty cell of a row, or a button of a form, that shows only what is set in it: “Assignee”. A pencil is called by its row: “Edit” in the row “Job title”. */
export const opensField = (
  item: Item,
  field: string,
  value: Value,
  { screen, scope }: { screen: Screen; scope: Scope },
) =>
  value.to === 'text' &&
  terms(field).length > 0 &&
  /^(?:button|body)$/.test(item.kind) &&
  item.isPressable &&
  item.value === '' &&
  (calledFit(field, item.name) >= 0.9 ||
    (edits.test(item.name) && calledFit(field, rowOf(screen, item)?.name ?? '') >= 0.9)) &&
  isHarmless(item) &&
  (rowOf(screen, item) !== undefined || scope.container !== null || isToolOfMeant(item, field, scope)) &&
  !ownersOf(screen, item).some(({ kind }) => /^(?:navigation|tabs)$/.test(kind));

/** “Label” above the letter that has been opened, for its label. */
const isToolOfMeant = ({ name }: Item, field: string, { mentions, reached }: Scope) =>
  isSameText(name, field) && mentions.some((mention) => mention.name !== null && reached.has(mention));
