import type { AutoSelection, TemplateId } from '../../recorder/contract/presentation.ts';
import type { PageView } from '../page/view.ts';
import type { Plan, PlanRequest, PlanWarning, Scene, Unmet } from '../plan.ts';
import { endWide, playableMs } from './closing.ts';
import { assemble, filmMs, minHoldMs, mostPlayableMs, toComeMs } from './pacing.ts';
import { writeScript } from './script.ts';
import type { Shot } from './shots.ts';
import { hold, openingEvidence, sceneOf } from './stage.ts';
import { cut, titleFor } from './title.ts';
import { trim } from './trim.ts';

/** How a film is made, and why that way where the planner chose it. */
export interface Manner {
  effectiveId: TemplateId;
  selection: AutoSelection | undefined;
}

/** What became of the wishes of a prompt. */
export type Outcome = Pick<Plan, 'unmet' | 'toCome' | 'nothingDone'>;

/** Makes a plan of shots: those that the time holds, and what is said of them. */
export function finish(
  view: PageView,
  { effectiveId, selection }: Manner,
  shots: readonly Shot[],
  { unmet, toCome = [], nothingDone }: Outcome,
  request: PlanRequest,
): Plan {
  const durationMs = request.durationTargetMs;
  const easyMs = Math.max(minHoldMs, playableMs(shots, durationMs) - toComeMs(toCome));
  const { shots: kept, dropped } = trim(shots, easyMs, mostPlayableMs(durationMs));
  const film = endWide(kept, durationMs);
  const title = titleFor(view, request.prompt);
  const sectionHint = request.sectionHint ?? selection?.sectionHint;
  return {
    title,
    aiPlan: {
      source: 'heuristic',
      summary: summaryOf(view, film, { unmet, dropped }, durationMs),
      scenes: film.map(({ scene }) => scene),
    },
    ...writeScript(title, film, request),
    unmet,
    ...(toCome.length > 0 && { toCome }),
    warnings: dropped.map(({ scene }) => leftOut(scene, durationMs)),
    nothingDone,
    scriptMs: filmMs(assemble(film)),
    template: {
      effectiveId,
      ...(sectionHint && { sectionHint }),
      ...(selection && { autoSelection: selection }),
    },
  };
}

const leftOut = ({ what }: Scene, durationMs: number): PlanWarning => ({
  code: 'left_out',
  message: `“${cut(what, 100)}” was left out: ${Math.round(durationMs / 1000)} s do not hold it as well.`,
});

/** The shots of deeds, after a first look at the page unless the film shows it already. */
export const opened = (view: PageView, shots: readonly Shot[], { continues }: PlanRequest): Shot[] =>
  continues ? [...shots] : [openingOf(view), ...shots];

/** A look at the page before the first action, so that viewers see where the steps begin. */
function openingOf(view: PageView): Shot {
  const hero = view.sections.find(({ kind }) => kind === 'hero') ?? null;
  const what = 'Open on the whole page';
  return {
    scene: sceneOf(hero, what, 'A viewer sees where the steps begin.', openingEvidence(view, hero)),
    actions: [hold(0.6)],
    value: 70,
    intent: what,
  };
}

function summaryOf(
  view: PageView,
  shots: Shot[],
  left: { unmet: Unmet[]; dropped: Shot[] },
  durationMs: number,
): string {
  const kinds = [...new Set(view.sections.map(({ kind }) => kind))].join(', ');
  const quoted = (texts: string[]) => [...new Set(texts)].map((one) => `“${cut(one, 100)}”`).join(', ');
  const seen = `The page has ${view.sections.length} sections (${kinds || 'none'}) and ${view.controls.length} controls.`;
  const shown = `The film shows ${shots.length} scenes in ${Math.round(durationMs / 1000)} s: ${shots.map(({ scene }) => scene.what).join('; ')}.`;
  const missing =
    left.unmet.length > 0 ? ` Not found on the page: ${quoted(left.unmet.map(({ said }) => said))}.` : '';
  const short =
    left.dropped.length > 0
      ? ` Left out, for ${Math.round(durationMs / 1000)} s do not hold it as well: ${quoted(left.dropped.map(({ scene }) => scene.what))}.`
      : '';
  return cut(`${seen} ${shown}${missing}${short}`, 2000);
}
