/** Characters that no cut may go through: a surrogate pair, a flag of two pairs, a family of four with three joiners. */
export const emojis = { face: '😀', flag: '🇩🇪', family: '👨‍👩‍👧‍👦' } as const;

/** Half of a surrogate pair and a NUL. No HTML can express them, so a script of the page puts them there. */
export const unstorable = '\ud83d\0';
const placeholder = '☃';
const putThere = `<script>
  const put = (text) => text.replaceAll('${placeholder}', '\\ud83d\\0');
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType === 3) node.nodeValue = put(node.nodeValue);
    for (const { name, value } of node.attributes ?? []) if (name !== 'href') node.setAttribute(name, put(value));
  }
</script>`;

/**
 * A page with every kind of text that a plan or a film takes over. Each text is a few words and then nothing but `character`.
 * So a cut at any length from 20 to 300 UTF-16 units goes through a character, with this `phase` or with the other.
 */
export function emojiPage(character: string, phase: 0 | 1): string {
  const drawn = character === unstorable ? placeholder : character;
  const said = (words: string) =>
    `${words} ${'x'.repeat(phase)}${drawn.repeat(Math.ceil(320 / character.length))}`;
  const cards = (names: string[]) =>
    names
      .map((name) => `<div class="card"><h3>${said(name)}</h3><p>${said('For a month $9')}</p></div>`)
      .join('');
  const body = `<header><nav><a href="#pricing" title="${said('Pricing')}">${said('Pricing')}</a> <a href="#talk">${said('Talk to us')}</a></nav></header>
    <main><section class="hero"><h1>${said('Ferry times')}</h1><p>${said('It tells harbours')}</p><img alt="${said('A ferry')}" width="300" height="200"></section>
    <section id="features" class="features"><h2>${said('Features')}</h2><div class="grid">${cards(['Tables', 'Warnings', 'Berths'])}</div></section>
    <section id="tabs"><h2>${said('Timetable')}</h2><div role="tablist"><button role="tab" aria-selected="true">${said('Monday')}</button><button role="tab">${said('Tuesday')}</button></div>
      <table><caption>${said('Sailings')}</caption><tr><td>${said('North')}</td><td>${said('South')}</td></tr></table>
      <ul><li>${said('First boat')}</li><li>${said('Second boat')}</li><li>${said('Last boat')}</li></ul></section>
    <section id="pricing" class="pricing"><h2 id="price-${drawn}">${said('Pricing')}</h2><div class="grid">${cards(['Small', 'Large', 'Fleet'])}</div></section>
    <section class="proof"><h2>${said('What captains say')}</h2><blockquote>${said('“It is never late”')}</blockquote></section>
    <section class="faq"><h2>${said('Questions')}</h2><details><summary>${said('Is it free?')}</summary><p>${said('No')}</p></details></section>
    <section id="talk"><h2>${said('Talk to us')}</h2><form onsubmit="return false"><fieldset><legend>${said('You')}</legend>
      <label>${said('Your name')} <input name="name" placeholder="${said('Ann')}"></label>
      <label>Email <input type="email" aria-label="${said('Email')}"></label>
      <label>${said('Port')} <select><option>${said('Dover')}</option><option>${said('Calais')}</option></select></label>
      <label><input type="checkbox"> ${said('Write to me')}</label></fieldset>
      <button aria-label="${said('Send')}" data-testid="${said('Send')}">${said('Send')}</button></form></section></main>
    <footer>${said('Made at sea')}</footer>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${said('Ferry times')}</title>
    <meta name="description" content="${said('Ferries')}"><meta property="og:site_name" content="${said('Ferry')}">
    <style>body { margin: 0; font: 14px/1.3 sans-serif; overflow-wrap: anywhere } section { padding: 40px 8% } h1 { font-size: 30px }
      nav { height: 44px; overflow: hidden } .grid { display: flex; gap: 20px } .card { flex: 1; border: 1px solid; padding: 12px }</style></head>
    <body>${body}${character === unstorable ? putThere : ''}</body></html>`;
}

/** All texts in plain data, names of members included. */
export function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([name, each]) => [name, ...textsIn(each)]);
}

/** The texts from such a page that are wrong: they hold a part of a character, U+FFFD in its place, or what the store refuses. */
export const faultsIn = (texts: string[], character: string) =>
  texts.filter((text) => {
    if (!text.isWellFormed() || text.includes('\0')) return true;
    const rest = text.replaceAll(character, '');
    return (
      character !== unstorable && /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u200d|\ufffd/u.test(rest)
    );
  });
