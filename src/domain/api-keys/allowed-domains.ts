/**
 * Whether a page may use a key with these `allowed_domains`: it may where it is on one of these domains or on a
 * subdomain. The `Origin` header decides; `Referer` counts only where `Origin` is missing. The answer is no for an
 * opaque origin (`null`), where both headers are missing, and for any scheme but http and https.
 *
 * @param domains such as `example.com`; `*.example.com` and `https://example.com/` mean the same. A domain with a
 *   port (`localhost:3000`) allows that port alone. `*` and null allow every page, and an empty list allows none.
 */
export function isAllowedPage(
  domains: readonly string[] | null,
  page: { origin: string | undefined; referer: string | undefined },
): boolean {
  if (domains === null || domains.some((domain) => domain.trim() === '*')) return true;
  const from = addressOf(page.origin ?? page.referer ?? '');
  return from !== null && domains.some((domain) => covers(domain, from));
}

function covers(domain: string, page: Address): boolean {
  const bare = domain.trim().replace(/^\*\./, '');
  const own = addressOf(/^[a-z][a-z\d+.-]*:\/\//i.test(bare) ? bare : `http://${bare}`);
  if (!own) return false;
  if (/:\d+\/?$/.test(bare) && own.port !== page.port) return false;
  // An IP address has no subdomains: the parser refuses a name whose last label is a number, such as `a.127.0.0.1`.
  return page.host === own.host || page.host.endsWith(`.${own.host}`);
}

interface Address {
  /** As browsers write it: lower case, IDN in its ASCII form, without the root's dot. */
  host: string;
  port: string;
}

function addressOf(text: string): Address | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/\.$/, '');
  return host === '' ? null : { host, port: url.port || (url.protocol === 'https:' ? '443' : '80') };
}
