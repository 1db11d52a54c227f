import { isIP } from 'node:net';
import { canonicalHost, type Target } from './target.ts';

/**
 * The hosts that an operator has opened although they are not public. An entry is one of
 * - `intranet.example` — that name alone, wherever it resolves to;
 * - `.corp.example` — every name below corp.example, but not corp.example itself;
 * - `10.1.2.3` or `[fd12::1]` — that address, when a page is addressed by it; a name that resolves to it stays closed,
 *   since anybody can make such a name;
 * each with an optional `:port`, without which all ports are meant.
 */
export interface AllowList {
  allows(target: Target): boolean;
}

interface Entry {
  host: string;
  suffix: boolean;
  port: number | null;
}

/** @throws Error that names the entry which is not valid. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const parsed = entries.map(parseEntry);
  return {
    allows: (target) =>
      parsed.some(
        (entry) =>
          (entry.port === null || entry.port === target.port) &&
          (entry.suffix ? !target.literal && target.host.endsWith(entry.host) : target.host === entry.host),
      ),
  };
}

function parseEntry(entry: string): Entry {
  const text = entry.trim().toLowerCase();
  if (isIP(text) === 6) return parseEntry(`[${text}]`);
  const [, rawHost, rawPort] = /^(\[[0-9a-f:.]+\]|[^:/@?#\s*]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const suffix = rawHost?.startsWith('.') ?? false;
  const asUrl = `http://${rawHost?.slice(suffix ? 1 : 0)}/`;
  const port = rawPort === undefined ? null : Number(rawPort);
  if (!rawHost || !URL.canParse(asUrl) || (port !== null && (port < 1 || port > 65_535))) {
    throw new Error(
      `Allowed host "${entry}": expected a host name, a name that starts with a dot, or an IP address, each with an optional :port.`,
    );
  }
  const host = canonicalHost(new URL(asUrl).hostname);
  return { host: suffix ? `.${host}` : host, suffix, port };
}
