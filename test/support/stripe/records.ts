import { type Form, formOf, noSuch, StripeRefusal, textOf } from './form.ts';

export interface Session {
  id: string;
  object: 'checkout.session';
  url: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  payment_intent: string | null;
  customer: string;
  metadata: Form;
  amount_total: number;
  /** What the payment will get from the session. Stripe does not show it. */
  forPayment: Form;
}

export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  status: 'succeeded' | 'requires_payment_method' | 'processing';
  customer: string;
  payment_method: string | null;
  metadata: Form;
  latest_charge: string | null;
  last_payment_error: { message: string; code: string } | null;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_refunded: number;
  payment_intent: string;
  metadata: Form;
}

/** The answer of the bank. */
export type Bank =
  | { says: 'yes' }
  | { says: 'no'; code: string; message: string }
  /** The bank has not decided yet. */
  | { says: 'nothing' };

/** The records of a Stripe account, and what can be done with them. */
export function createRecords(bank: () => Bank) {
  let serial = 0;
  const newId = (prefix: string) => `${prefix}_test${String(++serial).padStart(6, '0')}`;
  const customers = new Map<string, { id: string; object: 'customer'; metadata: Form }>();
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  /** The customer of each card. */
  const cards = new Map<string, string>();

  const findIn = <T>(records: Map<string, T>, what: string, id: string, param = 'id'): T => {
    const found = records.get(id);
    if (!found) throw noSuch(what, id, param);
    return found;
  };

  function pay(intent: Intent): void {
    const charge: Charge = {
      id: newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      payment_intent: intent.id,
      metadata: intent.metadata,
    };
    charges.set(charge.id, charge);
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      last_payment_error: null,
    });
  }

  const newIntent = (amount: number, customer: string, card: string, metadata: Form): Intent => {
    const intent: Intent = {
      id: newId('pi'),
      object: 'payment_intent',
      amount,
      amount_received: 0,
      currency: 'usd',
      status: 'processing',
      customer,
      payment_method: card,
      metadata,
      latest_charge: null,
      last_payment_error: null,
    };
    intents.set(intent.id, intent);
    return intent;
  };

  return {
    sessions,
    intents,
    charges,
    cards,
    shownIntent(id: string, query: Form) {
      const intent = findIn(intents, 'payment_intent', id);
      const expanded = Object.values(formOf(query, 'expand')).includes('latest_charge');
      const charge = intent.latest_charge && charges.get(intent.latest_charge);
      return { ...intent, latest_charge: expanded && charge ? charge : intent.latest_charge };
    },
    intentsOf: (customer: string) =>
      [...intents.values()].filter((intent) => intent.customer === customer).reverse(),
    session: (id: string) => findIn(sessions, 'checkout.session', id),
    createCustomer(form: Form) {
      const customer = { id: newId('cus'), object: 'customer' as const, metadata: formOf(form, 'metadata') };
      customers.set(customer.id, customer);
      return customer;
    },
    createSession(form: Form, baseUrl: string): Session {
      const customer = textOf(form, 'customer');
      findIn(customers, 'customer', customer, 'customer');
      for (const name of ['mode', 'success_url', 'expires_at']) textOf(form, name);
      const item = formOf(formOf(form, 'line_items'), '0');
      const price = formOf(item, 'price_data');
      const amount = Number(textOf(price, 'unit_amount')) * Number(textOf(item, 'quantity'));
      const id = newId('cs');
      const session: Session = {
        id,
        object: 'checkout.session',
        url: `${baseUrl}/pay/${id}`,
        status: 'open',
        payment_status: 'unpaid',
        payment_intent: null,
        customer,
        amount_total: amount,
        metadata: formOf(form, 'metadata'),
        forPayment: formOf(form, 'payment_intent_data'),
      };
      sessions.set(id, session);
      return session;
    },
    /** The buyer pays with a new card, which stays with the customer where that was asked for. */
    paySession(id: string): Intent {
      const session = findIn(sessions, 'checkout.session', id);
      const { setup_future_usage: keep } = session.forPayment;
      const card = newId('pm');
      if (keep === 'off_session') cards.set(card, session.customer);
      const metadata = formOf(session.forPayment, 'metadata');
      const intent = newIntent(session.amount_total, session.customer, card, metadata);
      pay(intent);
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent.id });
      return intent;
    },
    createIntent(form: Form): Intent {
      const customer = textOf(form, 'customer');
      const card = textOf(form, 'payment_method');
      findIn(customers, 'customer', customer, 'customer');
      if (cards.get(card) !== customer) throw noSuch('PaymentMethod', card, 'payment_method');
      for (const name of ['off_session', 'confirm'])
        if (form[name] !== 'true') throw new Error(`${name} must be true for a card whose owner is away`);
      const intent = newIntent(Number(textOf(form, 'amount')), customer, card, formOf(form, 'metadata'));
      const answer = bank();
      if (answer.says === 'yes') pay(intent);
      if (answer.says !== 'no') return { ...intent };
      const { code, message } = answer;
      Object.assign(intent, {
        status: 'requires_payment_method',
        payment_method: null,
        last_payment_error: { code, message },
      });
      throw new StripeRefusal(402, {
        type: 'card_error',
        code: 'card_declined',
        decline_code: code,
        message,
        payment_intent: { ...intent },
      });
    },
    decide(id: string): void {
      pay(findIn(intents, 'payment_intent', id));
    },
    refund(form: Form) {
      const intent = findIn(intents, 'payment_intent', textOf(form, 'payment_intent'), 'payment_intent');
      const charge = findIn(charges, 'charge', intent.latest_charge ?? '', 'charge');
      const left = charge.amount - charge.amount_refunded;
      const amount = form.amount === undefined ? left : Number(form.amount);
      if (left === 0 || amount > left)
        throw new StripeRefusal(400, {
          type: 'invalid_request_error',
          code: left === 0 ? 'charge_already_refunded' : 'amount_too_large',
          message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
        });
      charge.amount_refunded += amount;
      return { id: newId('re'), object: 'refund', amount, payment_intent: intent.id, status: 'succeeded' };
    },
  };
}
