import { conceptsOf } from '../language/concepts.ts';
import { terms } from '../language/terms.ts';
import { isSlip } from '../language/typo.ts';
import { fold, words } from '../language/words.ts';
import type { PageView } from '../page/view.ts';
import type { Clause } from '../prompt/clauses/parse-prompt.ts';

/** Replaces each misspelt word of a prompt by the nearly equal word in the headings and buttons of the page. */
export function spelled(clauses: Clause[], view: PageView): Clause[] {
  const texts = [
    ...view.sections.flatMap(({ heading, subheadings, aliases }) => [
      heading ?? '',
      ...subheadings,
      ...aliases,
    ]),
    ...view.controls.map(({ name }) => name),
  ];
  const stems = new Set<string>();
  const known = new Map<string, string>();
  for (const { raw, stem } of words(texts.join(' \n '))) {
    stems.add(stem);
    if (raw.length >= leastLetters && /^\p{L}+$/u.test(raw)) known.set(fold(raw), raw);
  }
  const body = new Set(words(view.sections.map(({ text }) => text).join(' ')).map(({ stem }) => stem));
  const right = (text: string) =>
    text.replace(/\p{L}{5,}/gu, (raw) => {
      const [word] = words(raw);
      const means = word && (stems.has(word.stem) || body.has(word.stem) || conceptsOf(raw).length > 0);
      if (!word || means || terms(raw).length === 0) return raw;
      const folded = fold(raw);
      const near = [...known.keys()].find((other) => isSlip(folded, other));
      return near === undefined ? raw : known.get(near)!;
    });
  return clauses.map((clause) => ({ ...clause, object: right(clause.object) }));
}

const leastLetters = 5;
