import { rm } from 'node:fs/promises';
import type { Logger } from '../../log.ts';
import { type Presentation, resolvePresentation } from '../../recorder/contract/presentation.ts';
import { type Aspect, filmSize, type Resolution } from '../../recorder/contract/shapes.ts';
import type { StillMoment } from '../../recorder/contract/still-moments.ts';
import {
  BrokenTake,
  type ComposedStills,
  openTakeStills,
  startGuard,
  type TakeStills,
} from '../../recorder/index.ts';
import { fetchPicture } from './pictures/fetch-picture.ts';

/** Stills of one take, and how the film looks that they are of. */
export interface StillsOrder {
  takePath: string;
  /** CSS selectors of what the film hides. */
  hides: readonly string[];
  presentation: Presentation;
  resolution: Resolution;
  aspect: Aspect;
  watermark: boolean;
  moments: readonly (StillMoment | number)[];
  width: number;
  /** The uploaded background that the presentation names. */
  ownPicture: Uint8Array | null;
  allowHosts: string[];
  allowLoopback: boolean;
  log: Logger;
}

/**
 * Composes stills of one take, order after order. The take's file is removed when it is open: what is open is still read, and nothing
 * is left where this process is killed.
 * @returns a function that returns null where the take cannot be used
 */
export function createStillsComposer(): (order: StillsOrder) => Promise<ComposedStills | null> {
  let opened: Promise<TakeStills> | null = null;
  let last = { url: '', picture: null as Uint8Array | null };
  const backgroundOf = async (order: StillsOrder): Promise<Uint8Array | null> => {
    const { background } = order.presentation;
    if (typeof background !== 'object' || !('imageUrl' in background)) return null;
    if (order.ownPicture) return order.ownPicture;
    // A page that changes its picture with each request would make each change of a colour wait for it.
    if (last.url !== background.imageUrl)
      last = { url: background.imageUrl, picture: await fetchFor(order, background.imageUrl) };
    return last.picture;
  };
  return async (order) => {
    try {
      opened ??= open(order);
      const stills = await opened;
      return await stills.compose({
        presentation: resolvePresentation(order.presentation),
        output: filmSize(order.aspect, order.resolution),
        watermark: order.watermark,
        backgroundImage: await backgroundOf(order),
        moments: order.moments,
        width: order.width,
      });
    } catch (error) {
      if (!(error instanceof BrokenTake)) throw error;
      order.log.warn({ err: error }, 'the take cannot be used for stills');
      return null;
    }
  };
}

async function open({ takePath, hides }: StillsOrder): Promise<TakeStills> {
  const stills = await openTakeStills(takePath, hides);
  await rm(takePath);
  return stills;
}

/** A picture from the web comes through the guard, as for a film. */
async function fetchFor({ allowHosts, allowLoopback, log }: StillsOrder, url: string): Promise<Uint8Array> {
  const guard = await startGuard({ allowHosts, allowLoopback, log });
  try {
    return await fetchPicture(url, guard, AbortSignal.timeout(fetchMs));
  } finally {
    await guard.stop();
  }
}

/** Whoever asked waits. A film waits longer. */
const fetchMs = 5_000;
