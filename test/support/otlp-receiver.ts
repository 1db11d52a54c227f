import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  /** The role of the process that sent it. */
  role: string;
  attributes: Record<string, string | number>;
}

export interface OtlpReceiver {
  url: string;
  spans(): ReceivedSpan[];
  /** Everything that came, as it came. */
  bodies(): string;
  /** The paths that were posted to. */
  paths(): string[];
  stop(): Promise<void>;
}

/** Takes what OpenTelemetry's exporters send as JSON. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received: { path: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ path: request.url!, body: await text(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      received.filter(({ path }) => path === '/v1/traces').flatMap(({ body }) => spansOf(JSON.parse(body))),
    bodies: () => received.map(({ body }) => body).join('\n'),
    paths: () => received.map(({ path }) => path),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes' | 'role'> & { attributes: Attribute[] })[] }[];
  }[];
}

const spansOf = ({ resourceSpans }: Sent): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        role: String(valuesOf(resource.attributes)['showreel.role']),
        attributes: valuesOf(span.attributes),
      })),
    ),
  );

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));
