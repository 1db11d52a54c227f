import type { Outputs } from '../data/api.ts';

export type Preview = Outputs['demos']['preview'];
type Step = Preview['action_script']['steps'][number];

/** A scene as the viewer has it: its place in the list, its words, and whether it is left out. */
export interface BoardScene {
  /** The index among the scenes of the preview. */
  index: number;
  words: string;
  isOut: boolean;
}

export const untouched = (preview: Preview): BoardScene[] =>
  preview.scenes.map(({ what }, index) => ({ index, words: what, isOut: false }));

export const isEdited = (preview: Preview, scenes: BoardScene[]) =>
  scenes.some(
    ({ index, words, isOut }, place) => index !== place || isOut || words !== preview.scenes[index]!.what,
  );

/** Whether the stills are no longer those of the film: words do not show in it, order and number of the scenes do. */
export const isReordered = (scenes: BoardScene[]) =>
  scenes.some(({ index, isOut }, place) => index !== place || isOut);

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
export function scriptOf(
  { action_script: script, scenes }: Preview,
  board: BoardScene[],
): Preview['action_script'] {
  const ends = [...scenes.slice(1).map(({ step }) => step), script.steps.length];
  const stepsOf = ({ index, words }: BoardScene) =>
    script.steps.slice(scenes[index]!.step, ends[index]).map((step) => withIntent(step, words));
  const opening = script.steps.slice(0, scenes[0]?.step ?? script.steps.length);
  return { ...script, steps: [...opening, ...board.filter(({ isOut }) => !isOut).flatMap(stepsOf)] };
}

const withIntent = (step: Step, intent: string): Step => ({
  ...step,
  showreel: { ...(step.showreel as object | undefined), intent },
});
