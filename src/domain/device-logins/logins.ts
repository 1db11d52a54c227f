/**
 * Device logins (RFC 8628): a command line shows a code, somebody signed in lets it in, and it picks up a live key. The API comes in;
 * it writes one operational table, and makes keys through their own use-case.
 */
import { randomBytes } from 'node:crypto';
import { AppError, conflict, notFound } from '../../errors.ts';
import { hashKey } from '../../secrets.ts';
import { issueKey } from '../api-keys/issue.ts';
import type { DomainServices } from '../services.ts';
import { hashUserCode, newUserCode } from './codes.ts';

export const lifetimeSec = 900;
export const intervalSec = 5;
/** How much too early a poll may come, since the network does not deliver to the second. */
const earlyMs = 500;

/** @returns both codes in clear: nobody can read them again. */
export async function beginDeviceLogin(
  { sql, secrets, clock }: DomainServices,
  { clientName, scope }: { clientName: string; scope: string },
): Promise<{ deviceCode: string; userCode: string }> {
  const now = clock.now();
  const deviceCode = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifetimeSec * 1000);
  for (;;) {
    const userCode = newUserCode();
    // Every new login removes up to ten expired ones, so that no task has to clear the table.
    const [made] = await sql`
      with cleared as (
        delete from device_logins where ctid = any(array(
          select ctid from device_logins where expires_at <= ${now} limit 10 for update skip locked))
      )
      insert into device_logins
        (device_code_hash, user_code_hash, client_name, scope, status, interval_sec, expires_at)
      values (${hashKey(deviceCode)}, ${hashUserCode(secrets, userCode)}, ${clientName}, ${scope}, 'pending',
        ${intervalSec}, ${expiresAt})
      on conflict (user_code_hash) do nothing
      returning 1`;
    // Otherwise another login has this code, which happens once in some billions: another one is tried.
    if (made) return { deviceCode, userCode };
  }
}

/** A login as the person who is to decide sees it; null where the code is unknown or has expired. */
export async function findDeviceLogin(
  { sql, secrets, clock }: DomainServices,
  userCode: string,
): Promise<{ clientName: string; isOpen: boolean } | null> {
  const [row] = await sql<{ client_name: string; status: string }[]>`
    select client_name, status from device_logins
    where user_code_hash = ${hashUserCode(secrets, userCode)} and expires_at > ${clock.now()}`;
  return row ? { clientName: row.client_name, isOpen: row.status === 'pending' } : null;
}

/**
 * Lets a waiting command line in, or turns it away.
 * @throws AppError 404 where the code is unknown or has expired, 409 where it was decided before.
 */
export async function decideDeviceLogin(
  services: DomainServices,
  { userCode, userId, verdict }: { userCode: string; userId: string; verdict: 'approved' | 'denied' },
): Promise<{ clientName: string }> {
  const { sql, secrets, clock } = services;
  const [decided] = await sql<{ client_name: string }[]>`
    update device_logins set status = ${verdict}, user_id = ${userId}
    where user_code_hash = ${hashUserCode(secrets, userCode)} and expires_at > ${clock.now()}
      and status = 'pending'
    returning client_name`;
  if (decided) return { clientName: decided.client_name };
  if (await findDeviceLogin(services, userCode))
    throw conflict('device_code_used', 'This code was used already; ask your command line for a new one.');
  throw notFound('device_code');
}

/**
 * What a command line gets when it asks: the key, once, as soon as somebody let it in.
 * @throws AppError with RFC 8628's word as its message: 400 `authorization_pending`, `access_denied`, `expired_token` (also for a code
 *   that is unknown or was used), 429 `slow_down`, which makes the interval 5 seconds longer.
 */
export async function pickUpToken(
  services: DomainServices,
  deviceCode: string,
): Promise<{ token: string; scope: string }> {
  const { sql, clock } = services;
  const [mine] = await sql<{ userId: string; clientName: string; scope: string }[]>`
    update device_logins set status = 'used'
    where device_code_hash = ${hashKey(deviceCode)} and status = 'approved' and expires_at > ${clock.now()}
    returning user_id as "userId", client_name as "clientName", scope`;
  if (!mine) throw await refusalOf(services, deviceCode);
  const { userId, clientName, scope } = mine;
  // The key is made only now, so that it is stored nowhere in between. If the process dies here, the code is used up
  // and the login has to begin anew.
  const context = { commandId: `device-login:${hashKey(deviceCode)}`, metadata: { actor: userId } };
  const wanted = { userId, name: clientName, type: 'live', projectId: null, allowedDomains: null } as const;
  return { token: (await issueKey(services, context, wanted)).key, scope };
}

async function refusalOf({ sql, clock }: DomainServices, deviceCode: string): Promise<AppError> {
  const now = clock.now();
  const [login] = await sql<{ status: string; early: boolean; interval_sec: number }[]>`
    with polled as (
      select device_code_hash,
        polled_at is not null and polled_at + interval_sec * interval '1 second' > ${new Date(now.getTime() + earlyMs)}
          as early
      from device_logins
      where device_code_hash = ${hashKey(deviceCode)} and expires_at > ${now}
      for update
    )
    update device_logins login
    set polled_at = ${now},
        interval_sec = login.interval_sec + case when polled.early and login.status = 'pending' then 5 else 0 end
    from polled where login.device_code_hash = polled.device_code_hash
    returning login.status, polled.early, login.interval_sec`;
  if (!login || login.status === 'used') return oauthRefusal('expired_token');
  if (login.status === 'denied') return oauthRefusal('access_denied');
  if (login.early) return new AppError('slow_down', 429, 'slow_down', { retryAfterSec: login.interval_sec });
  return oauthRefusal('authorization_pending');
}

/** OAuth clients read the member `error`: here it is the word of RFC 8628 and not a sentence. */
const oauthRefusal = (word: string) => new AppError(word, 400, word);
export const unsupportedGrant = () => oauthRefusal('unsupported_grant_type');
