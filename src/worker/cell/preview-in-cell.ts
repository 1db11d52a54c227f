import type { MakePreview } from '../film/preview-film.ts';
import type { RecordingSettings } from '../film/recording-settings.ts';
import { askModelFor } from './ask-model.ts';
import { cellOrderOf } from './cell-order.ts';
import type { Cells } from './cells.ts';
import { demand } from './channel.ts';
import * as messages from './messages.ts';
import { type Cell, openCell } from './open-cell.ts';
import { watchBrowsers } from './watch-browsers.ts';

/** Makes each preview in a process of its own. */
export function previewInCell(cells: Cells, settings: RecordingSettings): MakePreview {
  return async (order) => {
    let running = null as Cell | null;
    const cell = await openCell(cells, order, {
      calls: { askModel: askModelFor(settings.model, order.signal) },
      tells: {
        watch: watchBrowsers(settings.limits, () => running),
        seen: (page) => order.onSeen(demand(messages.seenOutline, page)),
      },
    });
    running = cell;
    try {
      const cellOrder = await cellOrderOf(settings, order, cell.folder);
      return demand(messages.preview, await cell.ask('preview', cellOrder));
    } finally {
      await cell.end();
    }
  };
}
