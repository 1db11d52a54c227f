import type { JsonObject } from '../../store/types.ts';
import { type CreditEvent, type CreditFact, creditFacts } from './events.ts';

/** An event of a ledger as the log holds it, in its current form. */
export interface LedgerEvent {
  type: string;
  data: object;
}

/**
 * What must hold of a ledger whatever wrote it. Written apart from the deciders, so that a mistake in them is found too: it
 * knows the facts alone, and adds everything up again.
 */
export function createLedgerRules(userId: string) {
  const ledger: Ledger = {
    userId,
    balance: 0,
    isOpen: false,
    jobs: new Map(),
    grants: new Map(),
    purchases: new Map(),
    months: new Map(),
    transactionIds: new Set(),
  };
  return {
    get balance() {
      return ledger.balance;
    },
    /** @returns a sentence for each rule that the next event breaks. */
    next(event: LedgerEvent): string[] {
      const known = asFact(event);
      if (typeof known === 'string') return [known];
      const faults = [...identity(known, ledger), ...movement(known, ledger), ...meaning(known, ledger)];
      return faults;
    },
  };
}

interface Ledger {
  userId: string;
  isOpen: boolean;
  balance: number;
  transactionIds: Set<string>;
  /** What each job cost. */
  jobs: Map<
    string,
    { month: string | null; amount: number; transactionId: string | null; returned: boolean }
  >;
  /** By transaction: the credits that are not taken back. */
  grants: Map<string, number>;
  /** By the transaction that brought the credits. */
  purchases: Map<string, { credits: number; takenBack: number }>;
  /** Demos used of the allowance. */
  months: Map<string, number>;
}

function asFact({ type, data }: LedgerEvent): CreditEvent | string {
  const fact = Object.hasOwn(creditFacts, type) ? creditFacts[type as keyof typeof creditFacts] : null;
  if (!fact) return `${type} is not an event of a ledger`;
  const parsed = fact.data.safeParse(data);
  if (!parsed.success)
    return `its data is not that of a ${type}: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}`;
  return { type, data: data as JsonObject } as unknown as CreditEvent;
}

function identity({ type, data }: CreditEvent, ledger: Ledger): string[] {
  const faults: string[] = [];
  if (data.userId !== ledger.userId) faults.push(`it names ${data.userId}, whose ledger this is not`);
  if (type === 'CreditAccountOpened' && ledger.isOpen) faults.push('the account is opened a second time');
  if (type !== 'CreditAccountOpened' && !ledger.isOpen) faults.push('it comes before the account was opened');
  ledger.isOpen = true;
  if (!('transactionId' in data)) return faults;
  if (ledger.transactionIds.has(data.transactionId))
    faults.push(`the transaction ${data.transactionId} is there a second time`);
  ledger.transactionIds.add(data.transactionId);
  return faults;
}

/** Double entry, and the balance that follows from it. */
function movement({ data }: CreditEvent, ledger: Ledger): string[] {
  if (!('amount' in data)) return [];
  const { amount, balanceAfter, entries } = data;
  const faults: string[] = [];
  const sum = total(entries);
  const onBalance = total(entries.filter(({ account }) => account === 'balance'));
  if (sum !== 0) faults.push(`its entries sum to ${sum}, not to zero`);
  if (onBalance !== amount)
    faults.push(`its entries move the balance by ${onBalance}, and its amount is ${amount}`);
  const expected = ledger.balance + amount;
  if (balanceAfter !== expected)
    faults.push(
      `the balance after it is said to be ${balanceAfter}, and ${ledger.balance} ${signed(amount)} is ${expected}`,
    );
  if (expected < 0) faults.push(`it takes the balance to ${expected}`);
  ledger.balance = expected;
  return faults;
}

const total = (entries: readonly { amount: number }[]) =>
  entries.reduce((sum, { amount }) => sum + amount, 0);
const signed = (amount: number) => (amount < 0 ? `− ${-amount}` : `+ ${amount}`);

function meaning({ type, data }: CreditEvent, ledger: Ledger): string[] {
  switch (type) {
    case 'CreditsGranted':
      ledger.grants.set(data.transactionId, data.amount);
      return data.amount > 0 ? [] : [`a bonus of ${data.amount}`];
    case 'GrantTakenBack':
      return grantTakenBack(data, ledger);
    case 'AllowanceUsed':
    case 'CreditsDeducted':
      return charged(type, data, ledger);
    case 'AllowanceReturned':
      return allowanceReturned(data, ledger);
    case 'CreditsRefunded':
      return refunded(data, ledger);
    case 'CreditsPurchased':
    case 'CreditsToppedOff':
      ledger.purchases.set(data.transactionId, { credits: data.credits, takenBack: 0 });
      return data.amount === data.credits ? [] : [`a pack of ${data.credits} credits brought ${data.amount}`];
    case 'PurchaseRefunded':
      return purchaseRefunded(data, ledger);
    default:
      return [];
  }
}

function grantTakenBack(
  { grantTransactionId, amount }: CreditFact<'GrantTakenBack'>,
  ledger: Ledger,
): string[] {
  const granted = ledger.grants.get(grantTransactionId);
  ledger.grants.delete(grantTransactionId);
  if (granted === undefined)
    return [`it takes ${grantTransactionId} back, which is no grant or was taken back before`];
  return amount === -granted ? [] : [`it takes ${-amount} credits back, and the grant was ${granted}`];
}

function charged(
  type: 'AllowanceUsed' | 'CreditsDeducted',
  data: CreditFact<'AllowanceUsed' | 'CreditsDeducted'>,
  ledger: Ledger,
): string[] {
  const faults: string[] = [];
  const { jobId, amount } = data;
  if (ledger.jobs.has(jobId)) faults.push(`${jobId} is charged a second time`);
  if (type === 'CreditsDeducted' && amount >= 0) faults.push(`a deduct of ${amount}`);
  if (type === 'AllowanceUsed' && amount !== 0)
    faults.push(`a use of the allowance that moves the balance by ${amount}`);
  const month = 'month' in data ? data.month : null;
  const transactionId = 'transactionId' in data ? data.transactionId : null;
  ledger.jobs.set(jobId, { month, amount: -amount, transactionId, returned: false });
  if (month !== null) ledger.months.set(month, (ledger.months.get(month) ?? 0) + 1);
  return faults;
}

function allowanceReturned(
  { jobId, month, amount }: CreditFact<'AllowanceReturned'>,
  ledger: Ledger,
): string[] {
  const charge = ledger.jobs.get(jobId);
  if (!charge || charge.month !== month) return [`it returns a demo of ${month} that ${jobId} did not use`];
  const faults: string[] = [];
  if (charge.returned) faults.push(`what ${jobId} cost is returned a second time`);
  if (amount !== 0) faults.push(`a returned allowance that moves the balance by ${amount}`);
  charge.returned = true;
  ledger.months.set(month, ledger.months.get(month)! - 1);
  return faults;
}

function refunded(
  { jobId, deductTransactionId, amount }: CreditFact<'CreditsRefunded'>,
  ledger: Ledger,
): string[] {
  const charge = ledger.jobs.get(jobId);
  if (charge?.transactionId !== deductTransactionId)
    return [`it refunds ${deductTransactionId}, which is no deduct for ${jobId}`];
  const faults: string[] = [];
  if (charge.returned) faults.push(`the deduct ${deductTransactionId} is refunded a second time`);
  if (amount > charge.amount) faults.push(`it refunds ${amount}, and the deduct was ${charge.amount}`);
  if (amount <= 0) faults.push(`a refund of ${amount}`);
  charge.returned = true;
  return faults;
}

function purchaseRefunded(
  { purchaseTransactionId, amount, lost }: CreditFact<'PurchaseRefunded'>,
  ledger: Ledger,
): string[] {
  const purchase = ledger.purchases.get(purchaseTransactionId);
  if (!purchase) return [`it pays ${purchaseTransactionId} back, which is no purchase`];
  const faults: string[] = [];
  if (amount > 0) faults.push(`paying a purchase back adds ${amount} credits`);
  purchase.takenBack += lost - amount;
  if (purchase.takenBack > purchase.credits)
    faults.push(`${purchase.takenBack} credits of a pack of ${purchase.credits} are taken back`);
  return faults;
}
