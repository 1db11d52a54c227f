import { expect, it } from 'vitest';
import { accountDecider } from '../../../src/domain/accounts/decide.ts';
import type { AccountEvent } from '../../../src/domain/accounts/events.ts';
import { given } from '../../support/given.ts';

const account = { userId: 'user_1', email: 'ada@example.com', plan: 'free' as const };
const opened: AccountEvent = { type: 'AccountOpened', data: account };
const changed: AccountEvent = { type: 'PlanChanged', data: { userId: 'user_1', plan: 'pro' } };

it('is opened once', () => {
  given(accountDecider, [])
    .when({ type: 'open', ...account })
    .gives([opened]);
  given(accountDecider, [opened])
    .when({ type: 'open', ...account })
    .fails('account_exists', 409);
});
it('changes its plan, and only to another', () => {
  given(accountDecider, [opened]).when({ type: 'changePlan', plan: 'pro' }).gives([changed]);
  given(accountDecider, [opened, changed]).when({ type: 'changePlan', plan: 'pro' }).gives([]);
  given(accountDecider, []).when({ type: 'changePlan', plan: 'pro' }).fails('account_not_found', 404);
});
it('is on the free plan until it says otherwise', () =>
  expect(given(accountDecider, []).state.plan).toBe('free'));
