import type { Thing } from '../../../page/screen.ts';
import type { Mention } from '../../../prompt/deed.ts';
import { coverage, likeness, says } from '../likeness.ts';

/** How well a text fits what the prompt names. All figures of this folder are from 0 to 1. */

/** How well one text fits a mention. */
export function fitOf(mention: Mention, text: string): number {
  if (text === '') return 0;
  if (mention.name === null)
    return Math.max(
      likeness(mention.kind || mention.said, text),
      isQuotedIn(mention, text) ? 0.9 : 0,
      0.9 * from(0.75, toldIn(toldOf(mention), text)),
    );
  const named = likeness(mention.name, text);
  // "Weekly report" names a row that says "Weekly report · 12 March" as surely as one that says nothing else.
  if (named >= 0.95) return named;
  return says(text, mention.name) ? Math.max(named, 0.9) : 0.8 * named;
}

/** What is told of a thing in several words, or with a name. One word alone is a state: "pending". */
export const toldOf = ({ qualifiers }: Mention) =>
  qualifiers.filter((qualifier) => qualifier.split(' ').length > 2 || hasName(qualifier)).join(' ');

/** "Datadog", of what is said in "that goes to Datadog": what goes there need not say that it goes. */
export const namesIn = (qualifier: string) => (qualifier.match(names) ?? []).join(' ');
const names = /(?<=\s)\p{Lu}[\p{L}\p{N}]*(?:\s\p{Lu}[\p{L}\p{N}]*)*/gu;

/** "From Oslo", "order of 12 May". */
export const hasName = (qualifier: string) => /(?<!^)(?<=\s)(?:\p{Lu}\p{Ll}|\d)/u.test(qualifier);

/** Whether a mention tells one thing from others of its kind: by its name, or by a name that is said about it ("the customer from Oslo"). */
export const tellsWhich = ({ name, qualifiers }: Mention) => name !== null || qualifiers.some(hasName);

/** A figure that counts from a least one on. */
const from = (least: number, figure: number) => (figure < least ? 0 : figure);

/** How well a thing is called as a mention says, by any of the names by which it may be known. */
export const calledFit = (mention: Mention, { name, also }: Thing) =>
  Math.max(fitOf(mention, name), ...also.map((one) => fitOf(mention, one)));

/** "The note that says 'Call back'": what is quoted of it stands for its name. */
const isQuotedIn = ({ qualifiers }: Mention, text: string) =>
  qualifiers.some((qualifier) => {
    const quoted = /["'“‘«„](.{3,})["'”’»“]/u.exec(qualifier)?.[1];
    return quoted !== undefined && says(text, quoted);
  });

/** How much of what is told of a thing a text says. A name alone tells nearly as much as all the words. */
const toldIn = (qualifier: string, text: string) =>
  Math.max(coverage(qualifier, text), 0.9 * coverage(namesIn(qualifier), text));

export function qualified(mention: Mention, fit: number, text: string): number {
  if (fit === 0 || mention.qualifiers.length === 0) return fit;
  const told = mention.qualifiers.map((qualifier) => toldIn(qualifier, text));
  // “Customers” is not the customer from Oslo.
  if (mention.name === null && mention.qualifiers.some((one, at) => hasName(one) && told[at]! < 0.5))
    return 0.55 * fit;
  return fit * (0.75 + (0.25 * told.reduce((sum, one) => sum + one, 0)) / told.length);
}

export const leastFit = 0.6;
