import type { Preview } from './preview.ts';
import { isCamera, type SceneEdit, withEdit } from './scene-edit.ts';

/** A scene as the viewer has it: its place in the list, its words, whether it is left out, and what else was set for it. */
export interface BoardScene extends SceneEdit {
  /** The index among the scenes of the preview. */
  index: number;
  words: string;
  isOut: boolean;
}

export const untouched = (preview: Preview): BoardScene[] =>
  preview.scenes.map(({ what }, index) => ({ index, words: what, isOut: false }));

export const isEdited = (preview: Preview, scenes: BoardScene[]) =>
  isOther(scenes) || scenes.some(({ index, words }) => words !== preview.scenes[index]!.what);

/** Whether the stills are no longer those of the film: words do not show in it, everything else does. */
export const isOther = (scenes: BoardScene[]) =>
  scenes.some(
    ({ index, isOut, camera, caption, stayMs, target }, place) =>
      index !== place || isOut || [camera, caption, stayMs, target].some((set) => set !== undefined),
  );

export const move = (scenes: BoardScene[], from: number, to: number): BoardScene[] => {
  if (to < 0 || to >= scenes.length) return scenes;
  const rest = scenes.toSpliced(from, 1);
  return rest.toSpliced(to, 0, scenes[from]!);
};

export const change = (scenes: BoardScene[], at: number, news: Partial<BoardScene>): BoardScene[] =>
  scenes.map((scene, place) => (place === at ? { ...scene, ...news } : scene));

/**
 * The script of the scenes that are kept, in their order. A scene's steps reach from its first one to the next scene's; what comes
 * before the first scene opens the page and stays. Each step gets the words of its scene as its intent: by the intent the service
 * tells one scene of a script from the next, and it names them so in chapters and in the recording log.
 */
export function scriptOf(preview: Preview, board: BoardScene[]): Preview['action_script'] {
  const { opening, kept } = partsOf(preview, board);
  const steps = kept.flat();
  // Without any camera step the camera would follow the cursor by itself.
  const isStill = board.some(({ camera }) => camera === 'still') && !steps.some(isCamera);
  const wide = { ...wholePage, ...(steps[0]?.showreel !== undefined && { showreel: steps[0].showreel }) };
  return { ...preview.action_script, steps: [...opening, ...(isStill ? [wide] : []), ...steps] };
}

const wholePage = { type: 'customStep', name: 'showreel.camera', parameters: {} };

/** The steps of a scene as they were planned. */
export function stepsOf({ action_script: { steps }, scenes }: Preview, index: number) {
  return steps.slice(scenes[index]!.step, scenes[index + 1]?.step ?? steps.length);
}

/** The index in that script before which a further scene goes. @param place of the scene in the list that it follows; -1 for the first */
export function placeAfter(preview: Preview, board: BoardScene[], place: number): number {
  const { opening, kept } = partsOf(preview, board.slice(0, place + 1));
  return opening.length + kept.flat().length;
}

function partsOf(preview: Preview, board: BoardScene[]) {
  const { action_script, scenes } = preview;
  const kept = board.filter(({ isOut }) => !isOut);
  return {
    opening: action_script.steps.slice(0, scenes[0]?.step ?? action_script.steps.length),
    kept: kept.map((scene) => withEdit(stepsOf(preview, scene.index), scene, scenes[scene.index]!)),
  };
}
