import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { allowCrossOrigin } from './cors.ts';
import { sendError } from './errors.ts';
import { meantPath } from './meant-path.ts';
import { pathOf } from './path.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, as it was registered. */
    routes(): { method: string; url: string }[];
    /** The 404 of an unknown path. Its sentence names the path that was probably meant. */
    nothingAt(path: string): AppError;
  }
}

/**
 * Answers an unknown path with 404, a method that the path does not offer with 405 and `Allow`, and OPTIONS. Call it before
 * the first route is added.
 *
 * @param options `missingPage` answers a browser that asks for an unknown path outside the API.
 */
export function installRouteTable(
  app: FastifyInstance,
  options: { missingPage: PageAnswer; apiPrefix: string },
): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });

  const allowedAt = (path: string): string[] => {
    const allowed = new Set<string>();
    for (const [pattern, methods] of methodsOf) {
      if (matches(pattern, path)) for (const method of methods) allowed.add(method);
    }
    return [...allowed].sort();
  };

  app.decorate('routes', () =>
    [...methodsOf].flatMap(([url, methods]) => [...methods].map((method) => ({ method, url }))),
  );
  const nothingAt = (path: string) => {
    const known = [...methodsOf.keys()];
    // The dashboard has pages of the same names.
    const api = known.filter((url) => url.startsWith(`${options.apiPrefix}/`));
    const [inApi, anywhere] = [api, known].map((urls) => meantPath(path, urls, options.apiPrefix));
    const meant = inApi ?? anywhere;
    const hint = meant
      ? `Did you mean \`${meant}\`?`
      : `The paths of the API begin with \`${options.apiPrefix}\`, and \`/docs\` lists them.`;
    return new AppError('route_not_found', 404, `There is nothing at this path. ${hint}`);
  };
  app.decorate('nothingAt', nothingAt);
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const allowed = allowedAt(path);
    // A route of files matches every name, and has no answer for a name that is missing.
    if (allowed.length > 0 && !allowed.includes(request.method))
      return refuseMethod(request, reply, path, allowed);
    if (isForPeople(request, path)) return options.missingPage(reply);
    throw nothingAt(path);
  });
}

type PageAnswer = (reply: FastifyReply) => FastifyReply;

const isForPeople = ({ headers }: FastifyRequest, path: string) =>
  !/^\/api(\/|$)/.test(path) && (headers.accept ?? '').includes('text/html');

function refuseMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  allowed: string[],
): FastifyReply {
  reply.header('Allow', [...new Set([...allowed, 'OPTIONS'])].join(', '));
  if (request.method === 'OPTIONS') {
    allowCrossOrigin(reply, path, allowed);
    return reply.code(204).send();
  }
  const message = `${request.method} is not offered here, only ${new Intl.ListFormat('en').format(allowed)}.`;
  return sendError(request, reply, new AppError('method_not_allowed', 405, message));
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  const isWhole = wanted.at(-1) === '*' ? given.length >= wanted.length : given.length === wanted.length;
  return (
    isWhole &&
    wanted.every((part, at) => part === '*' || (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
