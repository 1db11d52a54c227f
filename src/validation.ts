import { z } from 'zod';
import { shorten } from './text.ts';

/**
 * Turns zod's issues into sentences that a person can act on: which field, what was expected, what was sent.
 * @param input the value that was validated, from which the sentences quote.
 */
export function describeIssues(issues: readonly z.core.$ZodIssue[], input: unknown): string {
  const sentences = issues.slice(0, 3).map((issue) => describeIssue(issue, valueAt(input, issue.path)));
  const left = issues.length - sentences.length;
  if (left > 0) sentences.push(`There ${left === 1 ? 'is 1 more problem' : `are ${left} more problems`}.`);
  return sentences.join(' ');
}

type Issue = z.core.$ZodIssue;

const defaultMessage = z.locales.en().localeError;

function describeIssue(issue: Issue, value: unknown): string {
  const field = fieldName(issue.path);
  const own = ownMessage(issue, value);
  if (own) return own.includes(field) ? own : `${field}${/^[a-z]/.test(own) ? '' : ':'} ${own}`;
  if (value === undefined && issue.code !== 'unrecognized_keys') {
    return `${field} is required${expectation(issue) ? `: expected ${expectation(issue)}` : ''}.`;
  }
  switch (issue.code) {
    case 'unrecognized_keys':
      return unknownMembers(issue.keys.slice(0, 5).map((key) => fieldName([...issue.path, key])));
    case 'too_small':
    case 'too_big':
      return `${field} must ${bound(issue)}, but ${came(field, value, issue.origin)}.`;
    case 'invalid_union':
      return describeUnion(issue, value, field);
    default:
      return `${field} must be ${expectation(issue) ?? 'valid'}, but ${shown(field, value)} came.`;
  }
}

const unknownMembers = (fields: string[]) =>
  fields.length === 1
    ? `${fields[0]} is not a known member.`
    : `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)} are not known members.`;

/** The message that the author of the schema wrote; null where the message is the library's, which ours replaces. */
function ownMessage(issue: Issue, value: unknown): string | null {
  if (issue.code === 'custom') return issue.message === 'Invalid input' ? null : issue.message;
  const raw = { ...issue, input: value } as Parameters<typeof defaultMessage>[0];
  const given = defaultMessage(raw);
  const text = typeof given === 'string' ? given : given?.message;
  return issue.message === text || issue.message === 'Invalid input' ? null : issue.message;
}

/** Describes the branch whose type matched. Where no branch matched, the sentence names what every branch expects. */
function describeUnion(issue: Issue & { code: 'invalid_union' }, value: unknown, field: string): string {
  const branches = issue.errors.filter((branch) => branch.length > 0);
  const deepest = branches.find((branch) => branch.every((inner) => !isWrongType(inner)));
  if (deepest) {
    const [first] = deepest;
    return describeIssue(
      { ...first!, path: [...issue.path, ...first!.path] } as Issue,
      valueAt(value, first!.path),
    );
  }
  const forms = [...new Set(branches.map((branch) => expectation(branch[0]!)).filter(Boolean))];
  return `${field} must be ${forms.join(' or ') || 'valid'}, but ${shown(field, value)} came.`;
}

const isWrongType = (issue: Issue) => issue.code === 'invalid_type' && issue.path.length === 0;

function expectation(issue: Issue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? `a ${issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? JSON.stringify(issue.values[0])
        : `one of ${issue.values.map((v) => JSON.stringify(v)).join(', ')}`;
    case 'invalid_format':
      return formatNames[issue.format] ?? 'of the right form';
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'too_small':
    case 'too_big':
      return `it to ${bound(issue)}`;
    case 'invalid_union': {
      const forms = issue.errors.flatMap((branch) => (branch[0] ? [expectation(branch[0])] : []));
      return [...new Set(forms.filter(Boolean))].join(' or ') || null;
    }
    default:
      return null;
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formatNames: Record<string, string> = {
  url: 'a full address such as https://example.com/page',
  email: 'an email address',
  datetime: 'an ISO 8601 time',
  uuid: 'a UUID',
};

function bound(issue: Issue & { code: 'too_small' | 'too_big' }): string {
  const [limit, side] = issue.code === 'too_small' ? [issue.minimum, 'least'] : [issue.maximum, 'most'];
  const one = Number(limit) === 1;
  if (issue.origin === 'string') return `have at ${side} ${limit} character${one ? '' : 's'}`;
  if (issue.origin === 'array') return `have at ${side} ${limit} item${one ? '' : 's'}`;
  if (issue.inclusive === false) return `be ${side === 'least' ? 'more' : 'less'} than ${limit}`;
  return `be at ${side} ${limit}`;
}

function came(field: string, value: unknown, origin: string): string {
  // The schemas count characters, so that an emoji is one.
  if (origin === 'string' && typeof value === 'string') return `it has ${[...value].length}`;
  if (origin === 'array' && Array.isArray(value)) return `it has ${value.length}`;
  return `${shown(field, value)} came`;
}

function fieldName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'The input';
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  // 160 characters hold every path that our schemas know. Only a name that a caller invented can be longer.
  return quote(abridged(text.replace(/^\./, ''), 160));
}

const quote = (text: string) => `\`${text}\``;
const abridged = (text: string, most = 60) => (text.length > most ? `${shorten(text, most)}…` : text);

const secretName = /key|secret|token|password|authorization|cookie|signature|_code/i;
const secretText = /sr_(live|pub|sign)_|whsec_|bearer\s/i;

/** The value that was sent, shortened. Secrets are never shown. */
function shown(field: string, value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (secretName.test(field) || (typeof value === 'string' && secretText.test(value)))
    return 'something else';
  return typeof value === 'string' ? JSON.stringify(abridged(value)) : String(value);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}
