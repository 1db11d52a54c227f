import type { Clock } from '../../../clock.ts';
import type { Secrets } from '../../../secrets.ts';

const validSec = 3600;
/** For whom a ticket is: the owner of the demo, or anybody who looks at a page that shows it. */
type Holder = 'owner' | 'anybody';
const purposes = { owner: 'demo-progress', anybody: 'demo-progress-of-a-page' } as const;

/** Makes a ticket, with which a browser may watch this demo's progress for one hour without a key. */
export function issueTicket(
  secrets: Secrets,
  clock: Clock,
  demoId: string,
  holder: Holder = 'owner',
): string {
  const expires = Math.floor(clock.now().getTime() / 1000) + validSec;
  return `${expires}.${secrets.sign(purposes[holder], `${demoId}\n${expires}`)}`;
}

export function verifyTicket(
  secrets: Secrets,
  clock: Clock,
  demoId: string,
  ticket: string,
  holder: Holder = 'owner',
): boolean {
  const [, expires, signature] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(ticket) ?? [];
  if (!expires || !signature || Number(expires) * 1000 <= clock.now().getTime()) return false;
  return secrets.verify(purposes[holder], `${demoId}\n${expires}`, signature);
}
