import type { SaidThen } from '../../changes/index.ts';
import type { FilmOrder, MakeFilm, RenderedFilm } from '../film/film.ts';
import { resetBefore } from '../film/record-film.ts';
import type { RecordingSettings } from '../film/recording-settings.ts';
import { askModelFor } from './ask-model.ts';
import { cellOrderOf } from './cell-order.ts';
import type { Cells } from './cells.ts';
import { demand, type Handlers, Violation } from './channel.ts';
import * as messages from './messages.ts';
import { type Cell, openCell } from './open-cell.ts';
import { takeFiles } from './take-files.ts';
import { watchBrowsers } from './watch-browsers.ts';

/** Makes each film in a process of its own. */
export function filmInCell(cells: Cells, settings: RecordingSettings): MakeFilm {
  return async (order) => {
    const talk = conversation(order);
    const cell = await openCell(cells, order, {
      calls: { ...talk.handlers.calls, askModel: askModelFor(settings.model, order.signal) },
      tells: { ...talk.handlers.tells, watch: watchBrowsers(settings.limits, talk.cell) },
    });
    talk.begin(cell);
    try {
      const film = (await compose(cell, settings, order)) ?? (await shoot(cell, settings, order));
      // Only a refresh asks for frames of the film, which ffmpeg reads in the cell.
      if (!order.job.mayStay) await cell.end();
      return film;
    } catch (error) {
      await cell.end();
      throw error;
    }
  };
}

/** @returns null where there is no take, or none that can be used */
async function compose(cell: Cell, settings: RecordingSettings, order: FilmOrder) {
  if (order.takePath === null) return null;
  const takePath = await cell.process.giveFile(order.takePath, cell.folder);
  const cellOrder = await cellOrderOf(settings, order, cell.folder, takePath);
  const made = demand(messages.film.nullable(), await cell.ask('compose', cellOrder));
  return made && take(made, cell, order);
}

async function shoot(cell: Cell, settings: RecordingSettings, order: FilmOrder): Promise<RenderedFilm> {
  await resetBefore(settings, order);
  const cellOrder = await cellOrderOf(settings, order, cell.folder);
  return take(demand(messages.film, await cell.ask('film', cellOrder)), cell, order);
}

/** The film with its files, which from here on are the service's. */
async function take(made: messages.FilmMessage, cell: Cell, order: FilmOrder): Promise<RenderedFilm> {
  const files = await takeFiles(made, cell, order.folder);
  return {
    ...made,
    ...files,
    framesAround: async (timeMs) => demand(messages.frames, await cell.ask('framesAround', timeMs)),
    end: cell.end,
  };
}

/** What a cell may ask and tell while it films. Where the order refuses something, nothing more is filmed. */
function conversation(order: FilmOrder): {
  handlers: Handlers;
  begin(cell: Cell): void;
  cell(): Cell | null;
} {
  let cell = null as Cell | null;
  let isAsBefore = null as ((act: number, now: SaidThen) => boolean | Promise<boolean>) | null;
  const orStop = async (answer: Promise<void>) => {
    try {
      await answer;
    } catch (error) {
      cell?.stop(error);
      throw error;
    }
  };
  const handlers: Handlers = {
    calls: {
      onPlanned: (plan) => orStop(order.onPlanned(demand(messages.plan, plan))),
      onRecording: () => orStop(order.onRecording()),
      onSeen: (page) => {
        const lookOn = async () => demand(messages.looks, await cell?.ask('lookOn', null));
        const walk: Parameters<FilmOrder['onSeen']>[2] = async (steps, isSame) => {
          isAsBefore = isSame;
          try {
            return demand(messages.isSame, await cell?.ask('walk', { steps }));
          } finally {
            isAsBefore = null;
          }
        };
        return orStop(order.onSeen(demand(messages.seenPage, page), lookOn, walk));
      },
      speak: async (lines) => {
        if (!order.speak) throw new Violation('lines of a film in which nobody speaks');
        return order.speak(demand(messages.spokenLines, lines));
      },
      isAsBefore: async (look) => {
        const { act, now } = demand(messages.look, look);
        if (!isAsBefore) throw new Violation('a look that nobody asked for');
        return isAsBefore(act, now);
      },
    },
    tells: {
      progress: (reading) => {
        const { step, fraction, message, scene } = demand(messages.progress, reading);
        order.meter.advance(step, fraction, message, scene);
      },
      glance: (picture) => order.onGlance(demand(messages.glance, picture)),
      step: (line) => order.onStep(demand(messages.stepLog, line)),
    },
  };
  return {
    handlers,
    cell: () => cell,
    begin(opened) {
      cell = opened;
    },
  };
}
