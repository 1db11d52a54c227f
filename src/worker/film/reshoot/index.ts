/**
 * A second film of the same script, where the critic has found something in the first that can be done in another way. `record-film` comes in.
 * It opens a browser of its own, so that the second film begins as the first did.
 */
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type FindingCode, qualityOf } from '../../../critic/index.ts';
import type { Step } from '../../../recorder/contract/script.ts';
import { startGuard } from '../../../recorder/index.ts';
import type { FilmOrder } from '../film.ts';
import { rulesFor } from '../guard-rules.ts';
import { type Opening, openPage } from '../open-page.ts';
import { demandPage } from '../page/examine.ts';
import { createRedaction } from '../page/redaction.ts';
import { guardLimits, type Limited } from '../page/within-limits.ts';
import { type Shoot, type ShotFilm, shootFilm } from '../shoot-film.ts';
import { hideLeftover } from './hide-leftover.ts';
import { type Lesson, lessonsOf, zoomAfter } from './lessons.ts';
import { patienceWith } from './patience.ts';

/** A second film takes about as long as the first, and some seconds more where it has to wait. */
const spareMs = 20_000;
/** The longest that anybody waits for a second film. */
const mostMs = 90_000;

/** What became of a second film. */
export interface Reshot {
  /** What was found in the first film. */
  because: FindingCode[];
  /** Whether the second film is the one that is shown. */
  isShown: boolean;
}

/**
 * @param first is shown unless the second film is better
 * @param tookMs how long the first film took from its opening
 * @returns the better of both films
 */
export async function reshootWhereBetter(
  first: ShotFilm,
  shot: Shoot,
  opening: Opening,
  order: FilmOrder,
  tookMs: number,
): Promise<ShotFilm & { reshot: Reshot | null }> {
  const { log } = order;
  const learned = lessonsOf(first.findings, shot.scene.presentation);
  const neededMs = tookMs + spareMs;
  const mayTakeMs = Math.min(mostMs, (order.leftMs?.() ?? Number.POSITIVE_INFINITY) - spareMs);
  if (learned.size === 0 || neededMs > mayTakeMs || writesSomething(first, shot))
    return { ...first, reshot: null };
  const because = [...new Set(first.findings.map(({ code }) => code))];
  log.info({ because, learned: [...learned] }, 'the film is shot a second time');
  await shot.opened.session.close();
  const second = await shootAnew(first, shot, opening, order, { learned, mayTakeMs }).catch(
    (error: unknown) => {
      order.signal.throwIfAborted();
      log.warn({ err: error }, 'the second film did not work out: the first is shown');
      return null;
    },
  );
  const isShown = second !== null && qualityAt(second) > qualityAt(first);
  const other = isShown ? first : second;
  if (other) await rm(dirname(other.videoPath), { recursive: true, force: true });
  return { ...(isShown ? second : first), reshot: { because, isShown } };
}

const qualityAt = ({ findings }: ShotFilm) => qualityOf(findings.map(({ code }) => code));

/** A deed must not be done twice. What a film finds out as it goes was saved by the page before. */
const writesSomething = ({ script }: ShotFilm, { onward }: Shoot) =>
  onward !== null || script.steps.some((step: Step) => step.showreel?.writes === true);

async function shootAnew(
  { leftOver }: ShotFilm,
  shot: Shoot,
  opening: Opening,
  order: FilmOrder,
  { learned, mayTakeMs }: { learned: ReadonlySet<Lesson>; mayTakeMs: number },
): Promise<ShotFilm> {
  const over = new AbortController();
  const signal = AbortSignal.any([order.signal, over.signal, AbortSignal.timeout(mayTakeMs)]);
  // The limits of a page hold for each of its films.
  const limited: Limited | undefined = opening.limited && {
    ...opening.limited,
    onOverLimit: (fault) => over.abort(fault),
  };
  const guard = await startGuard({ ...rulesFor(order, shot.settings), ...(limited && guardLimits(limited)) });
  try {
    // The recording log that the owner sees is that of the film which is shown.
    const again = { ...order, signal, onStep: () => undefined };
    const { presentation } = shot.scene;
    const scene = {
      ...shot.scene,
      presentation: { ...presentation, zoom: zoomAfter(presentation.zoom, learned) },
    };
    const hidden = learned.has('clear') ? leftOver : null;
    const page = {
      ...{ ...opening, guard, scene, isTriedOut: false },
      ...(limited && { limited }),
      ...(hidden && { beforeLoad: (session: Shoot['opened']['session']) => hideLeftover(session, hidden) }),
    };
    order.meter.advance('recording', 0, 'Recording the page a second time');
    await using opened = await openPage(page, again);
    const { session } = opened;
    await demandPage(session, order.job, opening.login !== null);
    const patience = learned.has('wait') ? patienceWith(session) : null;
    await patience?.atOpening();
    return await shootFilm(
      {
        ...shot,
        ...{ opened, guard, scene },
        redaction: createRedaction(session.tab.mask),
        differently: {
          ...(patience && { afterAct: patience.afterAct }),
          captionsOnTop: learned.has('captions_on_top'),
        },
      },
      again,
    );
  } finally {
    await guard.stop();
  }
}
