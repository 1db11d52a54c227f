/** Where a prompt quotes something: the marks included in `start` and `end`, and left out in `text`. */
export interface Quotation {
  start: number;
  end: number;
  text: string;
}

/**
 * The quotation that begins at `start`. It runs from its own opening to its own closing mark, whatever other marks stand between.
 * Null where no quotation begins there, as at an apostrophe.
 */
export function quotationAt(prompt: string, start: number): Quotation | null {
  const mark = prompt[start]!;
  if (mark === "'" || mark === '‘') return single(prompt, start);
  const closing = closings[mark];
  if (closing === undefined) return null;
  const end = closingAt(prompt, start, closing);
  if (end < 0) return null;
  const text = prompt.slice(start + 1, end).trim();
  return text === '' ? null : { start, end: end + 1, text };
}

const closings: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '‹': '›',
  '「': '」',
  '『': '』',
  '`': '`',
};

/** Quotations of the same kind may stand in one another, where the opening mark is no closing mark. */
function closingAt(prompt: string, start: number, closing: string): number {
  const opening = prompt[start]!;
  const nests = !closing.includes(opening);
  for (let at = start + 1, depth = 0; at < prompt.length; at++) {
    if (closing.includes(prompt[at]!)) {
      if (depth === 0) return at;
      depth--;
    } else if (nests && prompt[at] === opening) depth++;
  }
  return -1;
}

const isWordSign = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/**
 * A quotation in single marks, which are apostrophes too: it opens at the beginning of a word, and closes at the end of one. The
 * apostrophe of a plural ("the users' choice") ends a word as well. It closes the quotation only where no other mark does.
 */
function single(prompt: string, start: number): Quotation | null {
  if (isWordSign(prompt[start - 1]) || /\s|^$/.test(prompt[start + 1] ?? '')) return null;
  const quotation = (end: number) => ({ start, end: end + 1, text: prompt.slice(start + 1, end) });
  let plural = -1;
  for (let at = start + 1; at < prompt.length; at++) {
    if (prompt[at] !== "'" && prompt[at] !== '’') continue;
    const [before, after] = [prompt[at - 1]!, prompt[at + 1]];
    // Another quotation opens here, so the apostrophe of the plural was the end.
    if (plural >= 0 && /[\s(]/.test(before) && after !== undefined && !/\s/.test(after)) break;
    if (isWordSign(after) || /\s/.test(before)) continue;
    if (!/^['’]\s\p{L}/u.test(prompt.slice(at)) || !/s/i.test(before)) return quotation(at);
    plural = at;
  }
  return plural < 0 ? null : quotation(plural);
}
