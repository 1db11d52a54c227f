import type { FieldWords } from '../language/field-words.ts';
import { anyOf } from '../language/patterns.ts';
import { isCardField } from '../page/danger.ts';
import type { Control, PageView } from '../page/view.ts';

const asks = (field: keyof FieldWords) => new RegExp(anyOf('fields', field), 'i');

/**
 * Plausible data for a field, by its meaning. Where that is long, the third entry is what a short film types. Names and
 * addresses are from the ranges that are reserved for examples (RFC 2606, 555-01xx).
 */
const answers: [meaning: RegExp, answer: string, short?: string][] = [
  [asks('firstName'), 'Maya'],
  [asks('lastName'), 'Lindqvist'],
  [asks('userName'), 'maya.lindqvist', 'maya'],
  [asks('company'), 'Lindqvist Studio', 'Lindqvist'],
  [asks('email'), 'maya@example.com', 'm@example.com'],
  [asks('phone'), '+1 202 555 0142', '2025550142'],
  [asks('website'), 'https://example.com'],
  [asks('postCode'), '10115'],
  [asks('city'), 'Lisbon'],
  [asks('street'), '12 Harbour Street', '12 Harbour St'],
  [asks('subject'), 'A question before we start', 'A question'],
  [asks('job'), 'Product designer', 'Designer'],
  [asks('message'), 'We would love to see this with our own data.', 'Looks great!'],
  [asks('query'), 'getting started'],
  [asks('name'), 'Maya Lindqvist', 'Maya'],
];
const byType: Record<string, string> = {
  email: 'maya@example.com',
  tel: '+1 202 555 0142',
  url: 'https://example.com',
  number: '3',
  range: '60',
  date: '2030-05-14',
  month: '2030-05',
  week: '2030-W20',
  time: '10:30',
  'datetime-local': '2030-05-14T10:30',
  color: '#3456e8',
  password: 'correct-horse-battery',
  search: 'getting started',
  textarea: 'We would love to see this with our own data.',
};

/** What to enter into a field. Null for a field that a demo leaves alone (cards, files, codes, buttons). */
export function answerFor(control: Control): string | null {
  if (isCardField(control) || control.besideCardFields) return null;
  if (/one-time-code|captcha|otp\b|honeypot/i.test(control.hint)) return null;
  // Choosing the present option once more would show nothing.
  if (control.purpose === 'choose')
    return (
      (control.options.find(({ value }) => value !== control.value) ?? control.options[0])?.value ?? null
    );
  if (control.purpose !== 'input' || control.inputType === null) return null;
  const type = control.inputType;
  if (/^(file|hidden|checkbox|radio|submit|button|image|reset)$/.test(type)) return null;
  const typed = byType[type];
  if (typed && type !== 'textarea' && type !== 'search') return typed;
  const meaning = `${control.hint} ${control.name}`;
  return answers.find(([words]) => words.test(meaning))?.[1] ?? typed ?? 'Harbour View';
}

/** A shorter answer for the same field, for films with little time. */
export function shortAnswerFor(control: Control): string | null {
  const full = answerFor(control);
  return answers.find(([, answer]) => answer === full)?.[2] ?? full;
}

/** The fields of one form, in their order, that are visible, can be filled, and are not filled yet. */
export function fieldsOf(controls: Control[], form: number | null): Control[] {
  return controls.filter(
    (control) =>
      control.form === form &&
      control.visible &&
      !control.overlay &&
      !control.filled &&
      answerFor(control) !== null,
  );
}

/** The field to search the page with, if a visible one exists. */
export const searchField = ({ controls }: PageView): Control | undefined =>
  controls.find((control) => control.visible && !control.overlay && isSearch(control));

export const isSearch = ({ purpose, inputType, hint, name }: Control) =>
  purpose === 'input' && (inputType === 'search' || search.test(`${hint} ${name}`));
const search = new RegExp(anyOf('fields', 'search'), 'iu');
