import type { Clock } from '../../clock.ts';
import type { Secrets } from '../../secrets.ts';

const validSec = 3600;
const purpose = 'demo-progress';

/** Lets whoever holds it watch this demo's progress for one hour, so that a browser needs no key. */
export function issueTicket(secrets: Secrets, clock: Clock, demoId: string): string {
  const expires = Math.floor(clock.now().getTime() / 1000) + validSec;
  return `${expires}.${secrets.sign(purpose, `${demoId}\n${expires}`)}`;
}

export function verifyTicket(secrets: Secrets, clock: Clock, demoId: string, ticket: string): boolean {
  const [, expires, signature] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(ticket) ?? [];
  if (!expires || !signature || Number(expires) * 1000 <= clock.now().getTime()) return false;
  return secrets.verify(purpose, `${demoId}\n${expires}`, signature);
}
