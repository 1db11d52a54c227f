import type { Item } from '../../../page/screen.ts';
import { placeOf } from '../../candidates/chain.ts';
import { isFilter } from '../../candidates/searching.ts';
import { choose, fitOf } from '../../chooser/choose.ts';
import { controlsOf } from '../../chooser/controls.ts';
import type { Candidate, Questions } from '../../chooser/features.ts';
import { matchOfOption } from '../../chooser/matches.ts';
import type { Order, Span as OrderSpan } from '../../chooser/order.ts';
import { questionsOf } from '../../chooser/questions.ts';
import { weigh } from '../../chooser/weights.ts';
import type { Bid } from '../ballot.ts';
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

/** What the controls of the open view may get. */
export interface ViewRead {
  look: Look;
  order: Order;
  questions: Questions;
  /** It is a form that was opened to make something. */
  isOpened: boolean;
}

/** @param isVain pairs that were tried in vain */
export function readView(look: Look, order: Order, isVain: (pair: Pair) => boolean): ViewRead {
  const { filled, used } = look.standing;
  const shown = controlsOf(look.around.screen).filter(
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
  // Nothing is entered twice. What a list offers says itself what it is for: “Product” is a type, also on the page of the products.
  const isFree = (one: Candidate) =>
    (one.control.options.length > 0 || one.span === null || !isUsed(one.span)) &&
    !isSaidAsIs(one, order) &&
    !isVain({ item: itemFor(one), span: { text: one.value ?? '' } });
  return { look, order, questions: onlyFree(questionsOf(order, controls), isFree), isOpened };
}

/**
 * What the controls of a view get for the order, all at once: what the other controls take says most about what is left for one.
 * @param eager how much speaks for each quotation, number and name being a value. Where it is not said, the view tells
 */
export const chosenOn = (view: ViewRead, eager?: number): Pairing[] => choiceOn(view, eager).pairings;

function choiceOn(view: ViewRead, eager = view.isOpened ? eagerInForm : 0) {
  const { look, order, questions } = view;
  const { items } = look.around.screen;
  const chosen = choose(questions, weigh, { least, eager });
  const pairings = chosen
    .flatMap((one) => pairingOf(one, order, look) ?? [])
    .sort((a, b) => items.indexOf(a.item) - items.indexOf(b.item));
  return { pairings, fit: fitOf(chosen, questions, weigh) };
}

/** All that a view has for the order, each as a bid that is weighed beside those of other views. What only filters a list changes nothing. */
export function bidsOn({ look, order, questions }: ViewRead): Bid[] {
  const { screen } = look.around;
  const hard = questions.ofSpans.filter(({ span: { source } }) => source === 'quote' || source === 'exact');
  return questions.ofControls.flatMap(({ control, features: base, candidates }) => {
    if (control.items.some((item) => isFilter(item, screen))) return [];
    const score = weigh(base);
    const passed = ({ span }: Candidate) =>
      hard.filter(({ span: { from, to } }) => !span || span.from >= to || from >= span.to).length;
    return candidates.map((one): Bid => {
      const { label, row, view, index } = control;
      return {
        key: [...view, ...row, label, row.length > 0 ? '' : index, one.value].join('\n'),
        score: score + weigh(one.features) - passedOver * passed(one),
        pairing: () => pairingOf({ ...one, base, likely: 1 }, order, look),
      };
    });
  });
}

/** What speaks against a value that leaves a quotation or a number of the order without a place. */
const passedOver = 1;

/** A list that shows what is said takes nothing that is said by half: “Sender address” is not changed to “Sender domain”. */
function isSaidAsIs({ control: { options, value: shown }, value }: Candidate, order: Order): boolean {
  if (value === null || value === shown || !options.includes(shown)) return false;
  return matchOfOption(shown, order).isPhrase && !matchOfOption(value, order).isPhrase;
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
export function formMove(view: ViewRead): Move | null {
  const { look } = view;
  const { pairings: chosen, fit } = choiceOn(view);
  const [first] = chosen;
  if (!first) return null;
  const strengths = strongest(look.evidence.none, ...chosen.map((one) => one.strengths));
  if (gainOf(strengths, look) < leastGain) return null;
  const likely = chosen.reduce((sum, { fit }) => sum + fit, 0) / chosen.length;
  return move('fill', first.item, { strengths, likely, pairings: chosen, fit });
}
