import { saving } from '../candidates/buttons/button-words.ts';
import type { Strengths } from './evidence.ts';
import type { Move } from './move.ts';
import type { Unit, Utterance } from './utterance.ts';

/**
 * The verbs of an utterance that a move has done: filling in a form is what "add", "leave" and "set" say of its values.
 * @param known the most that any screen so far says of each unit: a verb that some control is called by is done by that control
 */
export function verbsDone(move: Move | null, { units }: Utterance, known: Strengths): Strengths {
  const filled = (move?.pairings ?? [])
    .filter(({ value }) => value.value.to === 'text')
    .map(({ span }) => units[span.first]!.order);
  // What is chosen or pressed for "to In Review" moves the thing there.
  const chosen = units
    .filter(
      ({ marker, kind }, at) => marker === 'goal' && kind !== 'verb' && (move?.strengths[at] ?? 0) >= 0.8,
    )
    .map(({ order }) => order);
  const orders = new Set([...filled, ...(move?.isWay ? [] : chosen)]);
  // “Send” ends what was filled in. “Share” opens something else.
  const isApart = ({ verb, text }: Unit) =>
    verb === 'act' || (verb === 'transfer' && !saving.includes(text.toLowerCase()));
  return units.map((unit, at) =>
    unit.verb && (!isApart(unit) || known[at]! < 0.8) && orders.has(unit.order) ? 1 : 0,
  );
}

/** Whether a button says the verb of what is to be made, and what that is. */
export function saysWhatIsMade(strengths: Strengths, { units }: Utterance): boolean {
  const verb = units.findIndex(({ verb }, at) => verb !== null && strengths[at]! >= 0.85);
  return (
    verb >= 0 &&
    units.some(
      ({ kind, order }, at) => kind === 'word' && order === units[verb]!.order && strengths[at]! >= 0.9,
    )
  );
}
