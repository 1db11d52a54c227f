/**
 * Authentication: an API key, a session or a webhook secret becomes a `Caller`, and requests from foreign origins are
 * refused. Only the API imports this room. It uses `src/auth` for sessions and the domain for keys and accounts.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { testUserOf } from '../../domain/accounts/test-mode.ts';
import type { Caller } from '../../domain/procedure.ts';
import { AppError, forbidden, notFound, unauthorized } from '../../errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; null on operations that need no credential. */
    caller: Caller | null;
  }
}

/**
 * Checks one kind of credential. It returns null where the request presents no such credential, and throws where it
 * presents one that is not valid.
 * @param params of the path, for a credential that is valid for one record only.
 */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  params?: Readonly<Record<string, string>>,
) => Promise<Caller | null>;

/** The part of a key's record that authentication needs. */
interface KnownKey {
  keyId: string;
  userId: string;
  type: 'live' | 'publishable' | 'test';
  projectId: string | null;
  allowedDomains: string[] | null;
}

/** How a publishable key is treated: `refused` with 401, `forbidden` with 403, or `admitted` where it is in `X-API-Key`. */
type Publishable = 'refused' | 'forbidden' | 'admitted';

/** An API key, as `Authorization: Bearer …` or `X-API-Key: …`. */
export function byKey(
  findKey: (presentedKey: string) => Promise<KnownKey | null>,
  publishable: Publishable = 'refused',
): Authenticate {
  return async (headers) => {
    const presented = presentedKey(headers);
    if (presented === null) return null;
    // Every key has this form. Other text is refused without a query.
    const key = /^[\x21-\x7e]{8,200}$/.test(presented) ? await findKey(presented) : null;
    if (!key) throw unauthorized('This API key is unknown or was revoked.');
    const caller: Caller = { userId: key.userId, via: 'key', keyId: key.keyId };
    if (key.type === 'live') return caller;
    if (key.type === 'test') return { ...caller, userId: testUserOf(key.userId), isTest: true };
    if (publishable === 'forbidden')
      throw forbidden('publishable_key', `A publishable key cannot upload. ${whatServersTake}`);
    if (publishable === 'refused')
      throw unauthorized(
        `A publishable key works only for \`POST /api/v1/embed/generate\`, in the \`X-API-Key\` header. ${whatServersTake}`,
      );
    if (bearerOf(headers) !== null)
      throw unauthorized(
        'Send a publishable key in the `X-API-Key` header: `X-API-Key: sr_pub_…`. It is not accepted in `Authorization: Bearer`.',
      );
    return { ...caller, scope: { projectId: key.projectId, allowedDomains: key.allowedDomains } };
  };
}

/** Somebody who holds a publishable key mostly writes a web page. So the sentence says where a live key must not stand. */
const whatServersTake =
  'A server or a command line uses a live key here, which must never be in a web page; a browser uses the session.';

/** What a caller of `embed/generate` without a key is told. */
export const missingEmbedKey =
  'An API key is required: from a web page a publishable key in the `X-API-Key` header, from a server a live key.';

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

/** Where a request presents several credentials, one valid one is enough. Where none is valid, the first refusal is thrown. */
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

/** The Bearer key wins. `X-API-Key` still counts where `Authorization` holds the Basic credentials of a proxy. */
export function presentedKey(headers: IncomingHttpHeaders): string | null {
  const header = headers['x-api-key'];
  return bearerOf(headers) ?? (Array.isArray(header) ? header[0] : header)?.trim() ?? null;
}

const bearerOf = ({ authorization }: IncomingHttpHeaders) =>
  /^bearer +(.*)$/i.exec(authorization ?? '')?.[1]?.trim() ?? null;

/** An onRequest hook. The first credential that is presented decides; a request without any gets a 401. @param missing its sentence */
export function requireCaller(ways: readonly Authenticate[], missing?: string) {
  return async (request: FastifyRequest): Promise<void> => {
    const params = request.params as Record<string, string>;
    request.caller = await identify(ways, request.headers, params);
    if (!request.caller) throw unauthorized(missing);
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
