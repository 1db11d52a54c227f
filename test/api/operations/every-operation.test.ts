import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startApi, type TestApi } from '../../support/api.ts';
import { answeredHere, type ContractOperation, operations } from '../../support/contract.ts';
import { publishDemo } from '../../support/film.ts';
import { announce, operationOf, requestTo, statusesProvenForAll } from '../../support/operation.ts';
import { refusal } from './shapes.ts';

let api: TestApi;
let user: SignedIn;
/** A service that lets one request of each kind through per minute. */
let strict: TestApi;
/** A service whose database is away, and a user who signed in before that. */
let lost: TestApi;
let lostUser: SignedIn;
let ids: Record<string, string>;

const one = {
  readsPerMinute: 1,
  writesPerMinute: 1,
  previewsPerMinute: 1,
  stillsPerMinute: 1,
  embedsPerMinute: 1,
  runtimeEmbedsPerMinute: 1,
  deviceCodesPerMinute: 1,
};

beforeAll(async () => {
  [api, strict, lost] = await Promise.all([
    startApi(),
    startApi({ config: { limits: { enabled: true, ...one } } }),
    startApi(),
  ]);
  user = await api.signUp();
  const { id } = await publishDemo(api, { video: Buffer.alloc(2000), gif: Buffer.alloc(100) });
  const { project_id } = (await api.request('GET', `/api/v1/demos/${id}`)).body as Record<string, string>;
  ids = { id, project_id: project_id!, projectId: project_id! };
  const login = requestTo(operationOf('logins_set'), { id: ids.projectId! });
  expect((await api.request('PUT', login.path, login.options)).status).toBe(200);
  const url = 'https://hooks.example/';
  const made = await api.request('POST', '/api/v1/webhook-endpoints', { body: { url } });
  Object.assign(ids, { endpoint_id: (made.body as { id?: string }).id, delivery_id: 'dlv_1' });
  await api.services.sql`
    insert into webhook_deliveries
      (id, endpoint_id, user_id, message_id, type, lane, body, next_attempt_at, created_at)
    values ('dlv_1', ${ids.endpoint_id!}, ${api.owner.userId}, 'msg_1', 'demo.ready', 'x', '{}', now(), now())`;
  lostUser = await lost.signUp();
  await lost.services.doorbell.stop();
  await lost.services.sql.end();
});
afterAll(async () => {
  await Promise.all([api?.stop(), strict?.stop(), lost?.stop()]);
});

/** One test for each operation with this status. The test has to see the status. */
function everyOperation(
  status: number,
  what: string,
  provoke: (found: ContractOperation) => Promise<unknown>,
) {
  const having = operations.filter(
    (found) => found.path.startsWith('/api/v1/') && statusesProvenForAll(found).includes(status),
  );
  describe(`${status}: ${what}`, () => {
    test.each(having.map((found) => [`${found.method} ${found.path}`, found] as const))(
      '%s',
      async (_, found) => {
        answeredHere.clear();
        await provoke(found);
        expect([...answeredHere]).toContain(`${found.operation.operationId} ${status}`);
      },
    );
  });
}

/** A request whose path and query name existing records. */
function proper(found: ContractOperation) {
  const [, kind] = /^\/api\/v1\/([\w-]+)/.exec(found.path)!;
  const ofKind = {
    projects: 'project_id',
    'webhook-endpoints': 'endpoint_id',
    'webhook-deliveries': 'delivery_id',
  };
  return requestTo(found, { ...ids, id: ids[ofKind[kind as keyof typeof ofKind] ?? 'id']! });
}

everyOperation(304, 'nothing has changed since', async (found) => {
  const { path } = proper(found);
  const etag = (await api.request('GET', path)).headers.get('etag')!;
  const answer = await api.request('GET', path, { headers: { 'If-None-Match': etag } });
  expect([answer.text, answer.headers.get('etag')]).toEqual(['', etag]);
});

everyOperation(400, 'an id that no text can be', async (found) => {
  const { path, options } = requestTo(found, {
    id: 'x%00',
    progress_id: 'x%00',
    projectId: 'x%00',
    demoId: 'x%00',
  });
  expect((await api.request(found.method, path, options)).body).toEqual(refusal('validation_failed'));
});

everyOperation(401, 'without a credential, and before anything is looked at', async (found) => {
  const answer = await api.request(found.method, requestTo(found, { id: 'x', projectId: 'x' }).path, {
    key: null,
  });
  expect(answer.body).toEqual(refusal('unauthorized'));
});

everyOperation(403, 'a session that another site uses', async (found) => {
  const { path, options } = proper(found);
  const headers = { ...options.headers, Origin: 'https://other.example' };
  const answer = await user.request(found.method, path, { ...options, headers });
  expect(answer.body).toEqual(refusal('foreign_origin'));
});

const isForSessionsAlone = ({ operation: { security } }: ContractOperation) =>
  security.length > 0 && security.every((way) => 'sessionCookie' in way);

const whoCalls = (found: ContractOperation): Record<string, string> =>
  isForSessionsAlone(found) ? { Cookie: user.cookie } : { Authorization: `Bearer ${api.key}` };

everyOperation(413, 'a body beyond every bound, by its length alone', async (found) => {
  const { path, options } = proper(found);
  const type = options.headers?.['Content-Type'] ?? 'application/json';
  const headers = { ...whoCalls(found), 'Content-Type': type, 'Content-Length': String(300 * 2 ** 20) };
  const { body } = await announce(api, path, headers, found.method);
  expect(body).toEqual(refusal('body_too_large'));
});

everyOperation(415, 'a body of a type that is none', async (found) => {
  const headers = { ...whoCalls(found), 'Content-Type': 'x' };
  const given = { key: null, headers, body: Buffer.from('x') };
  const answer = await api.request(found.method, proper(found).path, given);
  expect(answer.body).toEqual(refusal('unsupported_media_type'));
});

everyOperation(429, 'more requests a minute than allowed', async (found) => {
  const asking = isForSessionsAlone(found) ? await strict.signUp() : strict;
  const { path, options } = requestTo(found, ids);
  await asking.request(found.method, path, options);
  const answer = await asking.request(found.method, path, options);
  expect(answer.body).toEqual(refusal('rate_limited'));
  for (const header of ['retry-after', 'ratelimit-reset'])
    expect(Number(answer.headers.get(header))).toBeGreaterThan(0);
  for (const [header, value] of [
    ['ratelimit-limit', '1'],
    ['ratelimit-remaining', '0'],
  ] as const)
    expect(answer.headers.get(header)).toBe(value);
});

everyOperation(503, 'the database is away', async (found) => {
  // Faults that need no database are reported first: an expired address, and a text that cannot be a signature.
  const signed = { expires: String(Math.floor(Date.now() / 1000) + 60), signature: '0'.repeat(64) };
  const { path, options } = requestTo(found, { ...ids, ...signed });
  const asking = isForSessionsAlone(found) ? lostUser : lost;
  const answer = await asking.request(found.method, path, options);
  expect(answer.body).toEqual(refusal('unavailable'));
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
