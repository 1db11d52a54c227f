import type { Item } from '../../../page/screen.ts';
import { placeOf } from '../../candidates/chain.ts';
import { choose, fitOf } from '../../chooser/choose.ts';
import { controlsOf } from '../../chooser/controls.ts';
import type { Candidate, Questions } from '../../chooser/features.ts';
import type { Order, Span as OrderSpan } from '../../chooser/order.ts';
import { questionsOf } from '../../chooser/questions.ts';
import { weigh } from '../../chooser/weights.ts';
import { strongest } from '../evidence.ts';
import { gainOf, type Look, leastGain, type Move, move } from '../move.ts';
import type { pairKey } from '../node.ts';
import type { Pairing } from '../pairing.ts';
import { pairingOf } from './pairing-of.ts';

/** From here on a control is set. In applications that were left out of training, 89 of 100 values that were set in forms were right, and 86 of 100 on other views. */
const least = 0.5;
/** A control and what it may get. */
type Pair = Parameters<typeof pairKey>[0];
/** A form that was opened to make something asks for what the order says. */
const eagerInForm = 3;

/**
 * What the controls of the open view get for the order, all at once: what the other controls take says most about what is left for one.
 * @param isVain pairs that were tried in vain
 * @param eager how much speaks for each quotation, number and name being a value. Where it is not said, the view tells
 */
export const chosenOn = (
  look: Look,
  order: Order,
  isVain: (pair: Pair) => boolean,
  eager?: number,
): Pairing[] => choiceOn(look, order, isVain, eager).pairings;

function choiceOn(
  look: Look,
  order: Order,
  isVain: (pair: Pair) => boolean,
  eager?: number,
): { pairings: Pairing[]; fit: number } {
  const { screen } = look.around;
  const { filled, used } = look.standing;
  const shown = controlsOf(screen).filter(
    ({ kind, items, value }) =>
      kind !== 'press' &&
      !items.some((item) => filled.has(placeOf(item))) &&
      // Who makes something new writes over nothing.
      !(look.creates && /^(?:text|area)$/.test(kind) && /\p{L}/u.test(value)),
  );
  // A form may be a page of its own.
  const isOpened =
    look.creates && (look.isForm || shown.some(({ items: [item] }) => look.around.isOfOpenForm(item!)));
  const controls = shown.map((one) => (isOpened ? { ...one, isInForm: true } : one));
  const isUsed = isPartOfAny(order, new Set([...used].map(({ text }) => text)));
  const place = ({ item }: Pairing) => screen.items.indexOf(item);
  // Nothing is entered twice. What a list offers says itself what it is for: “Product” is a type, also on the page of the products.
  const isFree = (one: Candidate) =>
    (one.control.options.length > 0 || one.span === null || !isUsed(one.span)) &&
    !isVain({ item: itemFor(one), span: { text: one.value ?? '' } });
  const questions = onlyFree(questionsOf(order, controls), isFree);
  const chosen = choose(questions, weigh, { least, eager: eager ?? (isOpened ? eagerInForm : 0) });
  const pairings = chosen
    .flatMap((one) => {
      const pairing = pairingOf(one, order, look);
      return pairing ? [pairing] : [];
    })
    .sort((a, b) => place(a) - place(b));
  return { pairings, fit: fitOf(chosen, questions, weigh) };
}

/** Whether a part of the order shares words with one that has been entered. */
const isPartOfAny = ({ spans }: Order, texts: ReadonlySet<string>) => {
  const used = spans.filter(({ text }) => texts.has(text));
  return ({ from, to, part }: Pick<OrderSpan, 'from' | 'to' | 'part'>) =>
    used.some((one) => one.from < to && from < one.to && !(part && one.part && part !== one.part));
};

const onlyFree = ({ ofControls, ofSpans }: Questions, isFree: (one: Candidate) => boolean): Questions => ({
  ofControls: ofControls.map((one) => ({ ...one, candidates: one.candidates.filter(isFree) })),
  ofSpans: ofSpans.map((one) => ({ ...one, candidates: one.candidates.filter(isFree) })),
});

/** The item that is used to give a control a value: of several cards, the one that is called so. */
const itemFor = ({ control: { items, options }, value }: Candidate): Item =>
  items[items.length > 1 ? options.indexOf(value ?? '') : 0] ?? items[0]!;

/** A move that has set only some of what it was to set. */
export const withPairings = (one: Move, pairings: readonly Pairing[]): Move =>
  pairings.length === one.pairings?.length
    ? one
    : {
        ...one,
        pairings,
        strengths: pairings.map(({ strengths }) => strengths).reduce((a, b) => strongest(a, b)),
      };

/** Setting all that the open view has for the order, as one move. */
export function formMove(look: Look, order: Order, isVain: (pair: Pair) => boolean): Move | null {
  const { pairings: chosen, fit } = choiceOn(look, order, isVain);
  const [first] = chosen;
  if (!first) return null;
  const strengths = strongest(look.evidence.none, ...chosen.map((one) => one.strengths));
  if (gainOf(strengths, look) < leastGain) return null;
  const likely = chosen.reduce((sum, { fit }) => sum + fit, 0) / chosen.length;
  return move('fill', first.item, { strengths, likely, pairings: chosen, fit });
}
