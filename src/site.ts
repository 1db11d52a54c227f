/**
 * Which addresses belong to one site. One rule tells whether two pages are of the same site, the other whether a link leads
 * off the site of its page.
 */
import { getDomain } from 'tldts';

/**
 * Whether two pages of the web are of the same site: they have the same registrable domain, whatever the port and the
 * subdomain. An IP address and a name without a registrable domain (`localhost`, `github.io`) are the same site only where
 * they are the same host. Where many people publish under one domain, as under `github.io`, each has a site of their own. An
 * address that is neither http nor https is on no site.
 */
export function isSameSite(pageUrl: string, otherUrl: string): boolean {
  const [page, other] = [hostOf(pageUrl), hostOf(otherUrl)];
  if (page === null || other === null) return false;
  if (page === other) return true;
  const domain = registrableDomainOf(page);
  return domain !== null && domain === registrableDomainOf(other);
}

/**
 * Whether a link stays on the site of the page that it stands in. A `javascript:` link stays, since it names no other page.
 * On a page that is a file, links to all files stay.
 */
export function isOnSite(href: string, siteUrl: string): boolean {
  const [link, site] = [URL.parse(href), URL.parse(siteUrl)];
  if (!link || !site) return false;
  if (link.protocol === 'javascript:') return true;
  if (site.protocol === 'file:' || link.protocol === 'file:') return link.protocol === site.protocol;
  return isSameSite(href, siteUrl);
}

/**
 * The host of a web page as a browser writes it: lower case, IDN in its ASCII form. A trailing dot means the same host and is
 * left out. null where the text is no address of http or https.
 */
export function hostOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return parsed.hostname.replace(/\.$/, '');
}

/**
 * Whether a host is this machine itself, by what it is called: an address of loopback, or a name below `localhost`. No name server
 * is asked, since it could answer anything (RFC 6761).
 */
export const isLoopbackHost = (host: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** The registrable domain of a host. null for an IP address and for a name under which many people publish. */
export const registrableDomainOf = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true });
