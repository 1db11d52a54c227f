import { setTimeout as sleep } from 'node:timers/promises';
import { type Customer, demand, expectThat, order, ready, signUp, type Wish } from './ask.ts';
import { type Fleet, first } from './fleet.ts';
import type { Database } from './stage.ts';

interface Scheduled {
  customer: Customer;
  demo: string;
}

const mostSeconds = 300;

/** A project whose schedule comes due now, for all workers at once. Every worker looks for such projects each minute. */
export async function becomeDue(fleet: Fleet, { query }: Database, wish: Wish): Promise<Scheduled> {
  const api = first(fleet.apis);
  const customer = await signUp(api, 'scheduled');
  const demo = await order(api, customer, wish);
  await ready(api, customer, demo);
  const { authorization, projectId } = customer;
  const daily = { refresh_schedule: 'daily' };
  await demand(api, 'PATCH', `/api/v1/projects/${projectId}`, { authorization }, daily);
  // It would be due at night. Nothing but the moment is moved.
  await query(`update project_schedules set due_at = now() where project_id = '${projectId}'`);
  return { customer, demo };
}

/** However many workers there are, and whichever were lost: its demo is refreshed once. */
export async function expectOneRefresh(
  fleet: Fleet,
  { query }: Database,
  { customer, demo }: Scheduled,
): Promise<void> {
  const { authorization, projectId } = customer;
  const read = async () => {
    const { body } = await demand(first(fleet.apis), 'GET', `/api/v1/demos/${demo}`, { authorization });
    return body as unknown as { refreshHistory: { triggered_by: string; result: string }[] };
  };
  let history = (await read()).refreshHistory;
  for (let seconds = 0; history[0]?.result !== 'completed' && seconds < mostSeconds; seconds++) {
    await sleep(1_000);
    history = (await read()).refreshHistory;
  }
  expectThat(
    history.length === 1 && history[0]!.triggered_by === 'schedule' && history[0]!.result === 'completed',
    `four workers refresh a demo once when its project is due; its history was ${JSON.stringify(history)}`,
  );
  const begun = await query(
    `select count(*) from events where stream = 'project-${projectId}' and type = 'ScheduledRefreshStarted'`,
  );
  expectThat(begun === '1', `a schedule begins once; it began ${begun} times`);
}
