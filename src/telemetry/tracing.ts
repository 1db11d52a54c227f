import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** Does nothing until tracing has begun. */
export const tracer = () => trace.getTracer('showreel');

/** Sends spans in batches, from the next one on. There is one tracing in a process, since the spans that run are known by its call stack. */
export function startTracing(resource: Resource, otlpUrl: string): { stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${otlpUrl}/v1/traces` });
  const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      await provider.shutdown().catch(() => undefined);
      for (const api of [trace, propagation, context]) api.disable();
    },
  };
}

/** The span that runs, as W3C Trace Context writes it; null where none does. */
export function currentTraceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}
