import type { Inputs } from '../data/api.ts';

export type Cookie = NonNullable<Inputs['logins']['change']['cookies']>[number];

/**
 * Cookies as people have them: what a browser sends (`sid=1; theme=dark`), or the JSON that extensions, Playwright and Puppeteer export.
 * @throws Error with a sentence for a person
 */
export function readCookies(pasted: string): Cookie[] {
  const text = pasted.trim().replace(/^cookie:\s*/i, '');
  if (text === '') throw new Error('There are no cookies here. Paste them, or remove the login.');
  return /^[[{]/.test(text) ? fromJson(text) : fromHeader(text);
}

function fromHeader(text: string): Cookie[] {
  return text
    .split(/;\s*|\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const at = part.indexOf('=');
      if (at < 1) throw new Error(`“${part.trim().slice(0, 40)}” is no cookie: “name=value” was expected.`);
      return { name: part.slice(0, at).trim(), value: part.slice(at + 1).trim() };
    });
}

/** What the export formats have in common, under their names. */
interface Exported {
  name?: unknown;
  value?: unknown;
  domain?: string;
  path?: string;
  secure?: boolean;
  httpOnly?: boolean;
  sameSite?: string;
  expires?: number;
  expirationDate?: number;
  session?: boolean;
}

function fromJson(text: string): Cookie[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new Error('This is no valid JSON. Paste the whole export, from the first bracket to the last.');
  }
  const { cookies = given } = given as { cookies?: unknown };
  if (!Array.isArray(cookies))
    throw new Error('The JSON must be a list of cookies, or have one named “cookies”.');
  return (cookies as Exported[]).map(fromExport);
}

const sameSites: Record<string, Cookie['same_site']> = {
  strict: 'Strict',
  lax: 'Lax',
  none: 'None',
  no_restriction: 'None',
};

function fromExport(one: Exported | null, index: number): Cookie {
  if (typeof one?.name !== 'string' || typeof one.value !== 'string')
    throw new Error(`Cookie ${index + 1} must have a name and a value, both texts.`);
  const expires = one.expires ?? one.expirationDate;
  const sameSite = sameSites[one.sameSite?.toLowerCase() ?? ''];
  return {
    name: one.name,
    value: one.value,
    ...(one.domain && { domain: one.domain }),
    ...(one.path && { path: one.path }),
    ...(one.secure !== undefined && { secure: one.secure }),
    ...(one.httpOnly !== undefined && { http_only: one.httpOnly }),
    ...(sameSite && { same_site: sameSite }),
    ...(expires !== undefined && expires > 0 && { expires: Math.round(expires) }),
  };
}
