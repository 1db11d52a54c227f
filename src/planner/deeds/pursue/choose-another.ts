import type { Deed, FieldValue } from '../../prompt/deed.ts';
import { isSameText } from '../candidates/likeness.ts';
import type { Performer } from '../perform/performer.ts';

/**
 * Chooses the next of several values for one field from the list that the one before it was chosen from, where that is still open: "the labels 'a' and 'b'". A press on what
 * opens the list would close it.
 * @returns whether it was chosen
 */
export async function chooseAnother(performer: Performer, deed: Deed, field: FieldValue): Promise<boolean> {
  const { screen, path } = performer;
  const last = path.at(-1);
  const { value } = field;
  if (!isOneOfSeveral(field, deed) || value.to !== 'text' || last?.part !== 'field' || last.do !== 'press')
    return false;
  const ownerOf = (things: typeof screen.things, owner: number) => things[owner]?.kind;
  const option = screen.items.find(
    (item) =>
      item.kind === last.item.kind &&
      item.isPressable &&
      !item.isSelected &&
      item.isOn !== true &&
      ownerOf(screen.things, item.owner) === ownerOf(last.before.things, last.item.owner) &&
      isSameText(item.name || (item.labels[0] ?? ''), value.text),
  );
  if (!option || !/^(?:option|menu-item|toggle)$/.test(option.kind)) return false;
  const what = `Choose “${option.name || option.labels[0]}”`;
  return (await performer.act({ do: 'press', item: option, part: 'field', what, opens: [] })).changed;
}

/** Whether a field gets several values: "with the tags 'a' and 'b'". */
export const isOneOfSeveral = ({ field }: FieldValue, { fields }: Deed) =>
  field !== '' && fields.filter((one) => one.field === field).length > 1;
