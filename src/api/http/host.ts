import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { isLoopbackHost } from '../../site.ts';

/** Throws an AppError 421 `misdirected_request` where a request was not meant for this service. */
export type HostCheck = (request: Pick<IncomingMessage, 'headers'>) => void;

/**
 * A service on loopback answers for its own names alone. The name of an attacker's page can be made to lead to 127.0.0.1 after the
 * page was loaded (DNS rebinding). The browser then sends the page's requests here, and shows it the answers, as to its own site.
 * The `Host` header still says the attacker's name. A service that listens for everybody has names that it cannot know.
 */
export function createHostCheck({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): HostCheck {
  if (!isLoopbackHost(host)) return () => undefined;
  const own = new Set(['localhost', '127.0.0.1', '[::1]', nameOf(host)]);
  if (publicUrl) own.add(new URL(publicUrl).hostname);
  return ({ headers }) => {
    // A browser always sends the header. Without it, the request comes from a program of this machine.
    if (headers.host === undefined || own.has(nameOf(headers.host))) return;
    throw new AppError(
      'misdirected_request',
      421,
      `This service listens on loopback and answers for ${[...own].join(', ')}. Set SHOWREEL_PUBLIC_URL to the address that people use.`,
    );
  };
}

/** The host without its port, as a browser writes it. Empty where it is none. */
const nameOf = (host: string) =>
  URL.parse(`http://${host}`)?.hostname ?? URL.parse(`http://[${host}]`)?.hostname ?? '';

export function installHostCheck(app: FastifyInstance, check: HostCheck): void {
  app.addHook('onRequest', async ({ raw }) => check(raw));
}
