import type { Sql } from 'postgres';
import { AppError, conflict, invalid } from '../errors.ts';

/**
 * Turns an error of better-auth into one of ours. Errors that are no refusal of the library stay as they are.
 * @param email of a sign-up. Of two simultaneous sign-ups with one address the second fails in the database, and better-auth
 *   reports that like any other fault. A look-up of the address tells them apart.
 */
export async function inOurWords(
  thrown: unknown,
  { sql, email }: { sql: Sql; email: string | undefined },
): Promise<unknown> {
  if (isCutConnection(thrown)) return unavailable(thrown);
  const code = refusalOf(thrown);
  if (code === null) return thrown;
  if (code === 'FAILED_TO_CREATE_USER' && email !== undefined)
    return (await hasUser(sql, email)) ? emailTaken() : unavailable(thrown);
  return known[code]?.() ?? thrown;
}

const emailTaken = () =>
  conflict('email_taken', 'There is an account with this email address already; sign in instead.');

const known: Record<string, () => AppError> = {
  USER_ALREADY_EXISTS: emailTaken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: emailTaken,
  INVALID_EMAIL_OR_PASSWORD: () =>
    new AppError('invalid_credentials', 401, 'The email address or the password is wrong.'),
  INVALID_PASSWORD: () => invalid('The current password is wrong.', 'wrong_password'),
  INVALID_EMAIL: () => invalid('`email` must be an email address.'),
};

/**
 * The code of better-auth's APIError; null for any other error. The error is recognised by its shape, so that the library is
 * not loaded before it is used.
 */
function refusalOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || thrown.name !== 'APIError' || !('body' in thrown)) return null;
  const { body } = thrown;
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
}

async function hasUser(sql: Sql, email: string): Promise<boolean> {
  const [row] = await sql`select 1 from auth.users where email = ${email.toLowerCase()}`;
  return row !== undefined;
}

const unavailable = (cause: unknown) =>
  new AppError('unavailable', 503, 'The service cannot reach its database just now; try again shortly.', {
    cause,
    retryAfterSec: 2,
  });

/** node-postgres gives these errors no code. */
const isCutConnection = (thrown: unknown) =>
  thrown instanceof Error &&
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/.test(
    thrown.message,
  );
