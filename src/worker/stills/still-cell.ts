import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Stills, StillsOrder } from '../../domain/studio.ts';
import type { Logger } from '../../log.ts';
import type { MediaStorage } from '../../media/index.ts';
import { hostOf, isLoopbackHost } from '../../site.ts';
import type { Cells } from '../cell/cells.ts';
import { demand } from '../cell/channel.ts';
import type { StillsCellOrder } from '../cell/messages.ts';
import * as messages from '../cell/messages.ts';
import { openCell } from '../cell/open-cell.ts';
import { bringTake } from '../demo/takes.ts';

export interface StillSettings {
  media: MediaStorage;
  log: Logger;
  /** See the guard: hosts that a background's picture may be on although they are not public. */
  allowHosts: string[];
  allowLoopback: boolean;
  /** The bytes of an uploaded background; null where the address is none of ours. */
  ownPicture(url: string): Promise<Uint8Array | null>;
}

/** A process that has a take open. */
export interface StillCell {
  /** @throws what the cell says; RecorderDied; the reason for which it was ended */
  compose(order: StillsOrder): Promise<Stills | null>;
  /** Ends the process and removes its files. It may be called twice. */
  end(why?: Error): Promise<void>;
}

/** @returns null where the take is not kept */
export async function openStillCell(
  cells: Cells,
  settings: StillSettings,
  take: Pick<StillsOrder, 'demoId' | 'takeVersion'>,
): Promise<StillCell | null> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-stills-'));
  const stopping = new AbortController();
  const log = settings.log.child({ demoId: take.demoId });
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    const stored = await bringTake(settings.media, take, folder);
    if (stored === null) {
      await clear();
      return null;
    }
    const cell = await openCell(cells, { signal: stopping.signal, log, folder }, { calls: {}, tells: {} });
    const takePath = await cell.process.giveFile(stored, cell.folder);
    await rm(stored);
    return {
      async compose(order) {
        const { presentation, resolution, aspect, watermark, moments, width, hides } = order;
        const { background } = presentation;
        const isPicture = typeof background === 'object' && 'imageUrl' in background;
        const { allowHosts, allowLoopback } = settings;
        const cellOrder: StillsCellOrder = {
          ...{ takePath, hides, presentation, resolution, aspect, watermark, moments, width, allowHosts },
          folder: cell.folder,
          logLevel: log.level,
          allowLoopback: allowLoopback && isLoopbackHost(hostOf(order.pageUrl) ?? ''),
          ownPicture: isPicture ? await settings.ownPicture(background.imageUrl) : null,
        };
        return demand(messages.stills.nullable(), await cell.ask('stills', cellOrder));
      },
      async end(why) {
        if (why) cell.stop(why);
        await cell.end();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
