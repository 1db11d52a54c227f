import { anyOf } from '../../../language/patterns.ts';
import type { Item, Screen } from '../../../page/screen.ts';
import type { Deed, FieldValue } from '../../../prompt/deed.ts';
import { topmost } from '../../candidates/chain.ts';
import { isDate } from '../../candidates/days/dates.ts';
import { calledFit } from '../../candidates/field-called.ts';
import { type FieldCandidate, fieldCandidates } from '../../candidates/field-candidates.ts';
import { asksForDate, asksForTime } from '../../candidates/field-value.ts';
import { isSameText } from '../../candidates/likeness.ts';
import { type FieldFit, fieldFit, typeFit } from '../field-fit.ts';
import type { Look } from '../move.ts';
import type { Pairing } from '../pairing.ts';
import type { Span } from '../utterance.ts';
import { besideFit } from './beside.ts';
import { type Entries, entriesOf, labelOf } from './entries.ts';
import { isLabel, type Part, partOf } from './part.ts';
import { givenBy, isNewName, type Said, saidBy, spansOf } from './said.ts';

const asksForJob = new RegExp(anyOf('fields', 'job'), 'iu');
const asksForCompany = new RegExp(anyOf('fields', 'company'), 'iu');
const asksForMail = new RegExp(anyOf('fields', 'email'), 'iu');
/** In seven languages. */
const asksForPercents = /%|per ?cent|pro[zc]ent|por ?cent|por ciento|pour ?cent/iu;
/** Less is no pair. */
const leastFit = 0.3;
/** A button has to be called like the field, to be pressed for it. */
const leastChip = 0.7;
/** How far a control is trusted that is found without a name for the field, and by the name that the likeliest reading gives it. */
const trust = { unnamed: 0.7, named: 0.95 };

/** All that may go together: each part of the prompt that may be a value, with each control that could take it. */
export function pairingsOn(screen: Screen, look: Look, readings: readonly (readonly Deed[])[]): Pairing[] {
  const entries = entriesOf(screen, look);
  if (entries.all.size === 0) return [];
  const said = saidBy(readings);
  return spansOf(look.evidence.utterance, said).flatMap((span) => {
    const value = givenBy(span);
    const isValue = value.value.to === 'text' && value.value.text !== '' && !isLabel(span, entries.labels);
    return isValue ? [...new OfSpan(span, value, { screen, look, entries, said }).pairings()] : [];
  });
}

interface Context {
  screen: Screen;
  look: Look;
  entries: Entries;
  said: readonly Said[];
}

/** The controls that may take one part of the prompt. */
class OfSpan {
  readonly #span: Span;
  readonly #value: FieldValue;
  readonly #context: Context;
  readonly #part: Part;
  /** How surely the words beside the value name each control, and the surest one. */
  readonly #beside: ReadonlyMap<string, number>;
  readonly #mostBeside: number;
  readonly #best = new Map<Item, Pairing>();

  constructor(span: Span, value: FieldValue, context: Context) {
    const { look, entries } = context;
    this.#span = span;
    this.#value = value;
    this.#context = context;
    this.#part = partOf(span, look);
    const prompt = look.evidence.utterance.said;
    this.#beside = new Map(entries.labels.map((label) => [label, besideFit(label, span.text, prompt)]));
    this.#mostBeside = Math.max(0, ...this.#beside.values());
  }

  pairings(): Iterable<Pairing> {
    this.#add(this.#value, trust.unnamed, { called: null, mayType: true });
    const own = this.#value.value;
    for (const { field, rank, isName } of this.#context.said) {
      const isSame = own.to === 'text' && field.value.to === 'text' && isSameText(field.value.text, own.text);
      if (isSame && field.field !== '') {
        // Who changes a thing does not type its name.
        const mayType = !isName || this.#context.look.creates;
        this.#add({ ...this.#value, field: field.field }, trust.named ** (rank + 1), {
          called: isName ? null : `${rank} ${field.field}`,
          mayType,
        });
      }
    }
    for (const chip of this.#context.entries.chips) this.#addChip(chip);
    return this.#best.values();
  }

  /** A button that is called like the field opens what may be chosen for it. */
  #addChip(item: Item): void {
    const { look, said } = this.#context;
    const own = this.#value.value;
    const prompt = look.evidence.utterance.said;
    const named = said.map(({ field, rank, isName }) =>
      !isName && own.to === 'text' && field.value.to === 'text' && isSameText(field.value.text, own.text)
        ? trust.named ** (rank + 1) * calledFit(field.field, item.name)
        : 0,
    );
    const fit = Math.max(...named, 0.9 * besideFit(item.name, this.#span.text, prompt));
    if (fit < leastChip || fit <= (this.#best.get(item)?.fit ?? 0)) return;
    const { strengths } = fieldFit(item, this.#span, look);
    const value = { ...this.#value, field: item.name };
    this.#best.set(item, { item, way: 'choose', span: this.#span, value, fit, strengths, called: new Set() });
  }

  #add(
    value: FieldValue,
    trusted: number,
    { called, mayType }: { called: string | null; mayType: boolean },
  ): void {
    const { screen, look, entries } = this.#context;
    const scope = { mentions: [], reached: new Map(), container: topmost(screen) };
    for (const candidate of fieldCandidates(screen, value, scope)) {
      const { item, way } = candidate;
      if (!entries.all.has(item) || !this.#mayTake(candidate) || (way === 'type' && !mayType)) continue;
      const own = fieldFit(item, this.#span, look);
      const fit = this.#fit(candidate, own, value.field === '' ? trust.unnamed : trusted, value.field);
      const known = this.#best.get(item);
      const all = new Set([...(known?.called ?? []), ...(called ? [called] : [])]);
      const isBetter = fit > (known?.fit ?? 0);
      if (fit < leastFit || (!isBetter && !known)) continue;
      const given = { ...value, field: labelOf(item) };
      const made = { item, way, span: this.#span, value: given, fit, strengths: own.strengths };
      this.#best.set(item, { ...(isBetter || !known ? made : known), called: all });
    }
  }

  #mayTake({ item, way, features }: FieldCandidate): boolean {
    if (features.misfit === 1 || way === 'step') return false;
    if (way === 'open') return isDate(this.#span.text) && asksForDate(item);
    return way !== 'pick' || features.value >= 0.8;
  }

  /** What speaks most for the pair, less what speaks against it. */
  #fit(
    { item, way, confidence, features }: FieldCandidate,
    own: FieldFit,
    trusted: number,
    field: string,
  ): number {
    const { isPhrase, isCut, hasArticle, isOfWay, isKnown } = this.#part;
    const offers = features.value >= 0.8 ? 0.75 + 0.2 * features.value : 0;
    const beside = this.#beside.get(labelOf(item)) ?? 0;
    const suits = typeFit(item, this.#span);
    const most = Math.max(
      trusted * confidence,
      own.likely,
      field === '' ? offers : 0,
      suits >= 0.2 ? beside : 0,
      this.#isOnlyOne(item) ? 0.85 : 0,
      this.#isName(item) || this.#isOfPerson(item) ? 0.8 : 0,
      Math.min(1, suits) * this.#alone(item),
    );
    return (
      most *
      // What is called so right beside the value has it, and nothing else has.
      (this.#mostBeside >= 0.8 && beside < this.#mostBeside ? 0.5 : 1) *
      (isPhrase ? 0.8 : 1) *
      (isCut ? 0.7 : 1) *
      (hasArticle ? 0.75 : 1) *
      (isKnown && way === 'type' ? 0.4 : 1) *
      (isOfWay && beside < 0.8 && offers === 0 ? 0.5 : 1)
    );
  }

  /** The only control for a day or for a sum, or one for a mail address or for percents. */
  #isOnlyOne(item: Item): boolean {
    const { text } = this.#span;
    if (isDate(text)) return this.#context.entries.onlyDate === item;
    if (/^[$€£¥]\s?\d/.test(text)) return this.#context.entries.onlySum === item;
    if (/^\d[\d.,]*\s?%$/.test(text)) return asksForPercents.test(`${labelOf(item)} ${item.name}`);
    const isAddress = /^\S+@\S+\.\S+$/.test(text);
    return isAddress && (item.inputType === 'email' || asksForMail.test(`${labelOf(item)} ${item.name}`));
  }

  /** A form that calls nothing a name asks for it first: “What for”. */
  #isName(item: Item): boolean {
    const { look, entries, said } = this.#context;
    if (!look.creates || entries.hasNameField || item !== entries.firstText) return false;
    return this.#span.marker === 'name' || isNewName(this.#span.text, said);
  }

  /** "Ann Lee, Head of Training at Alpenhof": what she is stands behind her name, and where after that. */
  #isOfPerson(item: Item): boolean {
    const { units } = this.#context.look.evidence.utterance;
    const label = `${labelOf(item)} ${item.name}`;
    const [before, first] = [units[this.#span.first - 1], units[this.#span.first]!];
    if (first.marker === 'place') return asksForCompany.test(label) && !asksForMail.test(label);
    return before?.isNew === true && before.clause !== first.clause && asksForJob.test(label);
  }

  /** What is left goes where nothing else is left. */
  #alone(item: Item): number {
    const { isPhrase, isOfWay, isToFill } = this.#part;
    const isOpen =
      /^(?:field|rich-text)$/.test(item.kind) &&
      item.value === '' &&
      !asksForDate(item) &&
      !asksForTime(item);
    if (!isOpen || isPhrase || isOfWay || !isToFill) return 0;
    return item === this.#context.entries.firstText ? 0.5 : 0.4;
  }
}
