/** How many events a second `verifyChain` verifies, on one long ledger that the store itself appended. */
import { systemClock } from '../../../src/clock.ts';
import { newId } from '../../../src/ids.ts';
import { createEventStore, verifyChain } from '../../../src/store/index.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { median } from '../race.ts';
import { withServer } from '../server.ts';
import { note, notesDecider } from './notes.ts';

const events = 100_000;
const eventsPerAppend = 1_000;
const rounds = 3;
const stream = 'ledger';

export const benchChain = (): Promise<Figure[]> =>
  withServer(4, async ({ sql }) => {
    const store = createEventStore({
      sql,
      clock: systemClock,
      projections: [],
      upcasters: [],
      chained: () => true,
    });
    for (let from = 0; from < events; from += eventsPerAppend)
      await store.execute({ commandId: newId('cmd'), metadata: { actor: 'bench' } }, async (unit) => {
        const ledger = await unit.load(notesDecider, stream);
        for (let n = 0; n < eventsPerAppend; n++) ledger.decide(null);
      });
    const paces: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      const report = await verifyChain(sql, stream);
      paces.push((events / (performance.now() - begun)) * 1000);
      if (!report.intact || report.version !== events)
        throw new Error(`The chain is not what was appended: ${JSON.stringify(report)}.`);
    }
    const sizeBytes = JSON.stringify(note).length;
    return [
      figuresOf('chain')(`verification of ${events} events of ${sizeBytes} bytes`, median(paces), '/s'),
    ];
  });
