import { getDomain } from 'tldts';

/**
 * Whether a page is on a project's site: the same registrable domain, whatever the port and the subdomain. An IP address and a
 * name without a registrable domain (`localhost`, `github.io`) mean the same host. People who share a domain to publish under,
 * as on `github.io`, have sites of their own.
 */
export function isOnSite(pageUrl: string, projectUrl: string): boolean {
  const [page, project] = [hostOf(pageUrl), hostOf(projectUrl)];
  if (page === null || project === null) return false;
  return page === project || (domainOf(page) !== null && domainOf(page) === domainOf(project));
}

/** Who may put a project's signed embeds into a frame, as sources of a Content-Security-Policy. */
export function framersOf(projectUrl: string): string[] {
  const host = hostOf(projectUrl);
  // A policy cannot name an IPv6 address.
  if (host?.startsWith('[')) return ['*'];
  // URLs allow a host to have a `;` in it, and there would be another directive.
  if (!host || !/^[\w.-]+$/.test(host)) return ["'self'"];
  const domain = domainOf(host);
  // Somebody who builds the site has it on their own machine.
  const own = new Set(["'self'", 'http://localhost:*', 'http://127.0.0.1:*']);
  for (const name of domain ? [domain, `*.${domain}`] : [host])
    for (const scheme of ['https', 'http']) own.add(`${scheme}://${name}:*`);
  return [...own];
}

/** As a browser writes it: lower case, IDN in its ASCII form; a trailing dot means the same host. */
function hostOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return parsed.hostname.replace(/\.$/, '');
}

const domainOf = (host: string) => getDomain(host, { allowPrivateDomains: true });
