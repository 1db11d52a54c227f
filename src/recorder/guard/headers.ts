/** Headers that concern one connection only (RFC 9110, 7.6.1), and headers that a client sends to its proxy only. */
const hopByHop = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-authenticate',
  'proxy-authentication-info',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/**
 * The headers to pass on, in their order and with repeats. Nothing is added: no Via, no X-Forwarded-For, so that a
 * site is filmed as any visitor sees it.
 * @param raw name, value, name, value…, as node:http gives them.
 */
export function endToEndHeaders(raw: readonly string[]): string[] {
  const named = new Set<string>();
  for (const [name, value] of pairs(raw)) {
    if (name.toLowerCase() === 'connection') {
      for (const token of value.split(',')) named.add(token.trim().toLowerCase());
    }
  }
  return pairs(raw)
    .filter(([name]) => !hopByHop.has(name.toLowerCase()) && !named.has(name.toLowerCase()))
    .flat();
}

/** The headers of a request to pass on. `Host` is that of the request line, whatever the client wrote. */
export function requestHeaders(raw: readonly string[], host: string): string[] {
  const rest = pairs(endToEndHeaders(raw)).filter(([name]) => name.toLowerCase() !== 'host');
  return ['Host', host, ...rest.flat()];
}

function pairs(raw: readonly string[]): [string, string][] {
  const all: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) all.push([raw[i]!, raw[i + 1]!]);
  return all;
}
