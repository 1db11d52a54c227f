import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.ts';
import { forbidden } from '../../errors.ts';

/** The parts of a request that say where it comes from. A WebSocket upgrade has them too. */
export interface Provenance {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

const isSafe = (method: string | undefined) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Keeps pages of other sites from using the session cookie, which a browser sends by itself. The `Origin` header decides.
 * A write without `Origin` is judged by `Sec-Fetch-Site` and `Referer`. A request without all three comes from no browser.
 *
 * @returns a check that throws an AppError 403 `foreign_origin` where another site has sent the request.
 */
export function createOriginCheck(config: Pick<Config, 'publicUrl' | 'trustProxy'>) {
  return ({ method, headers }: Provenance): void => {
    const { origin, referer } = headers;
    const site = headers['sec-fetch-site'];
    const own = ownOrigins(config, headers);
    const isForeign =
      origin !== undefined
        ? !isOneOf(own, origin)
        : !isSafe(method) &&
          (site === 'cross-site' ||
            site === 'same-site' ||
            (referer !== undefined && !isOneOf(own, referer)));
    if (isForeign)
      throw forbidden('foreign_origin', 'A session can only be used from the pages of this service itself.');
  };
}

/**
 * The public address, and the host name that the browser used. That name cannot be an attacker's, since a browser sends our
 * cookies to our host only. Where the public address is https, the same name on http is foreign: anybody on the network
 * could answer for it.
 */
function ownOrigins(
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
  headers: IncomingHttpHeaders,
) {
  const known = publicUrl === null ? null : new URL(publicUrl);
  const forwarded = trustProxy === false ? undefined : headers['x-forwarded-host'];
  const hosts = [headers.host, [forwarded].flat().at(-1)?.split(',').at(-1)?.trim()];
  const used = hosts
    .filter((host) => host !== undefined && host !== '' && host !== known?.host)
    .flatMap((host) => [originOf(`http://${host}`), originOf(`https://${host}`)]);
  return [...(known ? [known.origin] : []), ...used];
}

const isOneOf = (own: readonly (string | null)[], address: string) => {
  const origin = originOf(address);
  return origin !== null && own.includes(origin);
};

/** null where the text is no address, and for the origin `null` of a sandboxed page. Neither is ever our own. */
function originOf(address: string): string | null {
  const parsed = URL.parse(address);
  return parsed === null || parsed.origin === 'null' ? null : parsed.origin;
}
