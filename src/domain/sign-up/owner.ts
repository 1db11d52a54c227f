import type { Sql } from 'postgres';
import { conflict } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { newSecret } from '../../secrets.ts';
import { accountDecider } from '../accounts/decide.ts';
import { accountStream } from '../accounts/events.ts';
import { apiKeyDecider } from '../api-keys/decide.ts';
import { apiKeyStream } from '../api-keys/events.ts';
import { traceOf } from '../api-keys/issue.ts';
import { creditDecider } from '../credits/decide.ts';
import { creditStream } from '../credits/events.ts';
import type { DomainServices } from '../services.ts';
import { hashPassword, newPassword } from './password.ts';

/** The only copies of the password and the key in clear. */
export interface OwnerCredentials {
  userId: string;
  email: string;
  password: string;
  liveKey: string;
}

/**
 * Opens the account of whoever runs this service: without limits, with a live key, and with a password to sign in with.
 * @throws AppError `account_exists` (409) where the owner has one already.
 */
export async function openOwnerAccount(services: DomainServices): Promise<OwnerCredentials> {
  const email = 'owner@showreel.local';
  const password = newPassword();
  // The password is kept before the account is opened: a password without an account opens nothing, but an account
  // without a password could never be entered.
  const userId = await keepPassword(services.sql, email, await hashPassword(password));
  const owner = { userId, email, password, liveKey: newSecret('sr_live_') };
  const context = { commandId: newId('cmd'), metadata: { actor: 'system' } };
  await services.store.execute(context, (unit) => {
    const { userId, email } = owner;
    const keyId = newId('key');
    unit
      .begin(accountDecider, accountStream(userId))
      .decide({ type: 'open', userId, email, plan: 'unlimited' });
    unit.begin(creditDecider, creditStream(userId)).decide({ type: 'open', userId });
    unit.begin(apiKeyDecider, apiKeyStream(keyId)).decide({
      type: 'create',
      ...traceOf(owner.liveKey),
      keyId,
      userId,
      name: 'Owner key',
      keyType: 'live',
      projectId: null,
      allowedDomains: null,
    });
  });
  return owner;
}

/**
 * Stores the user as `src/auth` does, in one statement. A start that died before it opened the account left a user
 * whose password nobody was told; that user gets the new password.
 */
async function keepPassword(sql: Sql, email: string, hash: string): Promise<string> {
  const [user] = await sql<[{ id: string }?]>`
    with owner as (
      insert into auth.users (id, name, email, email_verified) values (${newId('user')}, 'Owner', ${email}, true)
      on conflict (email) do update set updated_at = now()
        where not exists (select from accounts where accounts.user_id = users.id)
      returning id
    )
    insert into auth.credentials (id, user_id, provider_id, account_id, password)
      select ${newId('cred')}, id, 'credential', id, ${hash} from owner
    on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()
    returning user_id as id`;
  if (!user) throw conflict('account_exists', 'The owner has an account already.');
  return user.id;
}
