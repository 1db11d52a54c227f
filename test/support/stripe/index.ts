/**
 * A simulated Stripe account on loopback, for the real SDK, with Stripe's forms, JSON, errors, idempotency and signed events.
 * What happens at Stripe without us is done by the test: a buyer pays, a bank declines, somebody pays back in the dashboard.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';
import type { PaymentByProvider } from '../../../src/domain/payment.ts';
import { stripePayment } from '../../../src/payment/stripe.ts';
import { type Form, parseForm, StripeRefusal } from './form.ts';
import { type Bank, createRecords, type Intent } from './records.ts';

export const secretKey = 'sk_test_51Showreel';
export const webhookSecret = 'whsec_test_showreel';

/** What goes wrong with a request that creates something. The next such requests take one trouble each. */
export type Trouble =
  /** The request never reaches Stripe. */
  | 'lost'
  /** Stripe carries the request out, and the connection breaks before the answer. */
  | 'answer lost'
  | 'status 500';

export interface TestStripe {
  url: string;
  /** The real SDK, on this account. */
  payment: PaymentByProvider;
  /** All requests, repeated ones included. */
  requests: { method: string; path: string; key: string | null; form: Form }[];
  bank: { answers: Bank[] };
  troubles: Trouble[];
  /** While this is true, nothing is answered. */
  away: boolean;
  /** The first request with a key is carried out when so many with this key are there, or after 8 s. */
  together: number;
  /** Forgets the idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
  /** The paid charges of saved cards, which are charged while their owners are away. */
  charged(): Intent[];
  payCheckout(checkoutUrl: string): Intent;
  removeCards(): void;
  /** Lets the bank accept a payment that is being processed. */
  decide(intentId: string): void;
  payBack(intentId: string, amountCents?: number): void;
  /** A signed event about a payment, as Stripe sends it. The same event has the same id each time. */
  event(type: string, intentId: string, eventId?: string): { body: string; signature: string };
  close(): Promise<void>;
}

/** The SDK repeats a request that is not answered within 10 s. A repetition must not count as company. */
const mostWaitMs = 8_000;

const yes: Bank = { says: 'yes' };

export async function startStripe(): Promise<TestStripe> {
  const answers: Bank[] = [];
  const records = createRecords(() => answers.shift() ?? yes);
  const requests: TestStripe['requests'] = [];
  const troubles: Trouble[] = [];
  const kept = new Map<string, { input: string; answer: Promise<Reply> }>();
  let url = '';
  const state = { away: false, together: 1 };

  const route = (method: string, path: string, form: Form): object => {
    const [, , kind, id] = path.split('/');
    switch (`${method} ${kind}`) {
      case 'POST customers':
        return records.createCustomer(form);
      case 'POST checkout':
        return records.createSession(form, url);
      case 'GET checkout':
        return records.session(path.split('/').at(-1)!);
      case 'POST payment_intents':
        return records.createIntent(form);
      case 'GET payment_intents':
        return id ? records.shownIntent(id, form) : list(records.intentsOf(String(form.customer)));
      case 'POST refunds':
        return records.refund(form);
      default:
        throw new StripeRefusal(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${method}: ${path}).`,
        });
    }
  };

  const perform = async (method: string, path: string, form: Form): Promise<Reply> => {
    // This leaves a second request with the same key the time to find the first one running.
    if (method === 'POST') await delay(40);
    try {
      return { status: 200, body: route(method, path, form) };
    } catch (refusal) {
      if (!(refusal instanceof StripeRefusal)) throw refusal;
      return { status: refusal.status, body: { error: refusal.body } };
    }
  };

  const company = async (key: string): Promise<void> => {
    const endsMs = performance.now() + mostWaitMs;
    const count = () => requests.filter((one) => one.key === key).length;
    while (count() < state.together && performance.now() < endsMs) await delay(10);
  };

  /** All requests with one key get the answer to the first. */
  const once = async (key: string, method: string, path: string, form: Form): Promise<Reply> => {
    const input = createHash('sha256')
      .update(JSON.stringify([path, form]))
      .digest('hex');
    const known = kept.get(key);
    if (!known) {
      const answer = company(key).then(() => perform(method, path, form));
      kept.set(key, { input, answer });
      return answer;
    }
    if (known.input !== input)
      return refused(400, 'idempotency_error', 'Keys can only be used with the same parameters.');
    const inTime = await Promise.race([known.answer, delay(0, null)]);
    if (!inTime)
      return refused(409, 'invalid_request_error', 'There is another request with this key in progress.');
    return { ...inTime, replayed: true };
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url!, url);
    const method = request.method!;
    const form = parseForm(method === 'POST' ? await bodyOf(request) : search);
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null;
    requests.push({ method, path: pathname, key, form });
    if (state.away) return void request.socket.destroy();
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return send(response, refused(401, 'invalid_request_error', 'Invalid API Key provided: sk_test_****'));
    if (method !== 'POST') return send(response, await perform(method, pathname, form));
    // The SDK makes up a key where it is given none. Here every request must have a key of ours.
    if (!key || key.startsWith('stripe-node-retry'))
      return send(response, refused(400, 'invalid_request_error', 'The test wants an Idempotency-Key.'));
    const trouble = troubles.shift();
    if (trouble === 'lost') return void request.socket.destroy();
    if (trouble === 'status 500') return send(response, refused(500, 'api_error', 'Something went wrong.'));
    const reply = await once(key, method, pathname, form);
    if (trouble === 'answer lost') return void request.socket.destroy();
    send(response, reply);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sdk = new Stripe(secretKey);

  return Object.assign(state, {
    url,
    requests,
    troubles,
    bank: { answers },
    payment: stripePayment({ secretKey, webhookSecret, apiUrl: url }),
    forgetKeys: () => kept.clear(),
    charged: () =>
      [...records.intents.values()].filter(
        ({ status, metadata }) => status === 'succeeded' && metadata.attempt,
      ),
    payCheckout: (checkoutUrl: string) => records.paySession(checkoutUrl.split('/').at(-1)!),
    removeCards: () => records.cards.clear(),
    decide: records.decide,
    payBack(intentId: string, amountCents?: number) {
      const amount = amountCents === undefined ? {} : { amount: String(amountCents) };
      records.refund({ payment_intent: intentId, ...amount });
    },
    event(type: string, intentId: string, eventId = `evt_${type}_${intentId}`) {
      const object = { ...objectOf(records, type, intentId) };
      const body = JSON.stringify({ id: eventId, object: 'event', type, data: { object } });
      const signature = sdk.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret });
      return { body, signature };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}

interface Reply {
  status: number;
  body: object;
  replayed?: boolean;
}

function objectOf(records: ReturnType<typeof createRecords>, type: string, intentId: string): object {
  const intent = records.intents.get(intentId)!;
  if (type.startsWith('charge.')) return records.charges.get(intent.latest_charge!)!;
  if (!type.startsWith('checkout.')) return intent;
  return [...records.sessions.values()].find(({ payment_intent }) => payment_intent === intentId)!;
}

const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: '/v1/payment_intents' });

const refused = (status: number, type: string, message: string): Reply => ({
  status,
  body: { error: { type, message } },
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, { status, body, replayed }: Reply): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_test',
    ...(replayed && { 'idempotent-replayed': 'true' }),
  });
  response.end(JSON.stringify(body));
}
