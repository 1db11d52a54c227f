import type { Filmed, GoOn, NextSteps } from '../../recorder/contract/go-on.ts';
import { shorten } from '../../text.ts';
import { openPageClient } from '../page/page-client.ts';
import type { Plan, PlanRequest, Scene } from '../plan.ts';
import type { DeedToCome } from '../prompt/deed.ts';
import { toComeMs } from '../storyboard/pacing.ts';
import { closerOf } from './candidates/buttons/button-words.ts';
import { isShown } from './candidates/mentions/shown.ts';
import { type DoneDeed, filmDeeds } from './perform/film-deeds.ts';
import { Handover } from './perform/handover.ts';
import { FilmOver, LiveCamera } from './perform/live-camera.ts';
import { OnCamera } from './perform/on-camera.ts';
import { fingerprint } from './perform/performer.ts';
import { type Pursued, pursueDeed } from './pursue/pursue-deed.ts';

/** A film that goes on from what it sees. */
export interface Continuation extends GoOn {
  /** What it has found out so far. */
  readonly found: FoundOut;
}

export interface FoundOut extends Pick<Plan, 'unmet' | 'warnings'> {
  scenes: Scene[];
}

type Request = Pick<PlanRequest, 'page' | 'viewport' | 'signal'>;

const notRead = 'The page could not be read while it was filmed.';
/** What the page may show a moment after its server's answer. */
const lookAgainMs = 1_000;
/** How long all deeds together may be looked for. The page's time stands still meanwhile. */
const mostMs = 12_000;

/** Does in the film itself what has to wait for the server's answer: it looks, does one act, and looks again. */
export function goOnWith(toCome: readonly DeedToCome[], request: Request): Continuation {
  const state: Search = { left: [...toCome], scenes: [], unmet: [], warnings: [] };
  const handover: Handover<Filmed, NextSteps> = new Handover((filmed) =>
    filmed.ended ? Promise.resolve(leaveOut(state, filmed.ended)) : carryOn(state, request, handover),
  );
  return {
    reserveMs: toComeMs(toCome),
    next: (filmed) => handover.ask(filmed),
    get found() {
      const { left, unmet, ...others } = state;
      return {
        ...others,
        unmet: [...unmet, ...left.map(({ deed: { said } }) => ({ said, reason: notRead }))],
      };
    },
  };
}

interface Search extends FoundOut {
  /** The deeds of which nothing is known yet. */
  left: DeedToCome[];
}

async function carryOn(
  state: Search,
  request: Request,
  handover: Handover<Filmed, NextSteps>,
): Promise<void> {
  const { left, unmet, scenes } = state;
  const camera = new LiveCamera(handover);
  const client = await openPageClient(request.page, request.signal);
  const done: DoneDeed[] = [];
  try {
    const performer = await OnCamera.on(client, camera, request.signal);
    for (let rest = left[0]; rest; rest = left[0]) {
      const following = left.slice(1);
      camera.turnTo(rest.deed, following);
      const from = performer.path.length;
      try {
        const pursued = await pursue(performer, rest, following, () => handover.workedMs > mostMs);
        unmet.push(...pursued.unmet);
        left.shift();
        for (const other of pursued.withIt)
          left.splice(
            left.findIndex(({ deed }) => deed === other),
            1,
          );
        if (!pursued.done && performer.path.length > from) break;
        if (pursued.done) await camera.showResult(performer.path.at(-1));
      } finally {
        done.push({ deed: rest.deed, acts: performer.path.slice(from) });
      }
    }
    for (const { deed } of left.splice(0))
      unmet.push({ said: deed.said, reason: 'It follows what could not be done.' });
  } catch (error) {
    if (!(error instanceof FilmOver)) throw error;
    leaveOut(state, error.ended);
  } finally {
    const shots = filmDeeds(
      done.filter(({ acts }) => acts.length > 0),
      { scroll: { x: 0, y: 0 }, viewport: request.viewport },
    );
    scenes.push(...shots.map(({ scene }) => scene));
    await client.close();
  }
}

/** The server's answer may be on the screen a moment later than it has come, so what is not found is looked for twice. */
async function pursue(
  performer: OnCamera,
  rest: DeedToCome,
  following: readonly DeedToCome[],
  until: () => boolean,
): Promise<Pursued> {
  const from = performer.path.length;
  const others = following.map(({ deed }) => deed);
  // What a rehearsal has looked for in vain is not looked for again, unless the page shows something that it did not show then.
  const search = () => {
    const { unseen } = rest;
    performer.takesWays = !unseen || unseen.some((mention) => isShown(mention, performer.screen));
    return pursueDeed(performer, rest, others, until);
  };
  const pursued = await search();
  if (pursued.done || performer.path.length > from) return pursued;
  const before = fingerprint(performer.screen);
  const after = await performer.lookAfter(lookAgainMs);
  const again = fingerprint(after) === before ? pursued : await search();
  // What the deed before has opened may lie above all else.
  const closer = again.done || rest.left ? undefined : closerOf(performer.screen);
  if (!closer || performer.path.length > from) return again;
  await performer.act({ do: 'press', item: closer, part: 'way', what: `Press “${closer.name}”`, opens: [] });
  return search();
}

/** Says why the film ended before some deeds. */
function leaveOut({ left, unmet, warnings }: Search, ended: NonNullable<Filmed['ended']>): void {
  for (const [index, { deed }] of left.splice(0).entries()) {
    const { said } = deed;
    if (ended.because === 'time') {
      const message = `“${shorten(said, 100)}” was left out, or ends half-way: the video had no time for it.`;
      warnings.push({ code: 'left_out', message });
    } else {
      const reason = `The video ended in the middle of it. ${ended.message}`;
      unmet.push({ said, reason: index === 0 ? reason : 'The video ended before it.' });
    }
  }
}
