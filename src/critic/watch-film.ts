import { onOutput, type StageLayout } from '../recorder/contract/stage-layout.ts';
import { exploring, type StepLog, type TakeFrame, type Viewport } from '../recorder/contract/take-frame.ts';
import { mostStillMs } from '../recorder/contract/timing.ts';
import { about, deadPresses, type Press, pressAt, seconds } from './film/acts.ts';
import { jumpsIn, watchCamera } from './film/jumps.ts';
import { greyOf, isBlank, type Look } from './film/look.ts';
import { judgePoster } from './film/poster.ts';
import { watchTargets } from './film/targets.ts';
import { type TextsThen, unreadable } from './film/text.ts';
import type { Finding } from './findings.ts';

/** An empty picture for a shorter time is a page that changes. */
const longestBlankMs = 1_000;
/** How often a picture is looked at. Each look takes about 4 ms. */
const lookEveryMs = 250;

/** What is known of a film when it is shot. */
export interface FilmToJudge {
  /** The recording log of the film. */
  steps: readonly StepLog[];
  /** How long the film's opening and closing last, in which the page need not move. */
  leads: { leadInMs: number; leadOutMs: number };
  /** What the page said when each step was over. */
  texts?: readonly TextsThen[];
  /** When the film shows what its poster shows. */
  posterTimeMs?: number;
}

export interface FilmVerdict {
  findings: Finding[];
  /** A moment whose picture is a better poster; null where the poster is good, or there is none. */
  posterAtMs: number | null;
}

/**
 * Watches the frames of a film as they pass, and says afterwards what a viewer would find wrong with them.
 * @param viewport in CSS px
 * @param stage the film's; without it, nothing is said of targets, captions and texts
 */
export function watchFilm(viewport: Viewport, stage: StageLayout | null = null) {
  const looks: Look[] = [];
  const presses: Press[] = [];
  const stands: { fromMs: number; toMs: number }[] = [];
  const camera = watchCamera(viewport.width);
  const targets = stage && watchTargets(stage, viewport);
  let picture: TakeFrame | null = null;
  let still = { of: '', fromMs: 0 };
  let scenes = 0;
  let scrolls = 0;
  let stance = '';
  let cameraRests = false;

  const lookAt = (timeMs: number, frame: TakeFrame, explores = false): Look => {
    const { image, timeMs: sinceMs, page, camera: at } = frame;
    const last = looks.at(-1);
    // A picture that is valid still was looked at already.
    const grey = last && sinceMs <= last.timeMs ? last.grey : greyOf(image!);
    const place = `${page.url.split('#')[0]} ${scenes} ${scrolls}`;
    const look = { timeMs, clip: frame.clip, grey, explores, place, zoom: at.zoom, rests: cameraRests };
    looks.push(look);
    return look;
  };
  const noteMovement = ({ image, click, timeMs, cursor, caption, ...frame }: TakeFrame) => {
    const now = JSON.stringify([frame.camera, cursor, caption]);
    if (image || click || now !== still.of) still = { of: now, fromMs: timeMs };
    else if (timeMs - still.fromMs > mostStillMs) {
      if (stands.at(-1)?.fromMs === still.fromMs) stands.pop();
      stands.push({ fromMs: still.fromMs, toMs: timeMs });
    }
    const at = JSON.stringify(frame.camera);
    cameraRests = at === stance;
    stance = at;
  };
  return {
    note(frame: TakeFrame): void {
      const earlier = picture;
      if (frame.image) picture = frame;
      if (!picture) return;
      const { timeMs, click } = frame;
      camera.note(frame);
      targets?.note(frame);
      noteMovement(frame);
      if (frame.isCut) scenes++;
      if (frame.scrolls) scrolls++;
      // The picture of the press itself may show the button held down.
      if (click && earlier)
        presses.push({ timeMs, isInView: isInView(frame, viewport, stage), before: lookAt(timeMs, earlier) });
      else if (timeMs - (looks.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY) >= lookEveryMs)
        lookAt(timeMs, { ...picture, camera: frame.camera, page: frame.page }, frame.stepLabel === exploring);
    },
    async verdict({ steps, leads, texts = [], posterTimeMs }: FilmToJudge): Promise<FilmVerdict> {
      const greys = await Promise.all(looks.map(({ grey }) => grey));
      const endMs = (looks.at(-1)?.timeMs ?? 0) - leads.leadOutMs;
      const seen = { presses, looks, steps };
      const poster = posterTimeMs === undefined ? null : await judgePoster(posterTimeMs, seen, endMs);
      const outside = presses
        .filter(({ isInView: isSeen }) => !isSeen)
        .slice(0, 1)
        .map(({ timeMs }) =>
          about(steps[pressAt(steps, timeMs)], timeMs, 'out_of_view', 'is outside of the picture'),
        );
      const inTargets = targets?.findings(steps) ?? [];
      return {
        findings: [
          ...blanks(looks, greys),
          ...(await deadPresses(presses, looks, steps)),
          ...outside,
          ...inTargets.filter(({ code }) => code !== 'out_of_view' || outside.length === 0),
          ...(stage && targets ? unreadable(texts, targets.shown(steps), steps, stage) : []),
          ...(await jumpsIn(camera.jumps, seen, { fromMs: leads.leadInMs, untilMs: endMs })),
          ...(poster ? [poster.finding] : []),
          ...standing(stands, leads.leadInMs, endMs),
        ],
        posterAtMs: poster?.betterAtMs ?? null,
      };
    },
  };
}

function isInView(
  { click, camera }: TakeFrame,
  { width, height }: Pick<Viewport, 'width' | 'height'>,
  stage: StageLayout | null,
): boolean {
  if (!click) return false;
  if (stage) {
    const { x, y } = onOutput(stage, camera, { ...click, width: 0, height: 0 });
    return x >= 0 && y >= 0 && x <= stage.width && y <= stage.height;
  }
  const [halfWidth, halfHeight] = [width / camera.zoom / 2, height / camera.zoom / 2];
  // Around the page the stage is seen too, so that a little beside the page's part is still in the picture.
  const [besideX, besideY] = [halfWidth * 0.25, halfHeight * 0.25];
  return (
    Math.abs(click.x - camera.x) <= halfWidth + besideX &&
    Math.abs(click.y - camera.y) <= halfHeight + besideY
  );
}

function blanks(looks: readonly Look[], greys: readonly Buffer[]): Finding[] {
  let fromMs: number | null = null;
  for (const [index, { timeMs }] of looks.entries()) {
    fromMs = isBlank(greys[index]!) ? (fromMs ?? timeMs) : null;
    if (fromMs !== null && timeMs - fromMs >= longestBlankMs)
      return [{ code: 'blank_picture', message: `The video shows an empty page at ${seconds(fromMs)}.` }];
  }
  return [];
}

function standing(
  stands: readonly { fromMs: number; toMs: number }[],
  leadInMs: number,
  endMs: number,
): Finding[] {
  const lengths = stands.map(({ fromMs, toMs }) => ({
    fromMs: Math.max(fromMs, leadInMs),
    lengthMs: Math.min(toMs, endMs) - Math.max(fromMs, leadInMs),
  }));
  const longest = lengths.toSorted((one, other) => other.lengthMs - one.lengthMs)[0];
  if (!longest || longest.lengthMs <= mostStillMs) return [];
  return [
    {
      code: 'stands_still',
      message: `Nothing moves for ${seconds(longest.lengthMs)} from ${seconds(longest.fromMs)} on.`,
    },
  ];
}
