/**
 * The studio: composes stills of kept takes while somebody changes the look of a film. Only `start` comes in.
 *
 * Each take that is worked on is open in a process of its own, which keeps what it has decoded and painted: the first still takes a
 * second or two, and each further one a tenth of that. The process ends when nobody has asked for a while.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { StillsOrder, Studio } from '../../domain/studio.ts';
import { AppError } from '../../errors.ts';
import { RecordingFault } from '../../recorder/contract/fault.ts';
import type { Cells } from '../cell/cells.ts';
import { openStillCell, type StillCell, type StillSettings } from './still-cell.ts';

/** A process with a take of 1080p has about 250 MB. */
const mostTakes = 2;
const idleMs = 60_000;
/** A still takes a second on a busy machine, and a picture from the web is waited for 5 s. */
const patienceMs = 20_000;
/** How long an order waits where the processes work for others. */
const roomWaitMs = 10_000;
const lookEveryMs = 50;

export type RunningStudio = Studio & { stop(): Promise<void> };

/** A take that is open, or is being opened. */
interface Desk {
  cell: Promise<StillCell | null>;
  /** Orders are composed one after the other. */
  last: Promise<unknown>;
  waiting: number;
  /** Ends the process when nobody has asked for a while. */
  idle: NodeJS.Timeout | undefined;
}

export function startStudio(cells: Cells, settings: StillSettings): RunningStudio {
  const desks = new Map<string, Desk>();

  const close = async (key: string, why?: Error): Promise<void> => {
    const desk = desks.get(key);
    if (!desk) return;
    desks.delete(key);
    clearTimeout(desk.idle);
    const cell = await desk.cell.catch(() => null);
    await cell?.end(why);
  };
  /** Of the open takes, one that nobody waits for gives way. */
  const makeRoom = async (order: StillsOrder): Promise<void> => {
    const endsMs = performance.now() + roomWaitMs;
    while (desks.size >= mostTakes) {
      const [unused] = [...desks].find(([, { waiting }]) => waiting === 0) ?? [];
      if (unused !== undefined) await close(unused);
      else if (performance.now() > endsMs) throw busy();
      else await delay(lookEveryMs);
      demandCaller(order);
    }
  };
  const deskFor = async (order: StillsOrder): Promise<[string, Desk]> => {
    const key = JSON.stringify([order.demoId, order.takeVersion, order.hides]);
    if (!desks.has(key)) await makeRoom(order);
    const desk = desks.get(key) ?? {
      cell: openStillCell(cells, settings, order),
      last: Promise.resolve(),
      waiting: 0,
      idle: undefined,
    };
    desk.cell.catch(() => undefined);
    desk.waiting++;
    desks.set(key, desk);
    return [key, desk];
  };
  const compose = async (desk: Desk, order: StillsOrder) => {
    demandCaller(order);
    const cell = await desk.cell;
    return cell && (await withPatience(cell, order));
  };
  return {
    async composeStills(order) {
      const [key, desk] = await deskFor(order);
      clearTimeout(desk.idle);
      const composed = desk.last.then(() => compose(desk, order));
      desk.last = composed.catch(() => undefined);
      try {
        const stills = await composed;
        // Without a take there is nothing to keep open.
        if (!stills) await close(key);
        return stills;
      } catch (error) {
        if (error instanceof AppError) throw error;
        if (error instanceof RecordingFault) throw new AppError(error.kind, 422, error.message);
        settings.log.error({ err: error, demoId: order.demoId }, 'stills could not be composed');
        await close(key);
        throw failed(error);
      } finally {
        desk.waiting--;
        if (desk.waiting === 0 && desks.get(key) === desk)
          desk.idle = setTimeout(() => void close(key), idleMs).unref();
      }
    },
    async stop() {
      await Promise.all([...desks.keys()].map((key) => close(key, new Error('The service stops.'))));
      await cells.stop();
    },
  };
}

/** A process that hangs is ended. */
async function withPatience(cell: StillCell, order: StillsOrder) {
  const timer = setTimeout(
    () => void cell.end(new Error(`No still came within ${patienceMs / 1000} s.`)),
    patienceMs,
  );
  try {
    return await cell.compose(order);
  } finally {
    clearTimeout(timer);
  }
}

function demandCaller({ isCallerGone }: StillsOrder): void {
  if (isCallerGone()) throw new AppError('caller_gone', 400, 'Nobody waits for these stills any more.');
}

const busy = () =>
  new AppError('stills_busy', 503, 'Other films are being looked at. Try again shortly.', {
    retryAfterSec: 5,
  });

const failed = (cause: unknown) =>
  new AppError(
    'stills_failed',
    503,
    'The pictures could not be composed because of a fault in the service.',
    {
      retryAfterSec: 5,
      cause,
    },
  );
