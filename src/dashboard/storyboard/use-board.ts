import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, client, type Inputs } from '../data/api.ts';
import { newKey } from '../data/new-key.ts';
import { projectOf } from '../home/project-of.ts';
import type { Wish } from '../home/wish.ts';
import { type BoardScene, isEdited, placeAfter, scriptOf, untouched } from './board.ts';
import type { Preview } from './preview.ts';
import { type KeptBoard, keepBoard, readBoard } from './storage.ts';

export interface Addition {
  prompt: string;
  /** The place of the scene that it follows. */
  after: number;
}

/** A storyboard that is to be shown anew, with a further wish or without; the first one where there is none yet. */
interface Asked {
  edited: KeptBoard | null;
  addition?: Addition;
}

const insertOf = ({ preview, scenes }: KeptBoard, { prompt, after }: Addition) => ({
  prompt,
  step: placeAfter(preview, scenes, after),
});

/** The storyboard of a wish: read from the page, kept in the tab, edited, and shown anew. */
export function useBoard(wish: Wish) {
  const [board, setBoard] = useState(() => readBoard(wish));
  useEffect(() => keepBoard(wish, board), [wish, board]);
  const queries = useQueryClient();
  const [progressId, setProgressId] = useState('');
  const left = useRef<AbortController | null>(null);
  // A reading that nobody waits for any more keeps its worker from the next one.
  useEffect(() => () => left.current?.abort(), []);
  const reading = useMutation({
    mutationKey: ['storyboard'],
    mutationFn: async ({ edited, addition }: Asked) => {
      const progress_id = newKey();
      setProgressId(progress_id);
      left.current = new AbortController();
      const projectId = edited?.projectId ?? (await projectOf(wish.url));
      const script = edited && {
        action_script: scriptOf(edited.preview, edited.scenes),
        ...(addition && { insert: insertOf(edited, addition) }),
      };
      const preview = await client.demos.preview.mutate(
        { ...wishOf(wish, projectId), ...script, progress_id, elements: true },
        { signal: left.current.signal },
      );
      void queries.invalidateQueries({ queryKey: api.projects.pathKey() });
      return newBoard(projectId, preview, edited);
    },
    onSuccess: setBoard,
  });
  const { mutate, isIdle } = reading;
  const isMissing = board === null;
  useEffect(() => {
    if (isMissing && isIdle) mutate({ edited: null });
  }, [isMissing, isIdle, mutate]);
  return {
    board,
    reading,
    progressId,
    setSound: (sound: KeptBoard['sound']) => setBoard((now) => now && { ...now, sound, orderKey: newKey() }),
    setScenes: (scenes: BoardScene[]) => setBoard((now) => now && { ...now, scenes, orderKey: newKey() }),
    showAnew: () => mutate({ edited: board }),
    addScene: (addition: Addition) => mutate({ edited: board, addition }),
    startOver: () => mutate({ edited: null }),
  };
}

/** Orders the film without a storyboard, for a service whose workers are too busy for one. A film waits for its turn. */
export async function orderUnseen(wish: Wish): Promise<{ id: string }> {
  return client.demos.create.mutate(wishOf(wish, await projectOf(wish.url)));
}

/** What orders the film. A script of the planner is left to the planner, so that a refresh plans again. */
export function orderOf(
  wish: Wish,
  { projectId, preview, scenes, isOwnScript, sound }: KeptBoard,
): Inputs['demos']['create'] {
  const order = { ...wishOf(wish, projectId), ...(sound && { sound }) };
  if (!isOwnScript && !isEdited(preview, scenes)) return order;
  return { ...order, action_script: scriptOf(preview, scenes) };
}

const wishOf = ({ prompt, length, shape }: Wish, project_id: string) => ({
  project_id,
  prompt,
  duration_target: length,
  aspect: shape,
});

function newBoard(projectId: string, preview: Preview, edited: KeptBoard | null): KeptBoard {
  return {
    projectId,
    preview,
    page: preview.page ?? edited?.page ?? null,
    scenes: untouched(preview),
    ...(edited?.sound && { sound: edited.sound }),
    isOwnScript: edited !== null,
    orderKey: newKey(),
    atMs: Date.now(),
  };
}
