import { hostOf, registrableDomainOf } from '../../site.ts';

/** Who may put a project's signed embeds into a frame, as sources of a Content-Security-Policy. */
export function framersOf(projectUrl: string): string[] {
  const host = hostOf(projectUrl);
  // A policy cannot name an IPv6 address.
  if (host?.startsWith('[')) return ['*'];
  // A host in a URL may contain `;`, which would begin another directive of the policy.
  if (!host || !/^[\w.-]+$/.test(host)) return ["'self'"];
  const domain = registrableDomainOf(host);
  // Somebody who builds the site runs it on their own machine.
  const framers = new Set(["'self'", 'http://localhost:*', 'http://127.0.0.1:*']);
  for (const name of domain ? [domain, `*.${domain}`] : [host])
    for (const scheme of ['https', 'http']) framers.add(`${scheme}://${name}:*`);
  return [...framers];
}
