import { type ActionScript, actionScriptSchema, type Step } from '../recorder/contract/script.ts';
import { shorten } from '../text.ts';
import { assemble, minHoldMs } from './pacing.ts';
import type { PlanRequest } from './plan.ts';
import type { Shot, ShotAction } from './shots.ts';

/** Writes the shots as a user flow of Chrome's Recorder, which opens with the viewport and the page's address. */
export function writeScript(
  title: string,
  shots: Shot[],
  { url, viewport }: Pick<PlanRequest, 'url' | 'viewport'>,
): ActionScript {
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
  const intents = new Map<ShotAction, string>();
  for (const shot of shots) for (const beat of shot.beats) intents.set(beat, shot.intent);
  const subject = subjectOf(shots);
  const steps = assemble(shots).flatMap((beat) => stepsOf(beat, intents.get(beat) ?? '', beat === subject));
  return actionScriptSchema.parse({ title, steps: [...opening, ...steps].slice(0, 200) });
}

/**
 * The hold that shows best what the film is about. It is in the shot of highest value, which is what the prompt asked for
 * first.
 */
function subjectOf(shots: Shot[]): ShotAction | undefined {
  const resting = shots.filter(({ beats }) => beats.some((beat) => beat.do === 'hold'));
  const [best] = [...resting].sort((a, b) => b.value - a.value);
  return best?.beats.findLast((beat) => beat.do === 'hold');
}

function stepsOf(beat: ShotAction, intent: string, subject: boolean): Step[] {
  const note = {
    ...('target' in beat && beat.target?.note),
    intent,
    ...(subject && { subject }),
  };
  const frame = 'target' in beat && beat.target?.frame ? { frame: beat.target.frame } : {};
  const showreel = Object.fromEntries(Object.entries(note).filter(([, value]) => value !== ''));
  switch (beat.do) {
    case 'hold': {
      const selectors = beat.target ? { selectors: beat.target.selectors } : {};
      return [
        {
          type: 'customStep',
          name: 'showreel.hold',
          parameters: { ...selectors, minMs: beat.minMs ?? minHoldMs, weight: beat.weight },
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
          parameters: { selectors: beat.target.selectors, zoom: Math.min(3, beat.zoom) },
          ...frame,
          showreel,
        },
      ];
    case 'glide': {
      const parameters = beat.target
        ? { selectors: beat.target.selectors, to: 'element' as const }
        : { to: beat.to ?? ('bottom' as const) };
      return [{ type: 'customStep', name: 'showreel.scroll', parameters, ...frame, showreel }];
    }
    case 'caption':
      return [
        {
          type: 'customStep',
          name: 'showreel.caption',
          parameters: { text: shorten(beat.text, 200) },
          showreel,
        },
      ];
    case 'press':
      return [
        {
          type: 'click',
          selectors: beat.target.selectors,
          offsetX: beat.offset.x,
          offsetY: beat.offset.y,
          ...frame,
          showreel,
        },
      ];
    case 'change':
      return [{ type: 'change', selectors: beat.target.selectors, value: beat.value, ...frame, showreel }];
    case 'hover':
      return [{ type: 'hover', selectors: beat.target.selectors, ...frame, showreel }];
    case 'key':
      return [
        { type: 'keyDown', key: beat.key, showreel },
        { type: 'keyUp', key: beat.key },
      ];
  }
}
