import { conceptsOf } from '../language/concepts.ts';
import { terms } from '../language/terms.ts';
import { wordsFor } from '../language/vocabulary.ts';
import { fold, isAkin, stem, words } from '../language/words.ts';
import type { Control, Purpose } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';
import { kindsOfConcept } from './rank.ts';

/** Words that name a kind of control rather than one control, each with a test for controls of that kind. */
const sorts: Record<string, (control: Control) => boolean> = {
  button: ({ role, prominence }) => role === 'button' || prominence >= 0.5,
  link: ({ role }) => role === 'link',
  tab: ({ purpose, role }) => purpose === 'tab' || role === 'tab',
  menu: ({ purpose }) => purpose === 'menu',
  dropdown: ({ purpose }) => purpose === 'menu' || purpose === 'choose',
  page: ({ purpose }) => purpose === 'navigate',
  question: ({ purpose }) => purpose === 'accordion',
  faq: ({ purpose }) => purpose === 'accordion',
  slider: ({ role, inputType }) => role === 'slider' || inputType === 'range',
  answer: ({ purpose }) => purpose === 'accordion',
  accordion: ({ purpose }) => purpose === 'accordion',
  field: ({ purpose }) => purpose === 'input' || purpose === 'choose',
  input: ({ purpose }) => purpose === 'input',
  box: ({ purpose }) => purpose === 'input' || purpose === 'toggle',
  checkbox: ({ purpose }) => purpose === 'toggle',
  toggle: ({ purpose }) => purpose === 'toggle' || purpose === 'tab',
  switch: ({ purpose }) => purpose === 'toggle',
  option: ({ purpose }) => purpose === 'choose' || purpose === 'toggle' || purpose === 'tab',
  plan: ({ name }) => /\p{L}/u.test(name),
  item: () => true,
  section: () => true,
  mode: ({ purpose }) => purpose === 'toggle' || purpose === 'act' || purpose === 'tab',
  billing: ({ purpose }) => purpose === 'toggle' || purpose === 'tab',
};

/** How well each purpose of a control suits a verb, in points. A negative number speaks against it. */
export const leanings: Partial<Record<Clause['verb'], Partial<Record<Purpose, number>>>> = {
  press: { act: 0.6, navigate: 0.6, menu: 0.6, submit: 0.3, tab: 0.4, accordion: 0.4 },
  go: { navigate: 2, tab: 0.5 },
  set: { toggle: 2.5, tab: 2.2, choose: 2.2, act: 0.4, accordion: -1, input: -1.5 },
  expand: { accordion: 3, menu: 0.5, navigate: -1.5, act: 0.3 },
  type: {
    input: 3,
    choose: -3,
    navigate: -4,
    act: -4,
    submit: -4,
    menu: -4,
    tab: -4,
    toggle: -4,
    accordion: -4,
  },
  search: { input: 3, navigate: -2 },
  submit: { submit: 4, act: 0.5, navigate: -1 },
  start: { navigate: 0.8, act: 0.8, submit: 0.4, input: -3 },
  close: { act: 0.5 },
};

const named = new Map<string, keyof typeof sorts>();
for (const sort of ['button', 'link', 'tab', 'menu', 'question', 'field'] as const)
  for (const word of wordsFor('controls', sort)) named.set(stem(fold(word)), sort);
for (const sort of Object.keys(sorts)) named.set(sort, sort);

export type Suits = (control: Control) => boolean;

/** The kind of control that a word names, by its stem. Null where it names none. */
export const sortOf = (word: string): Suits | null => {
  const sort = named.get(word);
  return sort === undefined ? null : sorts[sort]!;
};

/** Whether the words have the form of an imperative, whatever the verb: "star the repository", "clone it". */
const isImperative = (said: string) =>
  /^\p{L}+\s+(?:the|this|that|it|them|my|our|your|an?)\b/iu.test(said.trim());

const plainVerbs = new Set(wordsFor('controls', 'plainVerbs'));

/** Whether a clause begins with the first word of a control's name: "assign the invoice to me", and a button "Assign to me". */
export const beginsAs = (
  { name, purpose, visible }: Control,
  { verb, object, explicit }: Clause,
): boolean => {
  const [first, ...others] = words(name);
  return (
    /^(?:press|start|submit|show)$/.test(verb) &&
    /^(?:act|submit|toggle|menu|accordion)$/.test(purpose) &&
    first !== undefined &&
    (explicit || others.length > 0 || isImperative(object)) &&
    // The word has to mean something: a question ("how does it work?") asks for nothing to be pressed.
    (terms(first.raw).length > 0 || (visible && plainVerbs.has(fold(first.raw)))) &&
    isAkin(first.stem, words(object)[0]?.stem ?? '') &&
    (isImperative(object) || conceptsOf(first.raw).every((concept) => kindsOfConcept[concept] === undefined))
  );
};
