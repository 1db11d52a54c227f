import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Names under which a secret could reach a log line. Their values are replaced, at the top level and one level below. */
export const secretNames = [
  'key',
  'liveKey',
  'apiKey',
  'password',
  'secret',
  'signing_secret',
  'webhook_secret',
  'secretKey',
  'webhookSecret',
  'secretAccessKey',
  'ticket',
  'token',
  'authorization',
  'cookie',
  '["x-api-key"]',
  '["x-webhook-secret"]',
];

/** Writes JSON lines, by default to stderr, so that stdout stays free for what a command prints. */
export function createLogger(
  level: string,
  name = 'showreel',
  destination: DestinationStream = pino.destination(2),
): Logger {
  const paths = secretNames.flatMap((n) => (n.startsWith('[') ? [n, `*${n}`] : [n, `*.${n}`]));
  return pino({ name, level, redact: { paths, censor: '[secret]' }, mixin: traceOf }, destination);
}

/** The trace that a line belongs to, where traces are sent. */
function traceOf(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { traceId: span.traceId, spanId: span.spanId } : {};
}
