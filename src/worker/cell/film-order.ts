import type { Logger } from '../../log.ts';
import type { FilmOrder, Walk } from '../film/film.ts';
import type { Channel } from './channel.ts';
import type { CellOrder } from './messages.ts';

/** What the service may ask for while it looks at the page that was seen. */
interface Looking {
  lookOn(): Promise<unknown>;
  walk(steps: Parameters<Walk>[0]): Promise<boolean>;
}
let current: Looking | null = null;

/** @throws Error where the service is not looking at a page */
export function looking(): Looking {
  if (!current) throw new Error('No page is being looked at.');
  return current;
}

/** At most ten a second; the service passes on three. */
const progressTickMs = 100;

/** A film's order whose callbacks ask the service. */
export function orderOver(
  channel: Channel,
  { job, folder, takePath, speaks, leftMs }: CellOrder,
  log: Logger,
): FilmOrder {
  let last = { step: '', toldMs: 0 };
  const sinceMs = performance.now();
  return {
    job,
    folder,
    takePath,
    log,
    leftMs: leftMs === null ? undefined : () => leftMs - (performance.now() - sinceMs),
    // Whoever cancels the job ends the cell.
    signal: new AbortController().signal,
    meter: {
      advance(step, fraction, message = null, scene = null) {
        const nowMs = performance.now();
        if (step === last.step && nowMs - last.toldMs < progressTickMs) return;
        last = { step, toldMs: nowMs };
        channel.tell('progress', { step, fraction, message, scene });
      },
    },
    async onPlanned({ title, script, aiPlan, unmet, warnings, template }) {
      await channel.call('onPlanned', { title, script, aiPlan, unmet, warnings, template });
    },
    async onRecording() {
      await channel.call('onRecording', null);
    },
    async onSeen(page, lookOn, walk) {
      const isAsBefore = async (act: number, now: object) =>
        (await channel.call('isAsBefore', { act, now })) === true;
      current = { lookOn, walk: (steps) => walk(steps, isAsBefore) };
      try {
        await channel.call('onSeen', page);
      } finally {
        current = null;
      }
    },
    ...(speaks && {
      speak: async (lines: string[]) => (await channel.call('speak', lines)) as (number | null)[],
    }),
    onGlance: (picture) => channel.tell('glance', picture),
    onStep: (line) => channel.tell('step', line),
  };
}
