import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '../../src/ids.ts';
import type { EventStore } from '../../src/store/types.ts';
import { until } from './within.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
}

/** Somebody's server that takes webhooks. `answer` decides what it says; `hang` says nothing at all. */
export async function startReceiver() {
  const received: Received[] = [];
  const receiver = {
    url: '',
    received,
    answer: (_: Omit<Received, 'status'>): { status: number; text?: string; location?: string } | 'hang' => ({
      status: 200,
      text: 'thanks',
    }),
    /** Those that it took, by the member that tells them apart. */
    taken: () => received.filter(({ status }) => status < 300).map(({ body }) => JSON.parse(body)),
    async arrived(count: number): Promise<Received[]> {
      await until(() => received.length >= count, 60_000, 25).catch(() => {
        throw new Error(`only ${received.length} of ${count} arrived`);
      });
      return received;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req.setEncoding('utf8')) body += chunk;
    const came = { path: req.url ?? '/', headers: req.headers, body };
    const answer = receiver.answer(came);
    received.push({ ...came, status: answer === 'hang' ? 0 : answer.status });
    if (answer === 'hang') return;
    res.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}
export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** Writes facts as they are, without the rules that would have led to them. */
export async function happen(
  store: EventStore,
  stream: string,
  ...facts: { type: string; data: object }[]
): Promise<void> {
  const asTheyAre = {
    initial: null,
    evolve: () => null,
    decide: (fact: { type: string; data: object }) => [fact],
  };
  await store.execute({ commandId: newId('cmd'), metadata: { actor: 'test' } }, async (unit) => {
    const loaded = await unit.load(asTheyAre, stream);
    for (const fact of facts) loaded.decide(fact);
  });
}

/** A demo's refresh that found nothing new, `version` telling the events apart. */
export const unchanged = (userId: string, demoId: string, version: number) => ({
  type: 'RefreshFoundNoChange',
  data: { demoId, projectId: 'proj_1', userId, jobId: newId('job'), version },
});
