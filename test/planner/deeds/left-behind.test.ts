import { expect, test } from 'vitest';
import { fieldCandidates } from '../../../src/planner/deeds/candidates/field-candidates.ts';
import { leastFit } from '../../../src/planner/deeds/candidates/mentions/fit.ts';
import { isMeant, thingFit } from '../../../src/planner/deeds/candidates/mentions/rows.ts';
import { itemFit } from '../../../src/planner/deeds/candidates/mentions/scope.ts';
import { pressCandidates } from '../../../src/planner/deeds/candidates/press-candidates.ts';
import { wayCandidates } from '../../../src/planner/deeds/candidates/ways/way-candidates.ts';
import { least } from '../../../src/planner/deeds/candidates/weights.ts';
import { Account } from '../../../src/planner/deeds/grounding/account.ts';
import { Evidence } from '../../../src/planner/deeds/grounding/evidence.ts';
import { readUtterance } from '../../../src/planner/deeds/grounding/read-utterance.ts';
import { shorten } from '../../../src/planner/deeds/grounding/shorten.ts';
import type { Performed } from '../../../src/planner/deeds/perform/performer.ts';
import { reachedBy } from '../../../src/planner/deeds/perform/reached-by.ts';
import type { Rehearser } from '../../../src/planner/deeds/perform/rehearser.ts';
import type { Item, Screen, Thing } from '../../../src/planner/page/screen.ts';
import type { Deed, FieldValue, Mention } from '../../../src/planner/prompt/deed.ts';
import { boxAt, itemOf, screenOf, thingOf } from './screen-by-hand.ts';

/** What is named is done to that, and to nothing beside it: a thing that was left, a row of the same kind, a field that only takes the value. */

const thing = (id: number, kind: Thing['kind'], name: string, text = name) =>
  thingOf(kind, name, { id, text, box: boxAt(300, 60 * id, 900) });
let number = 100;
const item = (kind: Item['kind'], name: string, owner = 0, more: Partial<Item> = {}) =>
  itemOf(kind, name, { id: ++number, owner, box: boxAt(400, number), ...more });
const onKiln = (things: Thing[], items: Item[]) => screenOf('Kiln', things, items);
const mention = (name: string | null, kind = '', ...qualifiers: string[]): Mention => ({
  ...{ said: name ?? kind, name, kind, qualifiers, ordinal: null },
});
const act = (before: Screen, pressed: Item, ...opens: Mention[]): Performed => ({
  ...{ do: 'press', item: pressed, part: 'way', what: '', opens, before, leavesPage: false, wrote: 0 },
  ...{ hovered: null, target: {} as Performed['target'] },
});
const field = (name: string, text: string): FieldValue => ({
  ...{ field: name, value: { to: 'text', text, exact: false, unit: null }, from: null, said: text },
});
const deedOf = (kind: Deed['kind'], verb: string, more: Partial<Deed> = {}): Deed => ({
  ...{ said: verb, kind, verb, thing: null, places: [], fields: [], commits: true, ...more },
});

const navigation = ['Vases', 'Glazes', 'Firings'];
const withNavigation = (things: Thing[], items: Item[], more: string[] = []) =>
  onKiln(
    [thing(1, 'navigation', ''), ...things],
    [...[...navigation, ...more].map((name) => item('link', name, 1)), ...items],
  );

test.each<[string, Item[], boolean]>([
  ['is left where only a list says its name', [item('link', 'Tall Amphora', 2)], false],
  ['stays where a heading still says its name', [item('text', 'Tall Amphora', 0, { role: 'heading' })], true],
])('what was opened from a list and gone on from by the navigation %s', (_, items, isThere) => {
  const amphora = mention('Tall Amphora');
  const row = item('body', 'Tall Amphora', 2);
  const list = withNavigation([thing(2, 'row', 'Tall Amphora')], [row]);
  // The entry that is pressed then folds out below the others when the thing is opened.
  const opened = withNavigation([], [item('text', 'Tall Amphora', 0, { role: 'heading' })], ['Shapes']);
  const shapes = opened.items.find(({ name }) => name === 'Shapes')!;
  const then = withNavigation([thing(2, 'row', 'Tall Amphora')], items);
  const reached = reachedBy([act(list, row, amphora), act(opened, shapes)], then);
  expect(reached.has(amphora)).toBe(isThere);
});

test('the customer from Oslo is a row that says Oslo, and neither the page of the customers nor the row of another one', () => {
  const rows = ['Eva Graz, Austria', 'Hanna Oslo, Norway', 'Aoife Galway, Ireland'].map((text, at) =>
    thing(at + 1, 'row', text.split(' ')[0]!, text),
  );
  const customers = item('link', 'Customers');
  const screen = onKiln(rows, [customers]);
  const asked = mention(null, 'customer', 'from Oslo');
  expect(itemFit(asked, customers, screen)).toBeLessThan(leastFit);
  expect(rows.map((row) => isMeant(asked, row, screen))).toEqual([false, true, false]);
  expect(thingFit(asked, rows[0]!, screen)).toBeLessThan(leastFit);
});

test('of each button that all rows have, the one in the row that is meant is pressed', () => {
  const names = ['Linseed oil 5 l', 'Metal primer 2 l'];
  const cards = names.map((name, at) => thing(at + 1, 'card', name, `Order Pending ${name}`));
  const buttons = cards.flatMap((_, at) => [
    item('button', 'Approve', at + 1),
    item('button', 'Approve with changes', at + 1),
  ]);
  const deed = deedOf('act', 'approve', { thing: mention(null, 'order', 'pending', 'for Metal Primer 2 l') });
  const scope = { mentions: [deed.thing!], reached: new Map(), container: null };
  const likely = pressCandidates(onKiln(cards, buttons), deed, scope).filter(
    ({ confidence }) => confidence >= least.press,
  );
  expect(likely.map(({ item: { name, owner } }) => `${name} ${owner}`)).toEqual([
    'Approve 2',
    'Approve with changes 2',
  ]);
});

test.each<[Partial<Item>, string, string[]]>([
  [{ labels: ['Email'] }, 'but no text messages', []],
  [{ labels: ['Work email address'] }, 'Portugal', []],
  [{ inputType: 'email' }, 'Ines', []],
  [{ labels: ['Email'] }, 'ines@mailbox.example', ['type']],
  [{ labels: ['Email subject'] }, 'Your order', ['type']],
  [{ inputType: 'tel' }, 'Lisbon', []],
  [{ inputType: 'tel' }, '+351 21 555', ['type']],
])('into a field %j, “%s” is typed: %j', (more, text, expected) => {
  const entry = item('field', '', 0, { inputType: 'text', ...more });
  const scope = { mentions: [], reached: new Map(), container: null };
  const found = fieldCandidates(onKiln([], [entry]), field('', text), scope);
  expect(found.map(({ way }) => way)).toEqual(expected);
});

test.each<[what: string, texts: string[], isFound: boolean]>([
  ['only its new name was entered', ['Harbour 12'], false],
  ['it was pressed before that', ['Harbour 12', 'Lease draft, version 2'], true],
])('the second version of a lease draft is not found where %s', (_, texts, isFound) => {
  const deed = deedOf('change', 'rename', { thing: mention(null, 'version', 'of the lease draft') });
  const evidence = new Evidence(
    readUtterance("Rename the second version of the lease draft to 'Harbour 12'"),
  );
  expect(new Account(evidence, [deed]).hasFound(evidence.of(texts.join(' ')))).toBe(isFound);
});

test('a name that has to be accounted for is one of the deed, and not of what is opened after it', () => {
  const evidence = new Evidence(readUtterance("Rename 'Ash' to 'Elm', then open 'Oak'"));
  const account = new Account(evidence);
  const saved = evidence.of('Ash Elm');
  expect(account.hasAllNamed(saved, { verbsToo: false })).toBe(false);
  expect(account.hasAllNamed(saved, { verbsToo: false, opensToo: false })).toBe(true);
  expect(account.hasAllNamed(evidence.of('Elm'), { verbsToo: false, opensToo: false })).toBe(false);
});

test('the telephone number of a person is looked for where people are listed', () => {
  const sections = onKiln(
    [thing(1, 'navigation', '')],
    ['Reports', 'Matters', 'Contacts', 'Documents'].map((name) => item('link', name, 1)),
  );
  const deed = deedOf('change', 'correct', {
    thing: mention('Roberta Hale'),
    fields: [field('phone number', '555 0199')],
  });
  expect(wayCandidates(sections, deed, new Map(), null)[0]!.item.name).toBe('Contacts');
});

test.each([
  ['Slide 2', ['Slide 2', 'Push']],
  ['Handouts', ['Push']],
])(
  'of the presses that nothing after them depends on, the film keeps what alone is named: of “%s”',
  async (first, expected) => {
    const presses = [first, 'Animate', 'Push'].map((name) => item('button', name));
    const screen = onKiln([], presses);
    const path = presses.map((one, at) => ({
      ...act(screen, one),
      part: at === 2 ? ('field' as const) : ('way' as const),
    }));
    let kept: readonly Performed[] = path;
    const performer = {
      screen,
      path,
      retrace: async (to: readonly Performed[]) => {
        kept = to;
        return true;
      },
    };
    const evidence = new Evidence(readUtterance("Set the animation of 'Slide 2' to 'Push'"));
    const namedBy = ({ item: { name } }: Performed) =>
      evidence
        .of(name)
        .flatMap((one, at) => (one > 0.6 && evidence.utterance.units[at]!.kind === 'quote' ? [at] : []));
    await shorten(performer as unknown as Rehearser, screen, namedBy);
    expect(kept.map(({ item: { name } }) => name)).toEqual(expected);
  },
);

test('a radio button is pressed to turn it on, and never to turn it off', () => {
  const choice = item('radio', 'Collect tax');
  const scope = { mentions: [], reached: new Map(), container: null };
  const ways = (['on', 'off'] as const).map((to) =>
    fieldCandidates(onKiln([], [choice]), { ...field('tax', ''), value: { to } }, scope).map(
      ({ way }) => way,
    ),
  );
  expect(ways).toEqual([['turn'], []]);
});

test('“Prescribe” makes a prescription though it does not say so, and “Add” says nothing of one', () => {
  const buttons = ['Prescribe', 'Add'].map((name) => item('button', name));
  const screen = onKiln([], buttons);
  const likely = (verb: string) => {
    const deed = deedOf('create', verb, { thing: mention('Doxycycline 100mg', 'temporary medication') });
    const scope = { mentions: [], reached: new Map(), container: null };
    return pressCandidates(screen, deed, scope).flatMap(({ item: { name }, confidence }) =>
      confidence >= least.press ? [name] : [],
    );
  };
  expect(likely('prescribe')).toEqual(['Prescribe']);
  expect(likely('add')).toEqual([]);
});
