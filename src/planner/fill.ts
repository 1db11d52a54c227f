import { isCardField } from './danger.ts';
import type { Control, PageView } from './view.ts';

/**
 * Plausible data by a field's meaning, and where that is long, what a short film types. Names and addresses are of the ranges kept
 * free for examples (RFC 2606, 555-01xx).
 */
const answers: [meaning: RegExp, answer: string, short?: string][] = [
  [/first[\s_-]?name|given-name|vorname|prénom|nombre(?! de)|fname/i, 'Maya'],
  [/last[\s_-]?name|family-name|surname|nachname|apellido|lname/i, 'Lindqvist'],
  [/user[\s_-]?name|nickname|handle|benutzername/i, 'maya.lindqvist', 'maya'],
  [
    /company|organi[sz]ation|business|firma|entreprise|empresa|شركة|公司|会社/i,
    'Lindqvist Studio',
    'Lindqvist',
  ],
  [/e-?mail|correo|courriel|البريد|邮箱|メール/i, 'maya@example.com', 'm@example.com'],
  [/phone|tel\b|mobile|telefon|téléphone|teléfono|هاتف|电话|電話/i, '+1 202 555 0142', '2025550142'],
  [/website|url|homepage|domain/i, 'https://example.com'],
  [/post(al)?[\s_-]?code|zip|plz/i, '10115'],
  [/city|town|stadt|ville|ciudad|مدينة|城市/i, 'Lisbon'],
  [/street|address|adresse|dirección|عنوان|地址|住所/i, '12 Harbour Street', '12 Harbour St'],
  [/subject|betreff|topic|title/i, 'A question before we start', 'A question'],
  [/job|role|position|beruf/i, 'Product designer', 'Designer'],
  [
    /message|comment|note|question|nachricht|mensaje|feedback|رسالة|留言|内容/i,
    'We would love to see this with our own data.',
    'Looks great!',
  ],
  [/search|query|\bq\b|suche|بحث|搜索|検索/i, 'getting started'],
  [/name(?! of)|nom\b|nombre|اسم|姓名|名前/i, 'Maya Lindqvist', 'Maya'],
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

/** What to put into a field, or null for one that a demo leaves alone (cards, files, codes, buttons). */
export function answerFor(control: Control): string | null {
  if (isCardField(control) || control.besideCardFields) return null;
  if (/one-time-code|captcha|otp\b|honeypot/i.test(control.hint)) return null;
  // Choosing what is chosen already would be nothing to see.
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

/** The same in few keystrokes, for films with little time. */
export function shortAnswerFor(control: Control): string | null {
  const full = answerFor(control);
  return answers.find(([, answer]) => answer === full)?.[2] ?? full;
}

/** The fields of one form in their order: those shown, fillable and not filled yet. */
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

/** Where something can be searched for, if the page shows such a field. */
export const searchField = ({ controls }: PageView): Control | undefined =>
  controls.find((control) => control.visible && !control.overlay && isSearch(control));

export const isSearch = ({ purpose, inputType, hint, name }: Control) =>
  purpose === 'input' &&
  (inputType === 'search' || /search|such|recherche|buscar|بحث|搜|検索|\bq\b/iu.test(`${hint} ${name}`));
