import type { CreditEvent } from '../../../src/domain/credits/events.ts';

/** The facts of one user's ledger, each as the deciders would make it. */
export const userId = 'user_1';
export const transfer = (from: string, to: string, amount: number) => [
  { account: from, amount: -amount },
  { account: to, amount },
];
export const opened: CreditEvent = { type: 'CreditAccountOpened', data: { userId } };
export const granted = (amount: number, balanceAfter: number, id = `txn_g${balanceAfter}`): CreditEvent => ({
  type: 'CreditsGranted',
  data: {
    userId,
    transactionId: id,
    amount,
    balanceAfter,
    description: 'x',
    entries: transfer('bonus', 'balance', amount),
  },
});
export const takenBack = (amount: number, balanceAfter: number, id = 'txn_t'): CreditEvent => ({
  type: 'GrantTakenBack',
  data: {
    userId,
    transactionId: id,
    grantTransactionId: 'txn_g3',
    amount: -amount,
    balanceAfter,
    description: 'x',
    entries: transfer('balance', 'bonus', amount),
  },
});
export const job = (jobId: string) => ({ jobId, demoId: 'demo_1' });
export const deducted = (jobId: string, balanceAfter: number, amount = 1): CreditEvent => ({
  type: 'CreditsDeducted',
  data: {
    userId,
    ...job(jobId),
    transactionId: `txn_${jobId}`,
    amount: -amount,
    balanceAfter,
    description: 'x',
    entries: transfer('balance', 'generations', amount),
  },
});
export const refunded = (
  jobId: string,
  amount: number,
  balanceAfter: number,
  of = `txn_${jobId}`,
): CreditEvent => ({
  type: 'CreditsRefunded',
  data: {
    userId,
    ...job(jobId),
    transactionId: `txn_r${jobId}${balanceAfter}`,
    amount,
    balanceAfter,
    description: 'x',
    deductTransactionId: of,
    entries: transfer('generations', 'balance', amount),
  },
});
export const used = (jobId: string, balanceAfter = 0): CreditEvent => ({
  type: 'AllowanceUsed',
  data: {
    userId,
    ...job(jobId),
    month: '2026-02',
    amount: 0,
    balanceAfter,
    entries: transfer('allowance:2026-02', 'generations', 1),
  },
});
export const returned = (jobId: string, month = '2026-02'): CreditEvent => ({
  type: 'AllowanceReturned',
  data: {
    userId,
    ...job(jobId),
    month,
    amount: 0,
    balanceAfter: 0,
    entries: transfer('generations', `allowance:${month}`, 1),
  },
});
export const purchased = (credits: number, balanceAfter: number, amount = credits): CreditEvent => ({
  type: 'CreditsPurchased',
  data: {
    userId,
    transactionId: 'txn_p',
    purchaseId: 'pay_1',
    packId: '5',
    credits,
    priceCents: 500,
    paymentId: null,
    amount,
    balanceAfter,
    description: 'x',
    entries: transfer('sales', 'balance', amount),
  },
});
export const paidBack = (taken: number, lost: number, balanceAfter: number, id = 'txn_b'): CreditEvent => ({
  type: 'PurchaseRefunded',
  data: {
    userId,
    transactionId: id,
    purchaseId: 'pay_1',
    packId: '5',
    purchaseTransactionId: 'txn_p',
    amount: -taken,
    balanceAfter,
    refundedCents: 500,
    lost,
    description: 'x',
    entries: [...transfer('balance', 'sales', taken), ...transfer('losses', 'sales', lost)],
  },
});
export const changed = (event: CreditEvent, data: object): CreditEvent =>
  ({ ...event, data: { ...event.data, ...data } }) as CreditEvent;
