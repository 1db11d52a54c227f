/**
 * Looks: what a demo would look like with another presentation, before it is restyled. The API comes in. It writes nothing: pictures
 * are composed by the studio, of the take that is kept.
 */
import { type AppError, conflict, invalid, notFound } from '../../errors.ts';
import type { Presentation } from '../../recorder/contract/presentation.ts';
import type { Aspect } from '../../recorder/contract/shapes.ts';
import type { StillMoment } from '../../recorder/contract/still-moments.ts';
import type { CommandContext } from '../../store/types.ts';
import { termsOf } from '../credits/charges/charge.ts';
import { demoDecider } from '../demos/decide.ts';
import { demoStream } from '../demos/events.ts';
import { softerText } from '../demos/film-warnings.ts';
import { openingOf, withDefaults } from '../demos/presentation.ts';
import type { Demo } from '../demos/state.ts';
import { readLogin } from '../logins/logins.ts';
import { projectDecider } from '../projects/decide.ts';
import { projectStream } from '../projects/events.ts';
import type { DomainServices } from '../services.ts';
import type { Stills, StillsOrder } from '../studio.ts';

export interface LookRequest extends Pick<StillsOrder, 'width' | 'isCallerGone'> {
  demoId: string;
  userId: string;
  presentation: Presentation;
  /** Left out where the film keeps its shape. */
  aspect?: Aspect | undefined;
  moments: readonly (StillMoment | number)[];
}

export interface ShownLook extends Stills {
  warnings: { code: string; message: string }[];
}

/**
 * Composes stills of a demo as a restyle with this presentation would show them. Nothing is charged, and no page is opened.
 * @throws AppError 404, 400 (an upload, or no script), 409 `no_take`, 422 with the fault of the background's picture, 503
 */
export async function showLook(
  services: DomainServices,
  context: CommandContext,
  request: LookRequest,
): Promise<ShownLook> {
  const { demoId, userId, moments, width, isCallerGone } = request;
  const { value: film } = await services.store.execute(context, async (unit) => {
    const demo = demandRestylable((await unit.load(demoDecider, demoStream(demoId))).state, userId);
    const project = (await unit.load(projectDecider, projectStream(demo.projectId))).state;
    const opening = demo.recipe && openingOf(demo.recipe.actionScript);
    return {
      projectId: demo.projectId,
      takeVersion: demo.takeVersion,
      resolution: demo.resolution,
      aspect: request.aspect ?? demo.aspect,
      // As a restyle does.
      presentation: withDefaults(request.presentation, opening?.viewport ?? null),
      pageUrl: opening?.url ?? demo.pageUrl ?? project?.url ?? '',
      watermark: (await termsOf(unit, userId)).watermark,
    };
  });
  const { projectId, takeVersion, ...look } = film;
  if (takeVersion === null) throw noTake();
  const hides = (await readLogin(services, projectId))?.maskSelectors ?? [];
  const order = { ...look, demoId, takeVersion, hides, moments, width, isCallerGone };
  const stills = await services.studio.composeStills(order);
  if (!stills) throw noTake();
  const soft = softerText(stills.enlargement);
  return { ...stills, warnings: soft ? [soft] : [] };
}

function demandRestylable(demo: Demo | null, userId: string): Demo {
  if (demo?.userId !== userId) throw notFound('demo');
  if (demo.source === 'upload')
    throw invalid(
      'An uploaded demo cannot be restyled: there is no recording to compose again.',
      'demo_is_upload',
    );
  if (!demo.recipe)
    throw invalid('This demo has no recorded script yet, so it cannot be restyled.', 'demo_has_no_script');
  return demo;
}

const noTake = (): AppError =>
  conflict(
    'no_take',
    'The recorded pictures of this demo are not kept any more, or what is to be hidden has changed. A restyle opens the page and films it again.',
  );
