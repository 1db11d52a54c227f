import { repay } from '../../domain/credits/charges/repay.ts';
import { settleCheckout } from '../../domain/credits/charges/settle.ts';
import {
  repayPayload,
  repayTask,
  settlePayload,
  settleTask,
  topoffPayload,
  topoffTask,
} from '../../domain/credits/purchases/tasks.ts';
import { tendTopoff } from '../../domain/credits/purchases/topoff.ts';
import type { DomainServices } from '../../domain/services.ts';
import { type Task, task } from '../queue/tasks.ts';

/** Time for three answers of the provider that come at the last moment, and for the events. */
const deadlineMs = 90_000;

/** The tasks that ask a payment provider. Each has one effect, however often it runs. */
export function paymentTasks(services: DomainServices): Task[] {
  return [
    task({ name: topoffTask, payload: topoffPayload, deadlineMs }, (payload) =>
      tendTopoff(services, payload),
    ),
    task({ name: settleTask, payload: settlePayload, deadlineMs }, (payload) =>
      settleCheckout(services, payload),
    ),
    task({ name: repayTask, payload: repayPayload, deadlineMs }, (payload) => repay(services, payload)),
  ];
}
