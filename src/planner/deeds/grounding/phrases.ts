import type { Deed } from '../../prompt/deed.ts';

/** What readings take for a name or a value. What holds one that the first reading has is none: that one parts its words. */
export function phrasesIn([first = [], ...others]: readonly (readonly Deed[])[]): string[] {
  const known = textsIn(first);
  const holdsKnown = (text: string) =>
    known.some((one) => one !== text && one !== '' && ` ${text} `.includes(` ${one} `));
  return [...known, ...textsIn(others.flat()).filter((text) => !holdsKnown(text))].filter(isPhrase);
}

function textsIn(deeds: readonly Deed[]): string[] {
  const names = deeds.flatMap(({ thing, places }) =>
    [thing, ...places].map((mention) => mention?.name ?? ''),
  );
  const values = deeds.flatMap(({ fields }) =>
    fields.map(({ value }) => (value.to === 'text' ? value.text : '')),
  );
  return [...names, ...values];
}

/** "Early sowing" has no name, and its words may stand apart. */
const isPhrase = (text: string) =>
  /^\p{L}[^,;:.!?"“”]*\s\S+$/u.test(text) &&
  /[\p{Lu}\d]/u.test(text) &&
  text.split(/\s+/).length <= mostWords;
const mostWords = 7;
