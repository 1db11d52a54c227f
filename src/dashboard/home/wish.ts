import { type Shape, shapeNames, usualShape } from '../parts/shapes.ts';

export const lengths = ['5s', '10s', '30s'] as const;
export type Length = (typeof lengths)[number];

/** What a film is to be of. It stands in the address of the storyboard, so that it survives a sign-up and a reload. */
export interface Wish {
  url: string;
  prompt: string;
  length: Length;
  shape: Shape;
}

/** @returns null where the address names no page or no sentence */
export function readWish(query: URLSearchParams): Wish | null {
  const url = addressOf(query.get('url') ?? '');
  const prompt = (query.get('prompt') ?? '').trim();
  const length = lengths.find((one) => one === query.get('length')) ?? '10s';
  const shape = shapeNames.find((one) => one === query.get('shape')) ?? usualShape;
  return url === '' || prompt === '' ? null : { url, prompt, length, shape };
}

export function wishPath({
  url,
  prompt,
  length = '10s',
  shape = usualShape,
}: Pick<Wish, 'url' | 'prompt'> & Partial<Wish>): string {
  const query = new URLSearchParams({
    url,
    prompt,
    ...(length !== '10s' && { length }),
    ...(shape !== usualShape && { shape }),
  });
  return `/new?${query}`;
}

/** An address as people type it: without a scheme it is https, and http on this machine. */
export function addressOf(typed: string): string {
  const text = typed.trim();
  if (text === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text;
  return `${/^(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/.test(text) ? 'http' : 'https'}://${text}`;
}

/** The name of a project for a page: the host, without `www`. */
export const siteNameOf = (url: string) =>
  URL.parse(url)
    ?.host.replace(/^www\./, '')
    .slice(0, 100) || 'My site';
