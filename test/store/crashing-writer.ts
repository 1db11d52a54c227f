/**
 * A process that appends until it is killed, and says on stdout what it is about to do and what was done.
 * Arguments: database address, purse to draw from, number of the run.
 */

import { systemClock } from '../../src/clock.ts';
import { connect } from '../../src/database/connect.ts';
import { createEventStore } from '../../src/store/index.ts';
import { purses } from './ledger.ts';
import { moveCoin } from './moving.ts';

const [url = '', from = '', run = ''] = process.argv.slice(2);
const sql = connect(url, { max: 4 });
const store = createEventStore({ sql, clock: systemClock, projections: [purses], upcasters: [] });

async function write(lane: number): Promise<void> {
  for (let n = 1; ; n++) {
    const commandId = `${run}:${lane}:${n}`;
    process.stdout.write(`begin ${commandId}\n`);
    await moveCoin(store, commandId, from).then(
      () => process.stdout.write(`done ${commandId}\n`),
      () => process.stdout.write(`refused ${commandId}\n`),
    );
  }
}

await Promise.all([1, 2, 3].map(write));
