/**
 * The program of a cell: it works on one job and is ended by the service. Everything it knows came over the line to the service. It has no
 * connection to the database, and no key of the service.
 */
import { writeFileSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { PreviewJob } from '../../domain/demos/preview/preview-job.ts';
import { createLogger } from '../../log.ts';
import type { WatchTree } from '../../recorder/index.ts';
import { composeFilm } from '../film/compose-film.ts';
import { createStillsComposer } from '../film/compose-stills.ts';
import type { FilmOrder, RenderedFilm } from '../film/film.ts';
import type { PreviewOrder } from '../film/preview-film.ts';
import { previewFilm } from '../film/preview-film.ts';
import { recordFilm } from '../film/record-film.ts';
import type { RecordingSettings } from '../film/recording-settings.ts';
import { type Channel, openChannel } from './channel.ts';
import { describeError, reviveError } from './faults.ts';
import { looking, orderOver } from './film-order.ts';
import type { CellOrder, StillsCellOrder, WalkOrder } from './messages.ts';
import { askModelOver } from './model-requests.ts';

const isOwnUser = process.argv.includes('--own-user');
const line = new Socket({ fd: 3 });
line.once('close', endEverything);
dieFirst();

/** The film of this cell, once it is made. */
let filmed: RenderedFilm | null = null;
const channel: Channel = openChannel(line, {
  handlers: {
    calls: {
      compose: (argument) => tell(composeFilm, argument as CellOrder),
      film: (argument) => tell((settings, order) => recordFilm(settings)(order), argument as CellOrder),
      preview: (argument) => preview(argument as CellOrder & { job: PreviewJob }),
      stills: (argument) => stills(argument as StillsCellOrder),
      lookOn: () => looking().lookOn(),
      walk: (argument) => looking().walk((argument as WalkOrder).steps),
      framesAround: async (timeMs) => filmed?.framesAround(timeMs as number),
    },
    tells: {},
  },
  describe: describeError,
  revive: reviveError,
  onViolation(fault) {
    writeSync(2, `${fault.stack}\n`);
    endEverything();
  },
  mostMessages: Number.POSITIVE_INFINITY,
});
line.write('\n');

/** Makes a film, and tells the service of it; null where there is none. */
async function tell(
  make: (settings: RecordingSettings, order: FilmOrder) => Promise<RenderedFilm | null>,
  order: CellOrder,
): Promise<object | null> {
  moveInto(order.folder);
  filmed = await make(settingsOf(order), orderOver(channel, order, logOver(order)));
  if (!filmed) return null;
  const { videoPath, gifPath, thumbnailPath, captionsPath, chaptersPath, takePath } = filmed;
  const { durationMs, snapshots, recordingLog, said, script, composed, findings, reshot } = filmed;
  const files = { videoPath, gifPath, thumbnailPath, captionsPath, chaptersPath, takePath, snapshots };
  return { ...files, durationMs, recordingLog, said, script, composed, findings, reshot };
}

function preview(order: CellOrder & { job: PreviewJob }): Promise<object> {
  moveInto(order.folder);
  const { job, folder } = order;
  const onSeen = (page: object) => channel.tell('seen', page);
  const given: PreviewOrder = { job, folder, signal: neverAborted, log: logOver(order), onSeen };
  return previewFilm(settingsOf(order))(given);
}

const composeStills = createStillsComposer();

function stills({ logLevel, ...order }: StillsCellOrder): Promise<object | null> {
  moveInto(order.folder);
  return composeStills({ ...order, log: logOver({ logLevel }) });
}

/** Whoever cancels a job ends its cell. */
const neverAborted = new AbortController().signal;

/** What the service looks up for an in-process film was sent along. */
function settingsOf(order: CellOrder): RecordingSettings {
  const { allowHosts, allowLoopback, executable, ffmpegPath, fps, model, login, ownPicture } = order;
  return {
    ...{ allowHosts, allowLoopback, executable, chromiumPath: null, ffmpegPath, fps },
    model: model && askModelOver(channel, model),
    ownPicture: async () => ownPicture,
    loginOf: async () => login,
    // The service has done that before.
    resetOf: async () => null,
    resetTimeoutMs: 0,
    previewMs: order.previewMs,
    keepsTakes: order.keepsTakes,
    limits: order.limits,
    watch: isOwnUser ? watchOver : undefined,
  };
}

/** Chromium closes the memory of its processes to everybody but root, so the service watches it and ends this cell. */
const watchOver: WatchTree = (pid) => {
  channel.tell('watch', pid);
  return { stop: () => undefined };
};

const logOver = ({ logLevel }: Pick<CellOrder, 'logLevel'>) =>
  createLogger(logLevel, 'cell', { write: (text) => channel.tell('log', text) });

function moveInto(folder: string): void {
  process.env.HOME = folder;
  // As root, this process gives the browser a user of its own, who may not enter the job's folder.
  if (process.getuid?.() !== 0) process.env.TMPDIR = folder;
}

/** Where memory runs out, the kernel ends a cell, its browser and its encoder before the service. They inherit this. */
function dieFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Not on Linux, or not allowed to.
  }
}

/** The service has ended, or has ended this cell. The browser ends when its pipes close. */
function endEverything(): void {
  try {
    if (isOwnUser) process.kill(-1, 'SIGKILL');
  } catch {
    // No other process is left.
  }
  process.kill(-process.pid, 'SIGKILL');
}
