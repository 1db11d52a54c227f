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
it('keeps how its password was changed, and never the password', () => {
  for (const by of ['password', 'link'] as const)
    given(accountDecider, [opened])
      .when({ type: 'changePassword', by })
      .gives([{ type: 'PasswordChanged', data: { userId: 'user_1', by } }]);
  given(accountDecider, []).when({ type: 'changePassword', by: 'link' }).fails('account_not_found', 404);
});
it('keeps that an operator made a link to it', () => {
  given(accountDecider, [opened])
    .when({ type: 'issuePasswordLink' })
    .gives([{ type: 'PasswordLinkIssued', data: { userId: 'user_1' } }]);
  given(accountDecider, []).when({ type: 'issuePasswordLink' }).fails('account_not_found', 404);
});
it('verifies an address once, and another one again', () => {
  const verify = (email: string) => ({ type: 'verifyEmail', email }) as const;
  const verified = (email: string): AccountEvent => ({
    type: 'EmailVerified',
    data: { userId: 'user_1', email },
  });
  const before = [opened, verified('ada@example.com')];
  given(accountDecider, [opened])
    .when(verify('ada@example.com'))
    .gives([verified('ada@example.com')]);
  given(accountDecider, before).when(verify('ada@example.com')).gives([]);
  given(accountDecider, before)
    .when(verify('ada@example.org'))
    .gives([verified('ada@example.org')]);
  given(accountDecider, []).when(verify('ada@example.com')).fails('account_not_found', 404);
});
it('names the sessions that its owner ended, and says nothing where there were none', () => {
  const revoke = (sessionIds: string[]) => ({ type: 'revokeSessions', sessionIds }) as const;
  given(accountDecider, [opened])
    .when(revoke(['sess_1', 'sess_2']))
    .gives([{ type: 'SessionsRevoked', data: { userId: 'user_1', sessionIds: ['sess_1', 'sess_2'] } }]);
  given(accountDecider, [opened]).when(revoke([])).gives([]);
});
it('appoints an operator once, and dismisses one that there is', () => {
  const appointed: AccountEvent = { type: 'OperatorAppointed', data: { userId: 'user_1' } };
  const dismissed: AccountEvent = { type: 'OperatorDismissed', data: { userId: 'user_1' } };
  given(accountDecider, [opened]).when({ type: 'appointOperator' }).gives([appointed]);
  given(accountDecider, [opened, appointed]).when({ type: 'appointOperator' }).gives([]);
  given(accountDecider, [opened, appointed]).when({ type: 'dismissOperator' }).gives([dismissed]);
  given(accountDecider, [opened]).when({ type: 'dismissOperator' }).gives([]);
  given(accountDecider, [opened, appointed, dismissed]).when({ type: 'appointOperator' }).gives([appointed]);
  given(accountDecider, []).when({ type: 'appointOperator' }).fails('account_not_found', 404);
});
it('is deleted once, by an owner who operates nothing, and nothing happens to it afterwards', () => {
  const deleted: AccountEvent = { type: 'AccountDeleted', data: { userId: 'user_1' } };
  const appointed: AccountEvent = { type: 'OperatorAppointed', data: { userId: 'user_1' } };
  given(accountDecider, [opened]).when({ type: 'delete' }).gives([deleted]);
  given(accountDecider, [opened, deleted]).when({ type: 'delete' }).gives([]);
  given(accountDecider, [opened, appointed]).when({ type: 'delete' }).fails('operator_account', 409);
  given(accountDecider, []).when({ type: 'delete' }).fails('account_not_found', 404);
  given(accountDecider, [opened, deleted])
    .when({ type: 'changePlan', plan: 'pro' })
    .fails('account_not_found', 404);
  given(accountDecider, [opened, deleted])
    .when({ type: 'open', ...account })
    .fails('account_exists', 409);
});
it('is on the free plan until it says otherwise', () =>
  expect(given(accountDecider, []).state.plan).toBe('free'));
