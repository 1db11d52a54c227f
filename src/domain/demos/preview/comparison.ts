import { z } from 'zod';
import { invalid } from '../../../errors.ts';
import type { ActionScript, Step } from '../../../recorder/contract/script.ts';
import type { CommandContext } from '../../../store/types.ts';
import { termsOf } from '../../credits/charges/charge.ts';
import { exampleIds, nullableText } from '../../fields.ts';
import { ownedProject } from '../../projects/owned.ts';
import type { DomainServices } from '../../services.ts';
import { firstDeed } from '../data-warning.ts';
import { demandOwn, demoDecider } from '../decide.ts';
import { demoStream } from '../events.ts';
import { previewStill, seenPage } from '../media-keys.ts';
import { openingOf } from '../presentation.ts';
import { changeFields } from '../views/evidence.ts';
import type { ComparisonJob } from './comparison-job.ts';
import { answerFor } from './preview.ts';
import { newPreviewId } from './previews.ts';

export const comparisonSchema = z.object({
  unchanged: z.boolean().meta({ description: 'Whether nothing visible differs. A film would show the same' }),
  changes: z.array(changeFields).nullable().meta({
    description:
      'What differs on the page; null where it cannot be told: another viewport, or a way through the page that cannot be walked there',
  }),
  before_url: nullableText(
    `https://showreel.example.com/page/${exampleIds.demo}-1.jpg`,
    'A picture of the page as the shown version saw it',
  ),
  after_url: nullableText(
    'https://showreel.example.com/preview/prev_6c1f0a2b9d3e4f5061728394a5b6c7d8-0.jpg',
    'A picture of the other page. It is kept for an hour',
  ),
});
type Comparison = z.infer<typeof comparisonSchema>;

/**
 * Compares the page of a project with what the shown version of a demo saw of its own. Nothing is filmed or charged.
 * @throws AppError 404 (demo, project), 400 where the demo has no film that was made here, 422 with the fault of the page, 503 as a preview
 */
export async function compareDemo(
  services: DomainServices,
  context: CommandContext,
  { userId, demoId, projectId }: { userId: string; demoId: string; projectId: string },
  isCallerGone: () => boolean,
): Promise<Comparison> {
  const { value: job } = await services.store.execute(context, async (unit): Promise<ComparisonJob> => {
    const [project, terms] = await Promise.all([
      ownedProject(unit, projectId, userId),
      termsOf(unit, userId),
    ]);
    const demo = demandOwn((await unit.load(demoDecider, demoStream(demoId))).state, userId);
    const script = demo.recipe?.actionScript;
    if (demo.source === 'upload' || demo.version === null || !script)
      throw invalid('Only a demo whose film was made here can be compared.', 'demo_has_no_script');
    const { prompt, context: about, format, resolution, mode } = demo;
    const moved = movedTo(script, project.url);
    return {
      ...{ jobId: newPreviewId(), demoId, projectId, userId, kind: 'refresh' },
      ...{ prompt, context: about, format, resolution, mode },
      url: project.url,
      viewport: project.viewport,
      aspect: demo.aspect,
      // The pages are compared as the shown version saw its own.
      laidOutFor: openingOf(moved).aspect ?? demo.aspect,
      durationTargetMs: Number.parseInt(demo.durationTarget ?? '10s', 10) * 1000,
      presentation: null,
      sound: null,
      script: moved,
      supplied: true,
      mayStay: true,
      looksBehind: false,
      beforeDeed: null,
      version: demo.version + 1,
      takeVersion: null,
      retake: false,
      watermark: terms.watermark,
      siteName: project.name,
      way: wayIn(moved),
    };
  });
  const answer = await answerFor(services, context, job, null, isCallerGone);
  if (!('changes' in answer)) throw new Error('a comparison was answered with something else');
  return {
    unchanged: answer.changes?.length === 0,
    changes: answer.changes,
    before_url: answer.changes && seenPage(demoId, job.version - 1).url,
    after_url: answer.hasPicture ? previewStill(job.jobId, 0).url : null,
  };
}

/** The script as it is played on another site: pages of the origin that it opens first are pages of the other one. */
function movedTo(script: ActionScript, url: string): ActionScript {
  const first = script.steps.find((step) => step.type === 'navigate')?.url;
  if (!first) return script;
  const from = new URL(first).origin;
  let isFirst = true;
  const steps = script.steps.map((step): Step => {
    if (step.type !== 'navigate') return step;
    const own = isFirst ? url : onSite(step.url, from, url);
    isFirst = false;
    return { ...step, url: own };
  });
  return { ...script, steps };
}

function onSite(page: string, from: string, site: string): string {
  const { origin, pathname, search, hash } = new URL(page);
  return origin === from ? `${new URL(site).origin}${pathname}${search}${hash}` : page;
}

/** Up to the first deed, and none where the film shows its first page alone. */
function wayIn({ steps }: ActionScript): readonly Step[] {
  const deed = firstDeed({ steps });
  const before = deed >= 0 ? steps.slice(0, deed) : steps;
  const act = before.findLastIndex(
    ({ type }, index) =>
      /^(?:click|doubleClick|change|keyDown)$/.test(type) || (type === 'navigate' && index > 1),
  );
  return before.slice(0, act + 1);
}
