import { type ActionScript, actionScriptSchema, type Step } from '../../recorder/contract/script.ts';
import { flowLimits } from '../../recorder/contract/user-flow.ts';
import { shorten } from '../../text.ts';
import type { PlanRequest } from '../plan.ts';
import { assemble, minHoldMs } from './pacing.ts';
import type { Shot, ShotAction } from './shots.ts';

/** A script can be sent back to be filmed again, so it has no more steps than a supplied one may have. */
const mostSteps = flowLimits.steps;

/**
 * Writes the shots as a user flow of Chrome's Recorder, which opens with the viewport and the page's address.
 * @returns the script, and for each shot the index of its first step
 */
export function writeScript(
  title: string,
  shots: Shot[],
  { url, viewport }: Pick<PlanRequest, 'url' | 'viewport'>,
): { script: ActionScript; sceneSteps: number[] } {
  const opening: Step[] = [
    {
      type: 'setViewport',
      width: viewport.width,
      height: viewport.height,
      deviceScaleFactor: 1,
      isMobile: viewport.isMobile,
      hasTouch: viewport.isMobile,
      isLandscape: viewport.width > viewport.height,
    },
    { type: 'navigate', url, showreel: { intent: 'Open the page' } },
  ];
  const shotOf = new Map(shots.flatMap((shot) => shot.actions.map((action) => [action, shot] as const)));
  const subject = subjectOf(shots);
  const steps = [...opening];
  const starts = new Map<Shot, number>();
  for (const action of assemble(shots)) {
    const shot = shotOf.get(action);
    if (shot && !starts.has(shot)) starts.set(shot, steps.length);
    steps.push(...stepsOf(action, shot?.intent ?? '', action === subject));
  }
  const kept = steps.slice(0, mostSteps);
  return {
    script: actionScriptSchema.parse({ title, steps: kept }),
    sceneSteps: shots.map((shot) => Math.min(starts.get(shot) ?? kept.length, kept.length - 1)),
  };
}

/**
 * The hold that shows best what the film is about. Where the prompt asked for something to be done, that is the rest after the last of it: a poster
 * with the monthly price would deny “switch to yearly”. Else it is in the shot of highest value, which is what the prompt asked for first.
 */
function subjectOf(shots: Shot[]): ShotAction | undefined {
  const resting = shots.filter(({ actions }) => actions.some((action) => action.do === 'hold'));
  const done = resting.findLast(({ actions, value }) => value >= namedValue && actions.some(isAct));
  const best = done ?? resting.toSorted((a, b) => b.value - a.value)[0];
  return best?.actions.findLast((action) => action.do === 'hold');
}

/** Shots that the prompt asks for by name have this value or more. */
const namedValue = 100;
const isAct = (action: ShotAction) => action.do === 'press' || action.do === 'change' || action.do === 'key';

export function stepsOf(action: ShotAction, intent: string, subject = false): Step[] {
  const showreel = noteOf(action, intent, subject);
  const frame = 'target' in action && action.target?.frame ? { frame: action.target.frame } : {};
  switch (action.do) {
    case 'hold': {
      const selectors = action.target ? { selectors: action.target.selectors } : {};
      return [
        {
          type: 'customStep',
          name: 'showreel.hold',
          parameters: { ...selectors, minMs: action.minMs ?? minHoldMs, weight: action.weight },
          ...frame,
          showreel,
        },
      ];
    }
    case 'wide':
      return [{ type: 'customStep', name: 'showreel.camera', parameters: {}, showreel }];
    case 'zoom':
      return [
        {
          type: 'customStep',
          name: 'showreel.camera',
          parameters: { selectors: action.target.selectors, zoom: Math.min(3, action.zoom) },
          ...frame,
          showreel,
        },
      ];
    case 'glide': {
      const parameters = action.target
        ? { selectors: action.target.selectors, to: 'element' as const }
        : { to: action.to ?? ('bottom' as const) };
      return [{ type: 'customStep', name: 'showreel.scroll', parameters, ...frame, showreel }];
    }
    case 'caption':
      return [
        {
          type: 'customStep',
          name: 'showreel.caption',
          parameters: { text: shorten(action.text, 200) },
          showreel,
        },
      ];
    case 'press':
      return [
        {
          type: action.how === 'double-press' ? 'doubleClick' : 'click',
          ...(action.how === 'menu-press' && { button: 'secondary' as const }),
          selectors: action.target.selectors,
          offsetX: action.offset.x,
          offsetY: action.offset.y,
          ...frame,
          showreel,
        },
      ];
    case 'change':
      return [
        { type: 'change', selectors: action.target.selectors, value: action.value, ...frame, showreel },
      ];
    case 'hover':
      return [{ type: 'hover', selectors: action.target.selectors, ...frame, showreel }];
    case 'key':
      return [
        { type: 'keyDown', key: action.key, showreel },
        { type: 'keyUp', key: action.key },
      ];
  }
}

/** What a step tells about itself: its target, the intent of its shot, and whether it is the film's subject. */
function noteOf(action: ShotAction, intent: string, subject: boolean) {
  const note = {
    ...('target' in action && action.target?.note),
    intent,
    ...(subject && { subject }),
  };
  return Object.fromEntries(Object.entries(note).filter(([, value]) => value !== ''));
}
