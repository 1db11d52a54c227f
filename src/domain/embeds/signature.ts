import { unauthorized } from '../../errors.ts';
import { equalInConstantTime } from '../../secrets.ts';
import { runtimeSignature } from '../../signing/index.js';

const mostAheadSec = 31 * 24 * 60 * 60;

/** What was signed. The members are compared as the texts that came. */
export interface SignedQuery {
  projectId: string;
  expires: string;
  signature: string;
  payload: string;
}

/**
 * Checks what can be checked without the project's secret.
 * @throws AppError 401.
 */
export function checkForm(
  { expires, signature }: Pick<SignedQuery, 'expires' | 'signature'>,
  now: Date,
): void {
  if (!/^\d{1,12}$/.test(expires))
    throw unauthorized('`expires` must be the Unix seconds at which this address stops working.');
  const leftSec = Number(expires) - now.getTime() / 1000;
  if (leftSec <= 0)
    throw unauthorized('This address has expired; the page that shows it has to sign a new one.');
  if (leftSec > mostAheadSec) throw unauthorized('`expires` must be at most 31 days ahead.');
  if (!/^[0-9a-f]{64}$/.test(signature)) throw unauthorized('`signature` must be 64 lower-case hex digits.');
}

/** @throws AppError 401 where it was made with another secret or over anything else. */
export function checkSignature(signingSecret: string, signed: SignedQuery): void {
  if (!equalInConstantTime(runtimeSignature(signingSecret, signed), signed.signature))
    throw unauthorized(
      '`signature` is not the one of this address: it was made over other values or with another secret.',
    );
}
