import { planOfSupplied } from '../../../domain/demos/supplied.ts';
import type { Plan, Planner, PlanRequest } from '../../../planner/index.ts';
import type { ActionScript } from '../../../recorder/contract/script.ts';
import { viewportFor } from '../../../recorder/contract/shapes.ts';
import type { BrowserSession } from '../../../recorder/index.ts';
import { redact } from '../../../recorder/index.ts';
import type { FilmOrder } from '../film.ts';
import { NothingDone } from './nothing-done.ts';
import { type Onward, onwardFrom } from './onward.ts';

/** What is filmed. */
export interface Screenplay {
  script: ActionScript;
  /** What the film finds out as it goes; null where everything is in the script. */
  onward: Onward | null;
}

/** The script to film: the stored one for a restyle, the supplied one, or the one that is planned now. */
export async function scriptFor(
  planner: Planner,
  session: BrowserSession,
  order: FilmOrder,
): Promise<Screenplay> {
  const { script, supplied } = order.job;
  if (!script) {
    const made = await plan(planner, session, order);
    return { script: made.script, onward: onwardFrom(made, session, order) };
  }
  if (supplied) await order.onPlanned(planOfSupplied(script));
  return { script, onward: null };
}

async function plan(planner: Planner, session: BrowserSession, order: FilmOrder): Promise<Plan> {
  order.meter.advance('planning', 0.5, 'Reading the page');
  const made = await planFilm(planner, session, order, () => session.tab.writeHold.stop());
  if (made.nothingDone) throw new NothingDone(made.unmet);
  await order.onPlanned(made);
  return made;
}

/**
 * Plans for the page that is open. The plan is without the words that the film hides.
 * @param afterwards is called when nothing more is tried out on the page, also where the planner fails
 */
export async function planFilm(
  planner: Planner,
  session: BrowserSession,
  {
    job,
    signal,
    onOutline,
    continues,
    deedsMs,
  }: Pick<FilmOrder, 'job' | 'signal'> & Pick<PlanRequest, 'onOutline' | 'continues' | 'deedsMs'>,
  afterwards: () => Promise<void> = async () => undefined,
): Promise<Plan> {
  const { prompt, context, mode, durationTargetMs } = job;
  const template = job.presentation?.recordingTemplate;
  const { fence, writeHold } = session.tab;
  const planned = planner({
    page: session.page,
    url: session.page.url(),
    prompt,
    context,
    mode,
    durationTargetMs,
    signal,
    template: template?.id ?? 'auto',
    sectionHint: template?.sectionHint,
    heldBack: () => fence.blockedHosts.length,
    writeHold,
    onOutline,
    continues,
    deedsMs,
    viewport: viewportFor(job.viewport, job.laidOutFor),
  });
  const made = await session.tab.during(planned.finally(afterwards));
  // What the deeds say is looked for on the page, and shown to nobody.
  const { toCome, ...shown } = made;
  return { ...redact(shown, session.tab.mask.words), ...(toCome && { toCome }) };
}
