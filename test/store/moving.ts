import type { EventStore, ExecuteResult } from '../../src/store/types.ts';
import { by, purse } from './ledger.ts';

export const targetOf = (commandId: string) => `to-${commandId}`;

/** Moves a coin into a purse of the command's own and asks for a job: three effects that belong together. */
export const moveCoin = (store: EventStore, commandId: string, from: string): Promise<ExecuteResult<void>> =>
  store.execute(by(commandId), async (unit) => {
    (await unit.load(purse, from)).decide({ pay: 1 });
    (await unit.load(purse, targetOf(commandId))).decide({ fill: 1, note: commandId });
    unit.enqueue({ task: 'tell', payload: { commandId }, key: `move-${commandId}` });
  });
