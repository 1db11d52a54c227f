import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { fixedClock } from '../../../src/clock.ts';
import { issueTicket, verifyTicket } from '../../../src/domain/demos/jobs/ticket.ts';
import { createSecrets } from '../../../src/secrets.ts';

const secrets = createSecrets([randomBytes(32)]);
const clock = () => fixedClock('2026-02-10T12:00:00.000Z');

test('a ticket is good for one hour', () => {
  const time = clock();
  const ticket = issueTicket(secrets, time, 'demo_1');
  expect(verifyTicket(secrets, time, 'demo_1', ticket)).toBe(true);
  time.advance(3_599_000);
  expect(verifyTicket(secrets, time, 'demo_1', ticket)).toBe(true);
  time.advance(1000);
  expect(verifyTicket(secrets, time, 'demo_1', ticket)).toBe(false);
});

test('a ticket is good for its own demo alone, and for no other service', () => {
  const ticket = issueTicket(secrets, clock(), 'demo_1');
  expect(verifyTicket(secrets, clock(), 'demo_2', ticket)).toBe(false);
  expect(verifyTicket(createSecrets([randomBytes(32)]), clock(), 'demo_1', ticket)).toBe(false);
});

test('a ticket that was changed is refused', () => {
  const ticket = issueTicket(secrets, clock(), 'demo_1');
  const [expires, signature] = ticket.split('.');
  for (const forged of [
    `${Number(expires) + 3600}.${signature}`,
    `0${expires}.${signature}`,
    `${expires}.${signature}0`,
    `${expires}.${'0'.repeat(64)}`,
    `${expires}.`,
    `${expires}`,
    '',
    ` ${ticket}`,
  ])
    expect([forged, verifyTicket(secrets, clock(), 'demo_1', forged)]).toEqual([forged, false]);
});
