import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Instruments } from './instruments.ts';
import { tracer } from './tracing.ts';

/**
 * Times every answer, and begins a span for every request. A request is named by its route and never by its address, which may carry a
 * ticket or a signature. The trace that a stranger names is not believed: two strangers could name the same one, or ask for none.
 */
export function observeRequests(
  app: FastifyInstance,
  instruments: Instruments,
  believesCallers: boolean,
): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  // A hook with a callback: what runs after it runs within the span.
  app.addHook('onRequest', (request, _reply, done) => {
    const from = believesCallers ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const route = routeOf(request);
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'showreel.request.id': request.id,
    };
    const span = tracer().startSpan(
      `${request.method} ${route}`,
      { kind: SpanKind.SERVER, attributes },
      from,
    );
    spans.set(request, span);
    context.with(trace.setSpan(from, span), done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status } = reply;
    instruments.request(reply.elapsedTime, { method: request.method, route: routeOf(request), status });
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', status);
    if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown';
