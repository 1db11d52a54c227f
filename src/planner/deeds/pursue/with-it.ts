import type { Deed } from '../../prompt/deed.ts';
import { type Ending, ends } from '../finish/ending.ts';
import type { Performer } from '../perform/performer.ts';
import { isOffered } from './fields-of-deed.ts';
import { setField } from './set-field.ts';

/** What is done together with a deed of the deeds that follow it. */

/** The changes of the same thing that the open form has fields for: "rename 'x' to 'y' and give it the colour red". */
export async function changeWithIt(
  performer: Performer,
  deed: Deed,
  container: number | null,
  following: readonly Deed[],
): Promise<Deed[]> {
  const changed: Deed[] = [];
  if (container === null) return changed;
  for (const other of following) {
    const isSame = other.kind === 'change' && other.thing !== null && other.thing === deed.thing;
    if (!isSame || !other.fields.every((field) => isOffered(performer, field, container))) break;
    let set = true;
    for (const field of other.fields)
      set &&= (await setField(performer, other, field, container, () => true)) !== null;
    if (!set) break;
    changed.push(other);
  }
  return changed;
}

/** Whether the form that a deed has filled in was ended as the deed after it asks. */
export const endedAs = ({ path }: Performer, from: number, ending: Ending | null): boolean =>
  ending !== null && path.slice(from).some(({ part, item }) => part === 'finish' && ends(item, ending));
