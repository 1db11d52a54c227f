import { expect, test } from 'vitest';
import { isOther, placeAfter, scriptOf, untouched } from '../../src/dashboard/storyboard/board.ts';
import type { Element, Preview, Step } from '../../src/dashboard/storyboard/preview.ts';
import type { SceneEdit } from '../../src/dashboard/storyboard/scene-edit.ts';
import { actionScriptSchema } from '../../src/recorder/contract/script.ts';

const custom = (name: string, parameters: object = {}, note: object = {}): Step => ({
  type: 'customStep',
  name: `showreel.${name}`,
  parameters,
  showreel: { intent: 'old', ...note },
});
const plans = [['#plans']];
const yearly = [['aria/Yearly'], ['#yearly']];
const steps: Step[] = [
  { type: 'navigate', url: 'https://example.com/' },
  custom('scroll', { selectors: plans, to: 'element' }),
  custom('hold', { minMs: 400, weight: 0.5 }),
  custom('caption', { text: 'The plans' }),
  custom('camera', { selectors: plans, zoom: 1.6 }),
  custom('hold', { selectors: plans, minMs: 900, weight: 1.5 }, { subject: true }),
  {
    type: 'click',
    selectors: yearly,
    offsetX: 1,
    offsetY: 2,
    frame: [0],
    showreel: { intent: 'old', writes: true },
  },
];
const scene = (what: string, step: number) => ({
  ...{ what, step, why: '', stillUrl: '', elements: [] },
  ...{ startMs: 0, durationMs: 3000, restMs: 2000 },
});
const preview = {
  action_script: { title: 'It', steps },
  scenes: [scene('Show the plans', 1), scene('Press “Yearly”', 6)],
} as unknown as Preview;

const monthly: Element = {
  name: 'Monthly',
  role: 'button',
  on: null,
  target: {
    selectors: [['#monthly']],
    showreel: { name: 'Monthly', role: 'button', box: { x: 10, y: 10, width: 80, height: 30 } },
  },
};

/** The steps of a scene after it was edited. */
function edited(index: number, edit: Partial<SceneEdit>): Step[] {
  const board = untouched(preview).map((one) => (one.index === index ? { ...one, ...edit } : one));
  expect(isOther(board)).toBe(true);
  const { steps: whole } = scriptOf(preview, board);
  const only = board.filter((one) => one.index !== index);
  const others = only.flatMap((one) => scriptOf(preview, [one]).steps.slice(1));
  return index === 0 ? whole.slice(1, whole.length - others.length) : whole.slice(1 + others.length);
}
const names = (of: Step[]) =>
  of.map(({ type, name }) => (type === 'customStep' ? String(name).slice(9) : type));

test('a scene that is about something else names it in each of its steps, and forgets what the first was like', () => {
  const [click] = edited(1, { target: monthly });
  expect(click).toEqual({
    type: 'click',
    selectors: [['#monthly']],
    offsetX: 40,
    offsetY: 15,
    showreel: { ...(monthly.target.showreel as object), intent: 'Press “Yearly”' },
  });
  const shown = edited(0, { target: monthly });
  expect(names(shown)).toEqual(['scroll', 'hold', 'caption', 'camera', 'hold']);
  const about = shown.map(({ parameters }) => (parameters as { selectors?: unknown }).selectors);
  expect(about).toEqual([[['#monthly']], undefined, undefined, [['#monthly']], [['#monthly']]]);
  expect(shown.at(-1)!.showreel).toMatchObject({ subject: true, name: 'Monthly' });
});

test('the camera of a scene comes close, shows the whole, or stays', () => {
  expect(names(edited(0, { camera: 'whole' }))).toEqual(['camera', 'scroll', 'hold', 'caption', 'hold']);
  expect(edited(0, { camera: 'whole' })[0]!.parameters).toEqual({});
  expect(names(edited(0, { camera: 'still' })).filter((name) => name === 'camera')).toEqual(['camera']);
  const [camera, click] = edited(1, { camera: 'close' });
  expect(camera).toMatchObject({ parameters: { selectors: yearly, zoom: 1.6 }, frame: [0] });
  expect(click!.type).toBe('click');
});

test('without any camera step the film begins with the whole page, since the camera would follow the cursor', () => {
  const [first] = edited(0, { camera: 'still' });
  expect(first).toMatchObject({ name: 'showreel.camera', parameters: {} });
});

test('a caption is replaced, added or taken away', () => {
  const texts = (of: Step[]) => of.flatMap(({ parameters }) => (parameters as { text?: string })?.text ?? []);
  expect(texts(edited(0, { caption: 'Three plans ' }))).toEqual(['Three plans']);
  expect(texts(edited(0, { caption: '' }))).toEqual([]);
  expect(texts(edited(1, { caption: 'Save a fifth' }))).toEqual(['Save a fifth']);
});

test('a scene stays as long as it was set: its rests share what its movements leave', () => {
  const holds = edited(0, { stayMs: 5000 }).flatMap(({ name, parameters }) =>
    name === 'showreel.hold' ? [parameters as { minMs: number }] : [],
  );
  expect(holds.map(({ minMs }) => minMs)).toEqual([1000, 3000]);
  expect(edited(1, { stayMs: 4000 }).at(-1)).toMatchObject({
    name: 'showreel.hold',
    parameters: { minMs: 3000 },
  });
});

test('every edited scene is a script that the service takes', () => {
  for (const edit of [
    { target: monthly },
    { camera: 'close' },
    { camera: 'whole' },
    { camera: 'still' },
    { caption: 'x' },
    { stayMs: 900 },
  ] as const)
    for (const index of [0, 1]) {
      const board = untouched(preview).map((one) => (one.index === index ? { ...one, ...edit } : one));
      const { success } = actionScriptSchema.safeParse(scriptOf(preview, board));
      expect([edit, success]).toEqual([edit, true]);
    }
});

test('a further scene goes after another one, in the order and with the steps of the moment', () => {
  const board = untouched(preview);
  expect([-1, 0, 1].map((place) => placeAfter(preview, board, place))).toEqual([1, 6, 7]);
  const [first, second] = board;
  expect(placeAfter(preview, [second!, first!], 0)).toBe(2);
  expect(placeAfter(preview, [{ ...first!, isOut: true }, second!], 0)).toBe(1);
  expect(placeAfter(preview, [{ ...first!, caption: '' }, second!], 0)).toBe(5);
});
