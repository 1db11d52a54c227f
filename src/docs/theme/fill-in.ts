/** What is filled in for the texts that stand for it. The key is kept in the memory of the page alone. */
const values = new Map<string, string>();

/** Puts the values into the code of the page, now and on every page that is opened next. */
export function fillIn(given: Record<string, string> = {}): void {
  if (values.size === 0) {
    values.set('https://showreel.example', location.origin);
    values.set('wss://showreel.example', location.origin.replace(/^http/, 'ws'));
  }
  for (const [name, value] of Object.entries(given)) values.set(name, value);
  const walker = document.createTreeWalker(
    document.querySelector('#app') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? '';
    const filled = replaceAll(text);
    if (filled !== text) node.nodeValue = filled;
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href*="showreel.example"]'))
    link.href = replaceAll(link.href);
}

function replaceAll(text: string): string {
  let filled = text;
  for (const [name, value] of values) filled = filled.replaceAll(name, value);
  return filled;
}
