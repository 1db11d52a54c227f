import type { CreditEvent, CreditFact } from './events.ts';
import { type PackId, packIds } from './packs.ts';

/** What a job cost: one demo of a month's allowance, or credits. */
export interface Charge {
  jobId: string;
  demoId: string;
  paid: { with: 'allowance'; month: string } | { with: 'credits'; amount: number; transactionId: string };
  returned: boolean;
  /**
   * The charge before this one. The charges are a linked list, newest first, so that adding one need not copy all
   * earlier ones.
   */
  before: Charge | null;
}

/** Credits that were given. */
export interface Grant {
  transactionId: string;
  amount: number;
  takenBack: boolean;
  /** As in Charge. */
  before: Grant | null;
}

/** A pack that was ordered, by somebody or by an automatic top-off. */
export interface Purchase {
  purchaseId: string;
  packId: string;
  credits: number;
  priceCents: number;
  automatic: boolean;
  /** null until the money is there. */
  paid: { transactionId: string; paymentId: string | null } | null;
  /** Credits that went back with the money, those that had been spent included. */
  takenBack: number;
  refundedCents: number;
  /** As in Charge. */
  before: Purchase | null;
}

export interface AutoTopoff {
  enabled: boolean;
  packId: PackId;
  threshold: number;
  /** The one that is under way: its card is being charged, or was declined and will be tried again. */
  pending: { purchaseId: string; attempt: number; status: 'trying' | 'declined'; reason: string } | null;
}

export interface CreditState {
  userId: string | null;
  balance: number;
  /** Demos used of the allowance, by month. */
  used: Readonly<Record<string, number>>;
  latest: Charge | null;
  latestGrant: Grant | null;
  latestPurchase: Purchase | null;
  topoff: AutoTopoff;
  /** At the payment provider. */
  customerId: string | null;
  card: { customerId: string; paymentMethodId: string } | null;
}

/** Nobody's credits are bought automatically until they ask for it. */
export const initialCredits: CreditState = {
  userId: null,
  balance: 0,
  used: {},
  latest: null,
  latestGrant: null,
  latestPurchase: null,
  topoff: { enabled: false, packId: '20', threshold: 3, pending: null },
  customerId: null,
  card: null,
};

export function evolveCredits(state: CreditState, event: CreditEvent): CreditState {
  switch (event.type) {
    case 'CreditAccountOpened':
      return { ...state, userId: event.data.userId };
    case 'CreditsGranted':
      return granted(state, event.data);
    case 'GrantTakenBack':
      return grantTakenBack(state, event.data);
    case 'AllowanceOpened':
    case 'AllowanceUsed':
    case 'AllowanceReturned':
    case 'CreditsDeducted':
    case 'CreditsRefunded':
      return afterJob(state, event);
    case 'PurchaseStarted':
      return { ...state, latestPurchase: ordered(event.data, state, false) };
    case 'CreditsPurchased':
      return paid(state, event.data, false);
    case 'CreditsToppedOff':
      return toppedOff(paid(state, event.data, true), event.data.purchaseId);
    case 'PurchaseRefunded':
      return refunded(state, event.data);
    case 'PaymentCustomerLinked':
      return { ...state, customerId: event.data.customerId };
    case 'CardSaved': {
      const { customerId, paymentMethodId } = event.data;
      return { ...state, card: { customerId, paymentMethodId }, topoff: withoutDeclined(state.topoff) };
    }
    case 'AutoTopoffSet':
    case 'TopoffStarted':
    case 'TopoffDeclined':
    case 'TopoffDropped':
    case 'AutoTopoffTurnedOff':
      return afterTopoff(state, event);
  }
}

function granted(state: CreditState, data: CreditFact<'CreditsGranted'>): CreditState {
  const { transactionId, amount, balanceAfter } = data;
  const latestGrant = { transactionId, amount, takenBack: false, before: state.latestGrant };
  return { ...state, balance: balanceAfter, latestGrant };
}

function grantTakenBack(state: CreditState, data: CreditFact<'GrantTakenBack'>): CreditState {
  const grant = findGrant(data.grantTransactionId, state);
  const latestGrant = grant && { ...grant, takenBack: true, before: state.latestGrant };
  return { ...state, balance: data.balanceAfter, latestGrant };
}

type JobEvent = Extract<
  CreditEvent,
  { type: 'AllowanceOpened' | 'AllowanceUsed' | 'AllowanceReturned' | 'CreditsDeducted' | 'CreditsRefunded' }
>;

function afterJob(state: CreditState, event: JobEvent): CreditState {
  switch (event.type) {
    case 'AllowanceOpened':
      return { ...state, used: { ...state.used, [event.data.month]: 0 } };
    case 'AllowanceUsed': {
      const { jobId, demoId, month } = event.data;
      const cost = { with: 'allowance', month } as const;
      return {
        ...state,
        used: { ...state.used, [month]: (state.used[month] ?? 0) + 1 },
        latest: { jobId, demoId, paid: cost, returned: false, before: state.latest },
      };
    }
    case 'CreditsDeducted': {
      const { jobId, demoId, transactionId, balanceAfter, amount } = event.data;
      const cost = { with: 'credits', amount: -amount, transactionId } as const;
      return {
        ...state,
        balance: balanceAfter,
        latest: { jobId, demoId, paid: cost, returned: false, before: state.latest },
      };
    }
    case 'AllowanceReturned': {
      const { month, jobId } = event.data;
      const used = { ...state.used, [month]: (state.used[month] ?? 0) - 1 };
      return { ...state, used, latest: asReturned(jobId, state) };
    }
    case 'CreditsRefunded':
      return { ...state, balance: event.data.balanceAfter, latest: asReturned(event.data.jobId, state) };
  }
}

type TopoffEvent = Extract<
  CreditEvent,
  { type: 'AutoTopoffSet' | 'TopoffStarted' | 'TopoffDeclined' | 'TopoffDropped' | 'AutoTopoffTurnedOff' }
>;

function afterTopoff(state: CreditState, event: TopoffEvent): CreditState {
  const { topoff } = state;
  switch (event.type) {
    case 'AutoTopoffSet': {
      const { enabled, packId, threshold } = event.data;
      return {
        ...state,
        topoff: { ...withoutDeclined(topoff), enabled, packId: asPackId(packId), threshold },
      };
    }
    case 'TopoffStarted': {
      const { purchaseId, attempt } = event.data;
      const known = findPurchase(purchaseId, state);
      return {
        ...state,
        latestPurchase: known ? state.latestPurchase : ordered(event.data, state, true),
        topoff: { ...topoff, pending: { purchaseId, attempt, status: 'trying', reason: '' } },
      };
    }
    case 'TopoffDeclined': {
      const { purchaseId, attempt, reason } = event.data;
      return {
        ...state,
        topoff: { ...topoff, pending: { purchaseId, attempt, status: 'declined', reason } },
      };
    }
    case 'TopoffDropped':
      return { ...state, topoff: { ...topoff, pending: null } };
    case 'AutoTopoffTurnedOff':
      return { ...state, topoff: { ...topoff, enabled: false, pending: null } };
  }
}

export function findCharge(jobId: string, state: CreditState): Charge | null {
  for (let charge = state.latest; charge; charge = charge.before) if (charge.jobId === jobId) return charge;
  return null;
}

export function findGrant(transactionId: string, state: CreditState): Grant | null {
  for (let one = state.latestGrant; one; one = one.before)
    if (one.transactionId === transactionId) return one;
  return null;
}

export function findPurchase(purchaseId: string, state: CreditState): Purchase | null {
  for (let one = state.latestPurchase; one; one = one.before) if (one.purchaseId === purchaseId) return one;
  return null;
}

export function purchaseOfTransaction(transactionId: string, state: CreditState): Purchase | null {
  for (let one = state.latestPurchase; one; one = one.before)
    if (one.paid?.transactionId === transactionId) return one;
  return null;
}

/** The list with a newer entry that says the charge was given back; the older one stays below and is not found any more. */
function asReturned(jobId: string, state: CreditState): Charge | null {
  const charge = findCharge(jobId, state);
  return charge && { ...charge, returned: true, before: state.latest };
}

function ordered(
  data: CreditFact<'PurchaseStarted' | 'TopoffStarted' | 'CreditsPurchased' | 'CreditsToppedOff'>,
  state: CreditState,
  automatic: boolean,
): Purchase {
  const { purchaseId, packId, credits, priceCents } = data;
  return {
    purchaseId,
    packId,
    credits,
    priceCents,
    automatic,
    paid: null,
    takenBack: 0,
    refundedCents: 0,
    before: state.latestPurchase,
  };
}

function paid(
  state: CreditState,
  data: CreditFact<'CreditsPurchased' | 'CreditsToppedOff'>,
  automatic: boolean,
): CreditState {
  const { purchaseId, transactionId, paymentId, balanceAfter } = data;
  // Where nothing has to be waited for, the order and its payment are one fact.
  const order = findPurchase(purchaseId, state) ?? ordered(data, state, automatic);
  const latestPurchase = { ...order, paid: { transactionId, paymentId }, before: state.latestPurchase };
  return { ...state, balance: balanceAfter, latestPurchase };
}

const toppedOff = (state: CreditState, purchaseId: string): CreditState =>
  state.topoff.pending?.purchaseId === purchaseId
    ? { ...state, topoff: { ...state.topoff, pending: null } }
    : state;

function refunded(state: CreditState, data: CreditFact<'PurchaseRefunded'>): CreditState {
  const { purchaseId, amount, lost, refundedCents, balanceAfter } = data;
  const purchase = findPurchase(purchaseId, state);
  if (!purchase) return { ...state, balance: balanceAfter };
  const takenBack = purchase.takenBack - amount + lost;
  const latestPurchase = { ...purchase, takenBack, refundedCents, before: state.latestPurchase };
  return { ...state, balance: balanceAfter, latestPurchase };
}

/** Once the card or the setting has changed, a declined top-off no longer waits for its next attempt. */
const withoutDeclined = (topoff: AutoTopoff): AutoTopoff =>
  topoff.pending?.status === 'declined' ? { ...topoff, pending: null } : topoff;

/** A pack that was offered once and is no more gives way to the default. */
const asPackId = (packId: string): PackId => packIds.find((known) => known === packId) ?? '20';
