import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { unauthorized } from '../errors.ts';
import type { Caller } from './trpc.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null on operations without a credential. */
    caller: Caller | null;
  }
}

/** One way of proving who calls. null: this kind of credential was not presented. Throws where it was and is no good. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Caller | null>;

/** What authentication needs to know of a key. */
interface KnownKey {
  keyId: string;
  userId: string;
  type: 'live' | 'publishable';
}

/** Live keys, as `Authorization: Bearer …` or `X-API-Key: …`; a publishable key is good for embeds alone. */
export function byLiveKey(findKey: (presentedKey: string) => Promise<KnownKey | null>): Authenticate {
  return async (headers) => {
    const presented = presentedKey(headers);
    if (presented === null) return null;
    // Nothing shorter or longer is a key: saves the look-up, and keeps garbage out of the query.
    const key = /^[\x21-\x7e]{8,200}$/.test(presented) ? await findKey(presented) : null;
    if (!key) throw unauthorized('This API key is unknown or was revoked.');
    if (key.type !== 'live') throw unauthorized('A publishable key cannot be used here; use a live key.');
    return { userId: key.userId, via: 'key', keyId: key.keyId };
  };
}

/** Bearer first: a proxy's Basic credentials in `Authorization` leave `X-API-Key` in force. */
export function presentedKey(headers: IncomingHttpHeaders): string | null {
  const bearer = /^bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1];
  const header = headers['x-api-key'];
  return bearer?.trim() ?? (Array.isArray(header) ? header[0] : header)?.trim() ?? null;
}

/** An onRequest hook: the first credential presented decides, none is a 401. */
export function requireCaller(ways: readonly Authenticate[]) {
  return async (request: FastifyRequest): Promise<void> => {
    request.caller = await identify(ways, request.headers);
    if (!request.caller) throw unauthorized();
  };
}

export async function identify(
  ways: readonly Authenticate[],
  headers: IncomingHttpHeaders,
): Promise<Caller | null> {
  for (const way of ways) {
    const caller = await way(headers);
    if (caller) return caller;
  }
  return null;
}
