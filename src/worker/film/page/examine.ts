import {
  type Expected,
  type Finding,
  judgeEnding,
  judgeOpening,
  readPageFacts,
  watchFilm,
} from '../../../critic/index.ts';
import type { GenerationJob } from '../../../domain/demos/jobs/generation.ts';
import type { Logger } from '../../../log.ts';
import { RecordingFault } from '../../../recorder/contract/fault.ts';
import type { StepLog, TakeFrame, Viewport } from '../../../recorder/contract/take-frame.ts';
import type { BrowserSession } from '../../../recorder/index.ts';

type Job = Pick<GenerationJob, 'url' | 'prompt' | 'supplied'>;

/**
 * Looks at the page before anything is planned.
 * @throws RecordingFault with a picture of the page, where it only says that something is wrong or only asks to sign in
 */
export async function demandPage({ tab }: BrowserSession, job: Job, hasSignedIn: boolean): Promise<void> {
  // A page that is being replaced at this moment cannot answer. It is judged at the end of the film.
  const facts = await readPageFacts((inPage) => tab.ask(inPage)).catch((error: unknown) => {
    if (error instanceof RecordingFault) throw error;
    return null;
  });
  if (!facts) return;
  const verdict = judgeOpening(facts, { ...expectedOf(job), hasSignedIn });
  // A flow that was recorded by hand may sign in by itself.
  if (!verdict || (job.supplied && verdict.kind === 'sign_in_page')) return;
  const fault = new RecordingFault(verdict.kind, verdict.message, { retryable: verdict.mayPass });
  await tab.clock.roll();
  fault.picture = (await tab.clock.frame(tab.screen.whole))?.jpeg ?? null;
  throw fault;
}

const expectedOf = ({ url, prompt }: Job): Expected => ({ address: url, prompt });

/** Watches a film while it is made. */
export function examineFilm(
  { tab }: BrowserSession,
  job: Job,
  { viewport, signal, log }: { viewport: Viewport; signal: AbortSignal; log: Logger },
) {
  const watch = watchFilm(viewport);
  return {
    note: (frame: TakeFrame) => watch.note(frame),
    /** What a viewer would find wrong. To be asked for while the browser still shows the end of the film. */
    async findings(
      steps: readonly StepLog[],
      leads: { leadInMs: number; leadOutMs: number },
    ): Promise<Finding[]> {
      const startedMs = performance.now();
      // A page that is being replaced cannot answer. The pictures tell enough then.
      const facts = await readPageFacts((inPage) => tab.ask(inPage)).catch(() => null);
      signal.throwIfAborted();
      const seen = await watch.findings(steps, leads);
      const found = [...(facts ? judgeEnding(facts, expectedOf(job)) : []), ...seen];
      const tookMs = Math.round(performance.now() - startedMs);
      log.info({ tookMs, found: found.map(({ code }) => code) }, 'film examined');
      return found;
    },
  };
}
