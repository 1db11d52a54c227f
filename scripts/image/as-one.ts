import { WebSocket } from 'ws';
import { ask, type Customer, demand, expectThat, order, origin, ready, type Wish } from './ask.ts';
import type { Container } from './containers.ts';

const readsPerMinute = 600;

/** What one process does, several do too: a key, its revocation, the progress of a film, and a limit hold on all machines at once. */
export async function expectOneService(
  apis: readonly Container[],
  customer: Customer,
  wish: Wish,
  say: (line: string) => void,
): Promise<void> {
  const [one, two, three] = apis as [Container, Container, Container];
  const { cookie } = customer;
  const { body: key } = await demand(
    one,
    'POST',
    '/api/v1/api-keys',
    { origin, cookie },
    { name: 'short-lived' },
  );
  const headers = { authorization: `Bearer ${key.key}` };
  for (const api of apis) await demand(api, 'GET', '/api/v1/credits', headers);
  await demand(two, 'DELETE', `/api/v1/api-keys/${key.id}`, { origin, cookie });
  for (const api of apis) {
    const { status } = await ask(api, 'GET', '/api/v1/credits', headers);
    expectThat(status === 401, `a key that another machine revoked is refused with 401; got ${status}`);
  }

  const id = await order(two, customer, wish);
  const steps = await watch(three, customer, id);
  await ready(one, customer, id);
  expectThat(
    steps.size >= 3,
    `a machine that neither took nor makes a film tells its progress; it told ${[...steps]}`,
  );

  const { body: busy } = await demand(one, 'POST', '/api/v1/api-keys', { origin, cookie }, { name: 'busy' });
  const asked = { authorization: `Bearer ${busy.key}` };
  const counts = new Map<number, number>();
  const startedMs = Date.now();
  for (let n = 0; n < readsPerMinute + 90; n += 30) {
    const burst = Array.from({ length: 30 }, (_, at) =>
      ask(apis[at % apis.length]!, 'GET', '/api/v1/credits', asked),
    );
    for (const { status } of await Promise.all(burst)) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const minutes = Math.ceil((Date.now() - startedMs) / 60_000);
  const passed = counts.get(200) ?? 0;
  expectThat(
    passed <= readsPerMinute * minutes,
    `${readsPerMinute} reads a minute pass on all machines together; ${passed} did`,
  );
  expectThat(
    (counts.get(429) ?? 0) > 0,
    `reads over the limit are refused; the answers were ${JSON.stringify([...counts])}`,
  );
  say(
    `three APIs and four workers are one service: key, revocation, progress (${steps.size} steps), limit (${passed} of ${readsPerMinute + 90} reads passed)`,
  );
}

/** @returns the steps that the machine told until the film was there */
function watch(api: Container, { authorization }: Customer, id: string): Promise<Set<string>> {
  const steps = new Set<string>();
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${api.address}:3000/api/ws/${id}`, {
      headers: { authorization },
    });
    socket.on('message', (data) => {
      const { step, status } = JSON.parse(String(data)) as { step: string | null; status: string };
      steps.add(step ?? status);
    });
    socket.on('close', () => resolve(steps));
    socket.on('error', reject);
  });
}
