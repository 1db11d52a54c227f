import type { Meter } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { Resource } from '@opentelemetry/resources';
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';

export interface Metrics {
  meter: Meter;
  /** All figures in the text format of Prometheus. */
  read(): Promise<string>;
  /** Sends the last figures. */
  stop(): Promise<void>;
}

/**
 * One set of instruments serves Prometheus and OTLP. prom-client would be a second set beside OpenTelemetry's, which traces need anyway,
 * and figures under two names.
 */
export function openMetrics({ resource, otlpUrl }: { resource: Resource; otlpUrl: string | null }): Metrics {
  // The exporter's own server answers everybody who reaches it, so it is not started.
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer('', false, undefined, false, true);
  const provider = new MeterProvider({
    resource,
    readers: otlpUrl ? [reader, sendEveryMinute(otlpUrl)] : [reader],
  });
  return {
    meter: provider.getMeter('showreel'),
    async read() {
      const { resourceMetrics } = await reader.collect();
      return serializer.serialize(withUnits(resourceMetrics));
    },
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

const sendEveryMinute = (otlpUrl: string) =>
  new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${otlpUrl}/v1/metrics` }),
    exportIntervalMillis: 60_000,
  });

const unitNames: Record<string, string> = { s: 'seconds', By: 'bytes' };

/** Prometheus wants the unit in the name, and its text format knows no other place for it; OpenTelemetry's exporter leaves it out. */
function withUnits(all: ResourceMetrics): ResourceMetrics {
  const named = ({
    unit,
    name,
    ...rest
  }: ResourceMetrics['scopeMetrics'][0]['metrics'][0]['descriptor']) => ({
    ...rest,
    unit: '',
    name: unitNames[unit] ? `${name}.${unitNames[unit]}` : name,
  });
  const scopeMetrics = all.scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map((metric) => ({ ...metric, descriptor: named(metric.descriptor) })),
  }));
  return { ...all, scopeMetrics };
}
