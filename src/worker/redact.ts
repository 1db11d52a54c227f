import type { BrowserSession } from '../recorder/browser/index.ts';

const least = 4;

/** The words inside what no film may show, longest first: they are to stand in no plan, log or description either. */
export async function hiddenWords(session: BrowserSession, selectors: readonly string[]): Promise<string[]> {
  if (selectors.length === 0) return [];
  const found = await session.tab.ask(wordsInside, [...selectors]);
  return [...new Set(found)].filter((text) => text.length >= least).sort((a, b) => b.length - a.length);
}

/** The same value, with every text in it freed of `words`. */
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

function wordsInside(selectors: string[]): string[] {
  const found: string[] = [];
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  const search = (root: Document | ShadowRoot | Element) => {
    for (const selector of selectors)
      for (const element of root.querySelectorAll(selector)) {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node && found.length < 500; node = walker.nextNode())
          found.push(plain(node.nodeValue));
        found.push(plain(element.textContent), plain((element as HTMLInputElement).value ?? null));
      }
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) search(element.shadowRoot);
  };
  search(document);
  return found;
}
