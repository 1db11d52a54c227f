import { isIP } from 'node:net';
import { Refusal } from './outcome.ts';

/** Where a request goes, in canonical spelling: no brackets, no final dot, lower case. */
export interface Target {
  host: string;
  port: number;
  /** True for an IP address, false for a name. */
  literal: boolean;
}

/**
 * The target of `CONNECT host:port`.
 * @throws Refusal `spelling` when it is not written as a browser writes it.
 */
export function targetOfAuthority(authority: string): Target {
  const port = /:(\d{1,5})$/.exec(authority)?.[1];
  if (port === undefined) throw misspelled(authority);
  return target(authority.slice(0, -port.length - 1), Number(port), authority);
}

/**
 * The target of `GET http://host:port/path`.
 * @throws Refusal `scheme` for anything but http, `spelling` for a host that is not written as a browser writes it.
 */
export function targetOfAbsoluteForm(requestTarget: string): Target & { path: string } {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^#]*)$/i.exec(requestTarget);
  if (!parts) throw misspelled(requestTarget);
  const [, scheme = '', authority = '', rest = ''] = parts;
  if (!/^(http|ws)$/i.test(scheme)) throw foreignScheme(`${scheme.toLowerCase()}:`);
  const port = /:(\d{1,5})$/.exec(authority)?.[1];
  const host = port === undefined ? authority : authority.slice(0, -port.length - 1);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return { ...target(host, port === undefined ? 80 : Number(port), requestTarget), path };
}

/**
 * The target of an address that a person typed. Odd spellings are read as a browser reads them, and judged by the host that they
 * mean.
 * @throws Refusal `scheme` or `spelling`.
 */
export function targetOfUrl(url: string): Target {
  if (!URL.canParse(url)) throw misspelled(url);
  const parsed = new URL(url);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') throw foreignScheme(parsed.protocol);
  if (parsed.username || parsed.password) {
    throw new Refusal('spelling', 'The address must not carry a user name or a password.');
  }
  const port = parsed.port === '' ? (parsed.protocol === 'https:' ? 443 : 80) : Number(parsed.port);
  return target(parsed.hostname, port, url);
}

/**
 * Browsers canonicalise a host before they ask a proxy. A host that differs from its canonical form was therefore not written by
 * a browser: 2130706433, 0x7f.1, 127.1, ①②⑦.0.0.1, user@host. All such hosts are refused, so that only one spelling has to be
 * judged.
 */
function target(rawHost: string, port: number, shown: string): Target {
  const raw = rawHost.toLowerCase();
  const asUrl = `http://${raw}/`;
  if (raw === '' || /[^a-z0-9._:[\]-]/.test(raw) || !URL.canParse(asUrl)) throw misspelled(shown);
  if (new URL(asUrl).hostname !== raw) throw misspelled(shown);
  if (port > 65_535) throw misspelled(shown);
  if (port === 0) throw new Refusal('port', 'Port 0 is not one that web pages are served on.'); // node:http reads it as 80
  const host = canonicalHost(raw);
  const literal = isIP(host) !== 0;
  if (!literal && !isName(host)) throw misspelled(shown);
  return { host, port, literal };
}

/** Removes the brackets of IPv6 and the dot of the DNS root, which are notation and not part of the host. */
export function canonicalHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

const isName = (host: string) =>
  host.length <= 253 &&
  host.split('.').every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));

const misspelled = (text: string) =>
  new Refusal('spelling', `"${printable(text)}" is not a host in its usual spelling.`);
const foreignScheme = (scheme: string) =>
  new Refusal('scheme', `Only http and https addresses are visited, not ${printable(scheme)}`);
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
