import type { Deed, Mention } from '../../prompt/deed.ts';
import { operate } from '../operate/operate.ts';
import type { Outcome, Performer } from '../perform/performer.ts';
import { takeWay } from '../search/take-way.ts';
import type { Evidence } from './evidence.ts';
import type { Move } from './move.ts';
import type { Node } from './node.ts';
import { isHard, type Utterance } from './utterance.ts';

/** Does what a move says. @returns whether it had an effect */
export async function makeMove(performer: Performer, move: Move): Promise<boolean> {
  const { item, span, how, isWay, opens } = move;
  const called = (item.name || item.labels[0] || 'the menu').slice(0, 60);
  switch (how) {
    case 'choose': {
      const { text, isExact } = span!;
      const value = { to: 'text' as const, text, exact: isExact, unit: null };
      return operate(
        performer,
        { item, way: 'choose' },
        { field: item.labels[0] || item.name, value, from: null, said: text },
      );
    }
    case 'look-up':
      await takeWay(performer, { how, value: span!.text, opens }, item);
      return true;
    case 'fill':
      return false;
    default: {
      // A choice is kept by the button of its form, as any value is. A press that does the deed needs none.
      const [part, what] = isWay
        ? (['way', `Open “${called}”`] as const)
        : item.kind === 'radio'
          ? (['field', `Choose “${called}”`] as const)
          : (['deed', `Press “${called}”`] as const);
      return worked(await performer.act({ do: how, item, part, what, opens }));
    }
  }
}

const worked = ({ changed, wrote }: Outcome) => changed || wrote > 0;

const mention = (text: string, name: string | null): Mention => ({
  said: text,
  name,
  kind: name === null ? text : '',
  qualifiers: [],
  ordinal: null,
});

/** The deed that ways on are ranked for, and that is finished. Where none was read, it is about what is named first. */
export function mainDeed(deeds: readonly Deed[], { said, units }: Utterance): Deed {
  const main = deeds.find(({ kind }) => kind !== 'open') ?? deeds[0];
  if (main) {
    const others = deeds.flatMap(({ places, thing }) => [
      ...places,
      ...(thing && thing !== main.thing ? [thing] : []),
    ]);
    const mentioned = [...others, ...(main.thing ? [main.thing] : [])].map(({ said }) => said.toLowerCase());
    // What is read as a value may be a thing, unless it is for something new: “make 'Field trip' my default list”.
    const unread = deeds.some(({ kind }) => kind === 'create')
      ? []
      : units.filter(
          (unit) =>
            isHard(unit) &&
            unit.marker !== 'goal' &&
            !mentioned.some((words) => words.includes(unit.text.toLowerCase())),
        );
    return {
      ...main,
      said,
      commits: true,
      places: [...new Set([...others, ...unread.map(({ text }) => mention(text, text))])],
      fields: deeds.flatMap(({ fields }) => fields),
    };
  }
  const [first, ...others] = units.filter(
    ({ kind, marker }) => /^(?:quote|exact|name)$/.test(kind) && marker !== 'goal',
  );
  const words = units.filter(({ kind }) => kind === 'word').map(({ text }) => text.toLowerCase());
  return {
    said,
    kind: units.some(({ verb }) => verb === 'create') ? 'create' : 'change',
    verb: units.find(({ kind }) => kind === 'verb')?.text ?? '',
    thing: first ? mention(first.text, first.text) : mention(words.join(' '), null),
    places: others.map(({ text }) => mention(text, text)),
    fields: [],
    commits: true,
  };
}

/** Where something was entered, a button that is called as the prompt says keeps it: "Comment" below a comment. */
export const commits = ({ item, how }: Move, { pending }: Node, evidence: Evidence): boolean =>
  pending &&
  how === 'press' &&
  item.kind === 'button' &&
  evidence.own(item).some((one, at) => one >= 0.9 && evidence.utterance.units[at]!.kind === 'word') &&
  evidence.precision(item.name) >= 0.8;
