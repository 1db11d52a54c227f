import type { PendingQuery, Row, Sql } from 'postgres';
import { z } from 'zod';
import { AppError } from '../errors.ts';

export const foundAccountSchema = z.object({
  userId: z.string(),
  email: z.string().nullable(),
  plan: z.string().nullable(),
  balance: z.number(),
  demos: z.number(),
  keys: z.number(),
  createdAt: z.string().nullable(),
});
type FoundAccount = z.infer<typeof foundAccountSchema>;

interface AccountRow extends Omit<FoundAccount, 'createdAt'> {
  createdAt: Date | null;
}

/** All accounts, newest first: ids begin with the time at which they were made. */
export async function listAccounts(sql: Sql, limit: number): Promise<FoundAccount[]> {
  const found = sql`select user_id from accounts union select user_id from credit_accounts`;
  return (await readAccounts(sql, found, sql`order by user_id desc limit ${limit}`)).map(toFound);
}

/**
 * Accounts by a part of the e-mail address, by the user's, a key's, a demo's, a job's or a transaction's id, or by the first
 * characters of a key. A user may have a ledger and no account yet: both count.
 */
export async function findAccounts(sql: Sql, text: string, limit: number): Promise<FoundAccount[]> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found = sql`
      select user_id from accounts where email ilike ${pattern} or user_id = ${text}
      union select user_id from credit_accounts where user_id = ${text}
      union select user_id from api_keys where id = ${text} or starts_with(${text}, key_prefix) or
        (length(${text}) >= 8 and starts_with(key_prefix, ${text}))
      union select user_id from demos where id = ${text}
      union select user_id from demo_jobs join demos on demos.id = demo_id where demo_jobs.id = ${text}
      union select user_id from credit_transactions where id = ${text}`;
  return (await readAccounts(sql, found, sql`order by user_id limit ${limit}`)).map(toFound);
}

const readAccounts = (sql: Sql, users: PendingQuery<Row[]>, end: PendingQuery<Row[]>) =>
  sql<AccountRow[]>`
    with found as (${users})
    select user_id as "userId", a.email, a.plan, coalesce(c.balance, 0) as balance, coalesce(a.demo_count, 0) as demos,
      (select count(*)::int from api_keys k where k.user_id = found.user_id) as keys,
      coalesce(a.created_at, c.created_at) as "createdAt"
    from found left join accounts a using (user_id) left join credit_accounts c using (user_id)
    ${end}`;

const toFound = (row: AccountRow): FoundAccount => ({
  ...row,
  createdAt: row.createdAt?.toISOString() ?? null,
});

/** @throws AppError 404 where nobody is meant, 409 where it could be several. */
export async function demandAccount(sql: Sql, text: string): Promise<FoundAccount> {
  const found = await findAccounts(sql, text, 20);
  const exact = found.find(
    ({ userId, email }) => userId === text || email?.toLowerCase() === text.toLowerCase(),
  );
  if (exact) return exact;
  const [first, ...others] = found;
  if (!first) throw new AppError('account_not_found', 404, `Nobody is found by ${JSON.stringify(text)}.`);
  if (others.length > 0)
    throw new AppError(
      'account_ambiguous',
      409,
      `${JSON.stringify(text)} could be ${found.length === 20 ? 'any of many' : `one of ${found.length}`} accounts: ${found
        .slice(0, 5)
        .map(({ userId, email }) => email ?? userId)
        .join(', ')}. Give the id.`,
    );
  return first;
}

/**
 * The account with this id or this whole address. Elsewhere a part of an address finds an account. Where something cannot be undone, or lets
 * somebody in, that could be somebody else with a similar address.
 * @throws AppError 404, 409 `account_not_exact`.
 */
export async function demandExactAccount(
  sql: Parameters<typeof demandAccount>[0],
  text: string,
): ReturnType<typeof demandAccount> {
  const found = await demandAccount(sql, text);
  if (text === found.userId || text.toLowerCase() === found.email?.toLowerCase()) return found;
  throw new AppError(
    'account_not_exact',
    409,
    `${JSON.stringify(text)} is only a part of ${found.email ?? found.userId}. Give the whole address or the id.`,
  );
}
