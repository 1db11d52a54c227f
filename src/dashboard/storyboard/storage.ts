import type { Wish } from '../home/wish.ts';
import type { Sound } from '../look/sound.tsx';
import type { BoardScene } from './board.ts';
import type { Preview } from './preview.ts';

/** A storyboard as the tab keeps it, so that a reload loses neither the preview nor what was changed. */
export interface KeptBoard {
  projectId: string;
  preview: Preview;
  /** What was seen of the page when it was first read. */
  page: Preview['page'];
  scenes: BoardScene[];
  /** What the film is to sound like; left out where it is silent. */
  sound?: Sound | undefined;
  /** The script that the preview shows was put together here, and is not the planner's. */
  isOwnScript: boolean;
  /** Under this key the film is ordered. A second press, or a press after a reload, orders no second film. */
  orderKey: string;
  atMs: number;
}

/** The service keeps the stills for an hour. */
const keptMs = 55 * 60_000;
const nameOf = ({ url, prompt, length, shape }: Wish) =>
  `storyboard:${JSON.stringify([url, prompt, length, shape])}`;

export function readBoard(wish: Wish): KeptBoard | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(wish)) ?? 'null') as KeptBoard | null;
    return kept && Date.now() - kept.atMs < keptMs ? kept : null;
  } catch {
    return null;
  }
}

export function keepBoard(wish: Wish, board: KeptBoard | null): void {
  try {
    if (board) sessionStorage.setItem(nameOf(wish), JSON.stringify(board));
    else sessionStorage.removeItem(nameOf(wish));
  } catch {
    // A full or forbidden storage costs what a reload would have kept, and nothing else.
  }
}

/** Scenes to look at while their film is made. */
export interface KeptScene {
  words: string;
  stillUrl: string;
}
const filmName = (demoId: string) => `scenes:${demoId}`;

export function keepScenes(demoId: string, scenes: KeptScene[]): void {
  try {
    sessionStorage.setItem(filmName(demoId), JSON.stringify(scenes));
  } catch {
    // The film is made all the same.
  }
}

export function readScenes(demoId: string): KeptScene[] {
  try {
    return JSON.parse(sessionStorage.getItem(filmName(demoId)) ?? '[]') as KeptScene[];
  } catch {
    return [];
  }
}
