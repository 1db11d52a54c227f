/**
 * The same value, with `words` replaced by dots in every text in it. They are replaced in their order, so a word that contains another one
 * has to come before it.
 */
export function redact<T>(value: T, words: readonly string[]): T {
  if (words.length === 0) return value;
  if (typeof value === 'string')
    return words.reduce<string>((text, word) => text.replaceAll(word, '•••'), value) as T;
  if (Array.isArray(value)) return value.map((each) => redact(each as unknown, words)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, redact(each as unknown, words)]),
  ) as T;
}
