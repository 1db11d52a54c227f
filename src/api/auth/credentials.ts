import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../domain/procedure.ts';
import { AppError, forbidden, notFound, unauthorized } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null on operations without a credential. */
    caller: Caller | null;
  }
}

/**
 * One way of proving who calls. null: this kind of credential was not presented. Throws where it was and is no good.
 * @param params of the path, for a credential that is good for one record.
 */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  params?: Readonly<Record<string, string>>,
) => Promise<Caller | null>;

/** What authentication needs to know of a key. */
interface KnownKey {
  keyId: string;
  userId: string;
  type: 'live' | 'publishable';
  projectId: string | null;
  allowedDomains: string[] | null;
}

/** What a publishable key gets: `refused` 401, `forbidden` 403, `admitted` in `X-API-Key` alone. */
type Publishable = 'refused' | 'forbidden' | 'admitted';

/** Keys, as `Authorization: Bearer …` or `X-API-Key: …`. */
export function byKey(
  findKey: (presentedKey: string) => Promise<KnownKey | null>,
  publishable: Publishable = 'refused',
): Authenticate {
  return async (headers) => {
    const presented = presentedKey(headers);
    if (presented === null) return null;
    // Nothing shorter or longer is a key: saves the look-up, and keeps garbage out of the query.
    const key = /^[\x21-\x7e]{8,200}$/.test(presented) ? await findKey(presented) : null;
    if (!key) throw unauthorized('This API key is unknown or was revoked.');
    const caller: Caller = { userId: key.userId, via: 'key', keyId: key.keyId };
    if (key.type === 'live') return caller;
    if (publishable === 'forbidden')
      throw forbidden('publishable_key', 'A publishable key cannot upload; use a live key.');
    if (publishable === 'refused' || bearerOf(headers) !== null)
      throw unauthorized('A publishable key cannot be used here; use a live key.');
    return { ...caller, scope: { projectId: key.projectId, allowedDomains: key.allowedDomains } };
  };
}

/** The webhook secret of the project that the path names, as `X-Webhook-Secret`. */
export function byWebhookSecret(
  check: (projectId: string, secret: string) => Promise<{ userId: string } | 'no-project' | null>,
): Authenticate {
  return async (headers, { projectId = '' } = {}) => {
    const secret = headers['x-webhook-secret'];
    if (typeof secret !== 'string') return null;
    const owner = /^\w{1,64}$/.test(projectId) ? await check(projectId, secret.trim()) : 'no-project';
    if (owner === 'no-project') throw notFound('project');
    if (!owner) throw unauthorized("This is not the project's webhook secret.");
    return { ...owner, via: 'webhook', keyId: null, scope: { projectId, allowedDomains: null } };
  };
}

/** Of several credentials in one request one that is good is enough; where none is, the first one's refusal is the answer. */
export function byAnyOf(ways: readonly Authenticate[]): Authenticate {
  return async (headers, params) => {
    let refusal: unknown;
    for (const way of ways) {
      try {
        const caller = await way(headers, params);
        if (caller) return caller;
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown;
        refusal ??= thrown;
      }
    }
    if (refusal) throw refusal;
    return null;
  };
}

/** Bearer first: a proxy's Basic credentials in `Authorization` leave `X-API-Key` in force. */
export function presentedKey(headers: IncomingHttpHeaders): string | null {
  const header = headers['x-api-key'];
  return bearerOf(headers) ?? (Array.isArray(header) ? header[0] : header)?.trim() ?? null;
}

const bearerOf = ({ authorization }: IncomingHttpHeaders) =>
  /^bearer +(.*)$/i.exec(authorization ?? '')?.[1]?.trim() ?? null;

/** An onRequest hook: the first credential presented decides, none is a 401. */
export function requireCaller(ways: readonly Authenticate[]) {
  return async (request: FastifyRequest): Promise<void> => {
    const params = request.params as Record<string, string>;
    request.caller = await identify(ways, request.headers, params);
    if (!request.caller) throw unauthorized();
  };
}

export async function identify(
  ways: readonly Authenticate[],
  headers: IncomingHttpHeaders,
  params: Readonly<Record<string, string>> = {},
): Promise<Caller | null> {
  for (const way of ways) {
    const caller = await way(headers, params);
    if (caller) return caller;
  }
  return null;
}
