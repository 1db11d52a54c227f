import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../config.ts';
import { forbidden } from '../../errors.ts';

/** A request as far as it says where it comes from; also one that asks for a WebSocket. */
export interface Provenance {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

const isSafe = (method: string | undefined) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Keeps pages of other sites from using what a browser sends by itself, a cookie. An `Origin` decides; a request that
 * changes something and has none is judged by `Sec-Fetch-Site` and `Referer`. What has none of them is no browser's.
 *
 * @returns throws AppError `foreign_origin` (403) for what another site has sent.
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
 * The public address, and the name that the browser itself used: that one is never the attacker's, since cookies of our
 * name are not sent to another. Behind an https address that name on plain http is foreign: anybody on the way could be it.
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

/** null for what is no address, and for the `null` of a sandboxed page: neither is ever ours. */
function originOf(address: string): string | null {
  const parsed = URL.parse(address);
  return parsed === null || parsed.origin === 'null' ? null : parsed.origin;
}
