import { afterAll, beforeAll, expect, vi } from 'vitest';
import { upcasters } from '../../../src/domain/index.ts';
import { createEndpoint } from '../../../src/domain/webhooks/manage.ts';
import { webhookReaction } from '../../../src/domain/webhooks/reaction.ts';
import { createLogger } from '../../../src/log.ts';
import { startCatchUp } from '../../../src/store/index.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { describeOperation, keyed } from '../../support/operation.ts';
import { freshCommand } from '../../support/services.ts';
import { refusal, time } from './shapes.ts';

let api: TestApi;
let following: ReturnType<typeof startCatchUp>;
beforeAll(async () => {
  api = await startApi();
  const { sql, doorbell } = api.services;
  const projections = [webhookReaction(api.services, api.baseUrl)];
  following = startCatchUp({
    sql,
    url: api.databaseUrl,
    projections,
    upcasters,
    keys: api.services.subjectKeys,
    doorbell,
    log: createLogger('silent'),
  });
});
afterAll(async () => {
  await following?.stop();
  await api?.stop();
});

const at = '/api/v1/webhook-endpoints';
const url = 'https://hooks.example/showreel';
type Answer = { status: number; body: Record<string, string> };
const ask = async (method: string, path: string, body?: object, headers = {}): Promise<Answer> => {
  const answer = await api.request(method, path, { ...(body && { body }), headers });
  return { status: answer.status, body: answer.body as unknown as Record<string, string> };
};
async function newEndpoint(more: object = {}) {
  // An account has ten at most.
  await api.services.sql`delete from webhook_endpoints`;
  return (await ask('POST', at, { url, ...more })).body;
}
const endpoint = {
  id: expect.stringMatching(/^hook_\w{26}$/),
  url,
  description: null,
  events: null,
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  previous_secret_until: null,
  created_at: time,
  updated_at: time,
};
const secret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
const missing = async (method: string, path: string, code: string, body?: object) =>
  expect((await ask(method, path, body)).body).toEqual(refusal(code));
const missingEndpoint = (method: string, more = '', body?: object) =>
  missing(method, `${at}/hook_unknown${more}`, 'webhook_endpoint_not_found', body);

/** A delivery of a test event. Nobody sends it here. */
async function newDelivery() {
  const { id } = await newEndpoint();
  const { body } = await ask('POST', `${at}/${id}/test`, {});
  await vi.waitFor(async () => {
    const [row] = await api.services.sql`select from webhook_deliveries where id = ${body.id!}`;
    expect(row).toBeDefined();
  }, 30_000);
  return { endpointId: id!, id: body.id! };
}
const delivery = {
  id: expect.stringMatching(/^dlv_\w{26}$/),
  message_id: expect.stringMatching(/^msg_\w{26}$/),
  type: 'demo.ready',
  status: 'pending',
  attempts: 0,
  status_code: null,
  next_attempt_at: time,
  replay_of: null,
  created_at: time,
};

describeOperation('webhookEndpoints_create', {
  '201: the endpoint and its secret, which is shown no second time and is stored sealed': async () => {
    const { secret: shown, ...made } = await newEndpoint({ events: ['demo.ready'] });
    expect(made).toEqual({ ...endpoint, events: ['demo.ready'] });
    expect(shown).toEqual(secret);
    const stored = await api.services.sql`
      select data::text from events union all select row(webhook_endpoints.*)::text from webhook_endpoints`;
    const said = JSON.stringify([stored, (await ask('GET', at)).body]);
    expect(said).toContain(made.id);
    expect(said).not.toContain(shown!.slice(6));
  },
  '400: the error names what is wrong': async () => {
    for (const [member, value] of [
      ['url', 'ftp://hooks.example/'],
      ['url', 'https://me:secret@hooks.example/'],
      ['events', ['demo.gone']],
      ['events', []],
      ['description', 'x'.repeat(201)],
    ] as const)
      expect(await ask('POST', at, { url, [member]: value })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(`\`${member}`) },
      });
  },
  '409: an account with ten endpoints, and another input with the same Idempotency-Key': async () => {
    await newEndpoint();
    for (let n = 1; n < 10; n++) expect((await ask('POST', at, { url: `${url}/${n}` })).status).toBe(201);
    expect((await ask('POST', at, { url })).body).toEqual(refusal('too_many_webhook_endpoints'));
    await api.services.sql`delete from webhook_endpoints`;
    // Also at the same time: those that were answered with an id are there, and they are ten at most.
    const { userId } = api.owner;
    const make = (n: number) =>
      createEndpoint(api.services, freshCommand(userId), { userId, url: `${url}/${n}` });
    const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => make(n)));
    const made = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.endpointId] : []));
    for (const one of answers)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'too_many_webhook_endpoints' });
    const { endpoints } = (await ask('GET', at)).body as unknown as { endpoints: { id: string }[] };
    expect(endpoints.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
    expect(made.length).toBeLessThanOrEqual(10);
    await api.services.sql`delete from webhook_endpoints`;
    expect((await ask('POST', at, { url }, keyed('one endpoint'))).status).toBe(201);
    const other = await ask('POST', at, { url: `${url}/2` }, keyed('one endpoint'));
    expect(other.body).toEqual(refusal('idempotency_key_reused'));
  },
});

describeOperation('webhookEndpoints_list', {
  '200: the endpoints, newest first': async () => {
    const first = await newEndpoint();
    const { id } = (await ask('POST', at, { url, description: 'Staging' })).body;
    expect((await ask('GET', at)).body).toEqual({
      endpoints: [
        { ...endpoint, id, description: 'Staging' },
        { ...endpoint, id: first.id },
      ],
      next_cursor: null,
    });
    const { next_cursor } = (await ask('GET', `${at}?limit=1`)).body;
    const rest = await ask('GET', `${at}?limit=1&cursor=${next_cursor}`);
    expect(rest.body).toMatchObject({ endpoints: [{ id: first.id }], next_cursor: null });
  },
  '400: a cursor of another list': async () => {
    expect((await ask('GET', `${at}?cursor=x`)).status).toBe(400);
  },
});

describeOperation('webhookEndpoints_read', {
  '200: the endpoint': async () => {
    const { id } = await newEndpoint();
    expect((await ask('GET', `${at}/${id}`)).body).toEqual({ ...endpoint, id });
  },
  '404: an unknown endpoint': () => missingEndpoint('GET'),
});

describeOperation('webhookEndpoints_edit', {
  '200: the endpoint as it is now': async () => {
    const { id } = await newEndpoint();
    const off = await ask('PATCH', `${at}/${id}`, { events: ['credits.low'], enabled: false });
    expect(off.body).toEqual({
      ...endpoint,
      events: ['credits.low'],
      enabled: false,
      disabled_reason: 'owner',
    });
    const on = await ask('PATCH', `${at}/${id}`, { events: null, enabled: true });
    expect(on.body).toEqual(endpoint);
  },
  '400: what no endpoint can have': async () => {
    const { id } = await newEndpoint();
    expect((await ask('PATCH', `${at}/${id}`, { enabled: 'yes' })).status).toBe(400);
  },
  '404: an unknown endpoint': () => missingEndpoint('PATCH', '', { enabled: false }),
});

describeOperation('webhookEndpoints_delete', {
  '200: it is gone': async () => {
    const { id } = await newEndpoint();
    expect((await ask('DELETE', `${at}/${id}`)).body).toEqual({ ok: true });
    expect((await ask('GET', `${at}/${id}`)).status).toBe(404);
  },
  '404: an unknown endpoint': () => missingEndpoint('DELETE'),
});

describeOperation('webhookEndpoints_rotateSecret', {
  '200: a new secret, and until when the one before it signs': async () => {
    const { id, secret: old } = await newEndpoint();
    const { body } = await ask('POST', `${at}/${id}/secret/rotate`);
    expect(body).toEqual({ secret, previous_secret_until: time });
    expect(body.secret).not.toBe(old);
    const read = (await ask('GET', `${at}/${id}`)).body;
    expect(read.previous_secret_until).toBe(body.previous_secret_until);
  },
  '404: an unknown endpoint': () => missingEndpoint('POST', '/secret/rotate'),
  '409: another endpoint with the same Idempotency-Key': async () => {
    const rotate = async () => {
      const { id } = await newEndpoint();
      return ask('POST', `${at}/${id}/secret/rotate`, undefined, keyed('rotate twice'));
    };
    expect((await rotate()).status).toBe(200);
    expect((await rotate()).body).toEqual(refusal('idempotency_key_reused'));
  },
});

describeOperation('webhookEndpoints_test', {
  '202: the id of the delivery': async () => {
    const { id } = await newEndpoint();
    const { body } = await ask('POST', `${at}/${id}/test`, { type: 'credits.low' });
    expect(body).toEqual({ id: delivery.id });
  },
  '400: an event that there is not': async () => {
    const { id } = await newEndpoint();
    expect((await ask('POST', `${at}/${id}/test`, { type: 'demo.gone' })).status).toBe(400);
  },
  '404: an unknown endpoint': () => missingEndpoint('POST', '/test', {}),
  '409: an endpoint that is off': async () => {
    const { id } = await newEndpoint();
    await ask('PATCH', `${at}/${id}`, { enabled: false });
    expect((await ask('POST', `${at}/${id}/test`, {})).body).toEqual(refusal('webhook_endpoint_off'));
  },
});

describeOperation('webhookDeliveries_list', {
  '200: the deliveries, of a status where one is asked for': async () => {
    const { endpointId, id } = await newDelivery();
    const path = `${at}/${endpointId}/deliveries`;
    const deliveries = [{ ...delivery, id, endpoint_id: endpointId }];
    expect((await ask('GET', path)).body).toEqual({ deliveries, next_cursor: null });
    expect((await ask('GET', `${path}?status=failed`)).body).toEqual({ deliveries: [], next_cursor: null });
  },
  '400: a status that there is not': async () => {
    const { id } = await newEndpoint();
    expect((await ask('GET', `${at}/${id}/deliveries?status=lost`)).status).toBe(400);
  },
  '404: an unknown endpoint': () => missingEndpoint('GET', '/deliveries'),
});

describeOperation('webhookDeliveries_read', {
  '200: the body that is sent, and the attempts': async () => {
    const { endpointId, id } = await newDelivery();
    const { body } = await ask('GET', `/api/v1/webhook-deliveries/${id}`);
    expect(body).toEqual({ ...delivery, id, endpoint_id: endpointId, tries: [], body: expect.any(String) });
    expect(JSON.parse(body.body!)).toMatchObject({ type: 'demo.ready', livemode: false, test: true });
  },
  '404: an unknown delivery': () =>
    missing('GET', '/api/v1/webhook-deliveries/dlv_unknown', 'webhook_delivery_not_found'),
});

describeOperation('webhookDeliveries_replay', {
  '202: the id of the new delivery': async () => {
    const { id } = await newDelivery();
    const { body } = await ask('POST', `/api/v1/webhook-deliveries/${id}/replay`);
    expect(body).toEqual({ id: delivery.id });
    expect(body.id).not.toBe(id);
  },
  '404: an unknown delivery': () =>
    missing('POST', '/api/v1/webhook-deliveries/dlv_unknown/replay', 'webhook_delivery_not_found'),
  '409: an endpoint that is off': async () => {
    const { endpointId, id } = await newDelivery();
    await ask('PATCH', `${at}/${endpointId}`, { enabled: false });
    const answer = await ask('POST', `/api/v1/webhook-deliveries/${id}/replay`);
    expect(answer.body).toEqual(refusal('webhook_endpoint_off'));
  },
});
