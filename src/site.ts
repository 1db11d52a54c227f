/**
 * Which addresses belong to one site. There are two rules: whether two pages are of the same site, and whether a link of a
 * page leads off its site.
 */
import { getDomain } from 'tldts';

/**
 * Whether two pages of the web are of the same site: they have the same registrable domain, whatever the port and the
 * subdomain. An IP address and a name without a registrable domain (`localhost`, `github.io`) are the same site only where
 * they are the same host. People who share a domain to publish under, as on `github.io`, have sites of their own. What is no
 * address of http or https is on no site.
 */
export function isSameSite(pageUrl: string, otherUrl: string): boolean {
  const [page, other] = [hostOf(pageUrl), hostOf(otherUrl)];
  if (page === null || other === null) return false;
  if (page === other) return true;
  const domain = registrableDomainOf(page);
  return domain !== null && domain === registrableDomainOf(other);
}

/**
 * Whether a link stays on the site of the page that it stands in. Beyond the pages of that site, a `javascript:` link stays,
 * since it names no other page; of a site in files, every file is part.
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

/** null for an IP address and for a name under which others publish too. */
export const registrableDomainOf = (host: string): string | null =>
  getDomain(host, { allowPrivateDomains: true });
