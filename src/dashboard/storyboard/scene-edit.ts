import type { Element, ShownScene, Step } from './preview.ts';

export type CameraChoice = 'close' | 'whole' | 'still';

/** What a viewer has set for a scene. What is absent stays as it was planned. */
export interface SceneEdit {
  words: string;
  /** `close`: on what the scene is about. `whole`: the whole page. `still`: where it was before. */
  camera?: CameraChoice | undefined;
  /** The empty text takes a caption away. */
  caption?: string | undefined;
  stayMs?: number | undefined;
  /** What the scene is about instead. */
  target?: Element | undefined;
}

/** The steps of a scene as they were set. */
export function withEdit(steps: Step[], edit: SceneEdit, shown: ShownScene): Step[] {
  const aimed = edit.target ? steps.map(aimAt(edit.target, steps)) : steps;
  const framed = edit.camera ? withCamera(aimed, edit.camera) : aimed;
  const told = edit.caption === undefined ? framed : withCaption(framed, edit.caption);
  const held = edit.stayMs === undefined ? told : withStay(told, edit.stayMs, shown);
  return held.map((step) => ({ ...step, showreel: { ...noteOf(step), intent: edit.words } }));
}

const acts = new Set(['click', 'doubleClick', 'hover', 'change']);
const noteOf = (step: Step) => step.showreel as Record<string, unknown> | undefined;
const nameOf = (step: Step) => (step.type === 'customStep' ? String(step.name) : '');
const parametersOf = (step: Step) => (step.parameters ?? {}) as Record<string, unknown>;
export const isCamera = (step: Step) => nameOf(step) === 'showreel.camera';
const isHold = (step: Step) => nameOf(step) === 'showreel.hold';
const selectorsOf = (step: Step): unknown =>
  step.type === 'customStep' ? parametersOf(step).selectors : step.selectors;

/** The step that says what the scene is about: what it presses, or else what it shows. */
const mainStep = (steps: Step[]) =>
  steps.find(({ type }) => acts.has(type)) ??
  steps.find((step) => isCamera(step) && selectorsOf(step)) ??
  steps.find((step) => selectorsOf(step));

/** Whether something in the scene could be about something else. */
export const canPoint = (steps: Step[]) => mainStep(steps) !== undefined;

/** Of a scene that presses one thing after another, the first is replaced, and what the camera shows of it. */
function aimAt({ target }: Element, steps: Step[]) {
  const main = mainStep(steps);
  const others = steps.filter(
    (step) => acts.has(step.type) && same(selectorsOf(step), main && selectorsOf(main)) === false,
  );
  const isOthers = (step: Step) => others.some((other) => same(selectorsOf(other), selectorsOf(step)));
  return (step: Step): Step => {
    if (!selectorsOf(step) || isOthers(step)) return step;
    const { frame: _, ...rest } = step;
    const { selectors, frame, showreel } = target;
    const { intent, subject } = noteOf(step) ?? {};
    const note = {
      ...(showreel as object),
      ...(intent !== undefined && { intent }),
      ...(subject === true && { subject }),
    };
    const aimed = { ...rest, ...(frame !== undefined && { frame }), showreel: note };
    if (step.type === 'customStep') return { ...aimed, parameters: { ...parametersOf(step), selectors } };
    const { box } = showreel as { box?: { width: number; height: number } };
    const middle =
      'offsetX' in step && box
        ? { offsetX: Math.round(box.width / 2), offsetY: Math.round(box.height / 2) }
        : {};
    return { ...aimed, ...middle, selectors };
  };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The zoom of the templates that come close. */
const closeZoom = 1.6;

function withCamera(steps: Step[], camera: CameraChoice): Step[] {
  if (camera === 'close' && steps.some((step) => isCamera(step) && selectorsOf(step))) return steps;
  const rest = steps.filter((step) => !isCamera(step));
  const cameraStep = (parameters: object, from?: Step): Step => ({
    type: 'customStep',
    name: 'showreel.camera',
    parameters,
    ...(from?.frame !== undefined && { frame: from.frame }),
    ...(from?.showreel !== undefined && { showreel: from.showreel }),
  });
  if (camera === 'still') return rest;
  if (camera === 'whole') return [cameraStep({}), ...rest];
  const main = mainStep(rest);
  if (!main) return steps;
  // The camera comes close when the page has arrived, and before anything is pressed.
  const arrival = rest.findLastIndex((step) => nameOf(step) === 'showreel.scroll') + 1;
  return rest.toSpliced(arrival, 0, cameraStep({ selectors: selectorsOf(main), zoom: closeZoom }, main));
}

function withCaption(steps: Step[], text: string): Step[] {
  const rest = steps.filter((step) => nameOf(step) !== 'showreel.caption');
  if (text.trim() === '') return rest;
  // A caption is read at rest: it comes before the first hold, or else at the end of the scene.
  const hold = rest.findIndex(isHold);
  const caption: Step = { type: 'customStep', name: 'showreel.caption', parameters: { text: text.trim() } };
  return rest.toSpliced(hold < 0 ? rest.length : hold, 0, caption);
}

const leastRestMs = 300;
/** Beside rests that are to have their length, this one gets none of the time that the film has to spare. */
const noShare = 0.001;

/** The movements stay, and the rests of the scene share what is left of its length, as they did before. */
function withStay(steps: Step[], stayMs: number, { durationMs, restMs }: ShownScene): Step[] {
  const wantedMs = Math.max(leastRestMs, restMs + stayMs - durationMs);
  const weightOf = (step: Step) => Number(parametersOf(step).weight ?? 1);
  const whole = steps.filter(isHold).reduce((sum, step) => sum + weightOf(step), 0);
  if (whole === 0) {
    const hold = { minMs: wantedMs, weight: noShare };
    return [...steps, { type: 'customStep', name: 'showreel.hold', parameters: hold }];
  }
  return steps.map((step) =>
    isHold(step)
      ? {
          ...step,
          parameters: {
            ...parametersOf(step),
            minMs: Math.round((wantedMs * weightOf(step)) / whole),
            weight: noShare,
          },
        }
      : step,
  );
}

/** The caption that a scene was planned with; empty where it has none. */
export const captionIn = (steps: Step[]) =>
  String(parametersOf(steps.find((step) => nameOf(step) === 'showreel.caption') ?? { type: '' }).text ?? '');

/** Where the camera of a scene is as planned. */
export const cameraIn = (steps: Step[]): CameraChoice => {
  const last = steps.findLast(isCamera);
  return last ? (selectorsOf(last) ? 'close' : 'whole') : 'still';
};

/** What to say of a scene that is about something else now. */
export function wordsFor({ name, role }: Element, steps: Step[]): string {
  const main = mainStep(steps);
  const verbs: Record<string, string> = {
    click: 'Press',
    doubleClick: 'Press',
    hover: 'Point at',
    change: 'Fill in',
  };
  const verb = (main && verbs[main.type]) ?? 'Show';
  return `${verb} ${name === role ? `the ${name}` : `“${name.length > 80 ? `${name.slice(0, 80)}…` : name}”`}`;
}
