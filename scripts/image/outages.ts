import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';
import type { Container } from './containers.ts';

/** Asks twice a second as behind a load balancer: one machine, and where it has no answer the next. @returns what ends it, with the count of requests that nobody answered */
export function watchOutages(machines: () => Container[]): { stop(): number } {
  let unanswered = 0;
  let over = false;
  const watch = async () => {
    for (let turn = 0; !over; turn++) {
      if (!(await isAnswered(machines(), turn)) && !over) unanswered += 1;
      await sleep(500);
    }
  };
  void watch();
  return {
    stop() {
      over = true;
      return unanswered;
    },
  };
}

async function isAnswered(machines: Container[], turn: number): Promise<boolean> {
  for (let at = 0; at < machines.length; at++) {
    const answer = await ask(machines[(turn + at) % machines.length]!, 'GET', '/api/v1/health').catch(
      () => null,
    );
    if (answer?.status === 200) return true;
  }
  return false;
}
