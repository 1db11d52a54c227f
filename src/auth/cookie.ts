import { createHmac } from 'node:crypto';
import { equalInConstantTime } from '../secrets.ts';

export const sessionPrefix = 'showreel';
const cookieName = `${sessionPrefix}.session_token`;

/** The secrets that signed cookies, now and before. New ones are signed with the first. */
export type CookieSecrets = () => readonly [string, ...string[]];

/** A session's token, and the secret that its cookie is signed with. */
interface SignedToken {
  token: string;
  secret: string;
}

/**
 * Reads the session's token from a Cookie header. The signature is checked first, so that a forged cookie costs no query.
 * The result is `undefined` where there is no such cookie, and null where it is forged.
 */
export function createCookieReader(secrets: CookieSecrets) {
  return ({
    https,
    cookie,
  }: {
    https: boolean;
    cookie: string | undefined;
  }): SignedToken | null | undefined => {
    if (cookie === undefined) return undefined;
    // Behind https the name without `__Secure-` is ignored: a page on http could have set it.
    const name = https ? `__Secure-${cookieName}` : cookieName;
    const value = cookieValue(cookie, name);
    if (value === undefined || value === '') return undefined;
    // better-auth writes the token, a dot, and the HMAC-SHA256 of the token in base64.
    const dot = value.lastIndexOf('.');
    const [token, signature] = [value.slice(0, Math.max(dot, 0)), value.slice(dot + 1)];
    if (!/^[\w-]{16,128}$/.test(token)) return null;
    const signs = (secret: string) =>
      equalInConstantTime(signature, createHmac('sha256', secret).update(token).digest('base64'));
    const secret = secrets().find(signs);
    return secret === undefined ? null : { token, secret };
  };
}

/**
 * The value of the first cookie with that name. Text that cannot be decoded stays as it is, and its signature will not match.
 * (better-auth's own parser takes 0.1 s to load.)
 */
function cookieValue(header: string, name: string): string | undefined {
  const pair = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  const text = pair?.slice(name.length + 1);
  try {
    return text && decodeURIComponent(text);
  } catch {
    return text;
  }
}
