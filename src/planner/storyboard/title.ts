import { shorten } from '../../text.ts';
import { terms } from '../language/terms.ts';
import type { PageView } from '../page/view.ts';

/** A title for the demo: the product, then what is shown of it. It has at most 200 characters and is cut between words. */
export function titleFor(view: PageView, prompt: string): string {
  const product = productName(view);
  const asked = cut(tidy(prompt), 120);
  const about = terms(prompt).length > 0 && asked !== '' ? asked : cut(tidy(tagline(view, product)), 120);
  const said = about.toLowerCase().includes(product.toLowerCase())
    ? about
    : [product, capital(about)].filter(Boolean).join(': ');
  return cut(said || 'Product demo', 200);
}

/**
 * The site's own name, or else the part of the page's title that is in the host, the shortest part, the headline, or the host.
 */
export function productName(view: PageView): string {
  if (view.siteName) return cut(tidy(view.siteName), 80);
  const parts = view.title
    .split(/\s+[|–—·•:»-]\s+|\s*[|·]\s*/)
    .map(tidy)
    .filter(Boolean);
  const host = URL.parse(view.url)?.hostname.replace(/^www\./, '') ?? '';
  const alike = parts.find((part) => host.includes(part.toLowerCase().replace(/[^a-z0-9]+/g, '') || '\0'));
  const shortest = [...parts].sort((a, b) => a.length - b.length)[0];
  return cut(alike ?? shortest ?? view.sections.find(({ kind }) => kind === 'hero')?.heading ?? host, 80);
}

function tagline(view: PageView, product: string): string {
  const hero = view.sections.find(({ kind }) => kind === 'hero')?.heading;
  const rest = view.title.split(/\s+[|–—·•:»-]\s+|\s*[|·]\s*/).find((part) => part.trim() !== product);
  return hero ?? rest ?? '';
}

const capital = (text: string) => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());

const tidy = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^["“„](.*)["”]$/u, '$1')
    .replace(/^[\s.,:;!?|–—·-]+|[\s.,:;|–—·-]+$/gu, '')
    .replace(/[.!?。！？]+$/u, '');

/** Cuts between words where it can, and never through a character. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = shorten(text, limit - 1);
  const space = kept.lastIndexOf(' ');
  return `${(space > limit / 2 ? kept.slice(0, space) : kept).replace(/[\s,;:–—-]+$/u, '')}…`;
}
