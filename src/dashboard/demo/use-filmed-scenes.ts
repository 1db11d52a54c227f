import { useEffect, useState } from 'react';
import type { Progress } from '../data/progress.ts';
import { type KeptScene, readScenes } from '../storyboard/storage.ts';

export interface FilmedScene {
  words: string;
  /** Its newest picture of the film, or else its still of the storyboard; null before there is either. */
  picture: string | null;
  state: 'done' | 'now' | 'next';
}

type Seen = Record<number, { name: string; frame?: string }>;

/** The scenes of a film while it is made: those of the storyboard, or as many as the film says it has. They fill as it goes on. */
export function useFilmedScenes(demoId: string, progress: Progress | null): FilmedScene[] {
  const [board] = useState(() => readScenes(demoId));
  const [seen, setSeen] = useState<Seen>({});
  const { scene, frame } = progress ?? {};
  const { index, name } = scene ?? {};
  useEffect(() => {
    if (index === undefined || name === undefined) return;
    setSeen((before) => {
      // The newest picture may be older than the scene, and then it is the one before's.
      const isOthers = Object.entries(before).some(
        ([at, other]) => Number(at) !== index && other.frame === frame,
      );
      return { ...before, [index]: { ...before[index], name, ...(frame && !isOthers && { frame }) } };
    });
  }, [index, name, frame]);
  const reached =
    progress?.step === 'rendering' || progress?.step === 'publishing' ? Infinity : (index ?? -1);
  return listed(board, seen, scene?.count ?? 0, reached);
}

function listed(board: KeptScene[], seen: Seen, count: number, reached: number): FilmedScene[] {
  const length = Math.max(board.length, count, ...Object.keys(seen).map((index) => Number(index) + 1));
  return Array.from({ length }, (_, index) => ({
    words: board[index]?.words ?? seen[index]?.name ?? `Scene ${index + 1}`,
    picture: seen[index]?.frame ?? (board[index] ? new URL(board[index].stillUrl).pathname : null),
    state: index < reached ? 'done' : index === reached ? 'now' : 'next',
  }));
}
