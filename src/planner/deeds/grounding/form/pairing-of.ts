import type { VerbKind } from '../../../language/deed-words.ts';
import type { Item } from '../../../page/screen.ts';
import type { FieldValue, Value } from '../../../prompt/deed.ts';
import { wayFor } from '../../candidates/field-value.ts';
import { isStepped } from '../../candidates/steppers.ts';
import { explained } from '../../chooser/choose.ts';
import type { Chosen } from '../../chooser/features.ts';
import type { Order } from '../../chooser/order.ts';
import { weigh } from '../../chooser/weights.ts';
import { scaled, strongest } from '../evidence.ts';
import type { Look } from '../move.ts';
import type { Pairing } from '../pairing.ts';
import type { Span } from '../utterance.ts';

/** What is chosen for a control, as something that can be done. Null where it cannot be, or stands there already. */
export function pairingOf(chosen: Chosen, order: Order, look: Look): Pairing | null {
  const { control, value: wanted, likely } = chosen;
  if (wanted === null) return null;
  const at = control.items.length > 1 ? control.options.indexOf(wanted) : 0;
  const item = control.items[at]!;
  const value = givenBy(chosen, item, order);
  const way = isStepped(look.around.screen, item)
    ? 'step'
    : control.items.length > 1
      ? 'pick'
      : wayFor(item, value, null);
  const isSo = value.to === 'text' ? control.value === wanted : control.isOn === (value.to === 'on');
  if (!way || isSo) return null;
  const said = chosen.span
    ? order.said.slice(order.atoms[chosen.span.from]!.start, order.atoms[chosen.span.to - 1]!.end)
    : wanted;
  const field: FieldValue = { field: control.label, value, from: null, said };
  return {
    item,
    way,
    value: field,
    fit: likely,
    span: spanOf(chosen, order, look),
    strengths: strengthsOf(chosen, order, look),
  };
}

function givenBy({ control, value }: Chosen, item: Item, { spans }: Order): Value {
  if (control.kind === 'switch') return { to: value === 'off' ? 'off' : 'on' };
  const text = value ?? '';
  const isExact =
    control.options.length > 0 ||
    spans.some((one) => one.text === text && /^(?:quote|exact|figure)$/.test(one.source)) ||
    item.kind === 'field';
  return { to: 'text', text, exact: isExact, unit: null };
}

/** Which units of the utterance stand where the value is said. */
function spanOf({ span, value }: Chosen, order: Order, { evidence }: Look): Span {
  const { units } = evidence.utterance;
  const places = span ? unitsIn(span, order, evidence) : [];
  const [first = 0, last = first] = [places[0], places.at(-1)];
  return { text: value ?? '', first, last, isExact: true, marker: units[first]?.marker ?? '' };
}

/** The units that stand between the ends of a part of the order. */
function unitsIn(
  { from, to }: { from: number; to: number },
  order: Order,
  { utterance }: Look['evidence'],
): number[] {
  const [start, end] = [order.atoms[from]!.start, order.atoms[to - 1]!.end];
  return utterance.units.flatMap((unit, at) => (unit.start >= start && unit.start < end ? [at] : []));
}

/** "Archive" and "share" are done by what is called so, and not by a switch that is turned off. */
const isPressed = (verb: VerbKind | null) => verb === 'act' || verb === 'transfer';

/** What is accounted for: the words of the label, the value, and the words that the model takes for either. */
function strengthsOf(chosen: Chosen, order: Order, { evidence, around }: Look) {
  const { control, span } = chosen;
  const [item] = control.items;
  const told = explained(chosen, order, weigh);
  const inSpan = span ? new Set(unitsIn(span, order, evidence)) : new Set<number>();
  const own = evidence.utterance.units.map(({ start, verb }, at) => {
    if (inSpan.has(at)) return 1;
    if (isPressed(verb)) return 0;
    const atom = order.atoms.findIndex((one) => one.start <= start && start < one.end);
    return told.has(atom) ? 0.9 : 0;
  });
  return strongest(
    own,
    evidence.own(item!),
    evidence.of(control.label),
    // A row that says “Shared” shares nothing when its name is changed.
    scaled(evidence.around(item!, around.screen), 0.9).map((one, at) =>
      isPressed(evidence.utterance.units[at]!.verb) ? 0 : one,
    ),
  );
}
