import {
  bannerOf,
  type Expected,
  type FilmToJudge,
  type FilmVerdict,
  type Finding,
  isDeed,
  judgeEnding,
  judgeOpening,
  readPageFacts,
  readTexts,
  type TextsThen,
  watchFilm,
} from '../../../critic/index.ts';
import type { GenerationJob } from '../../../domain/demos/jobs/generation.ts';
import type { Logger } from '../../../log.ts';
import { RecordingFault } from '../../../recorder/contract/fault.ts';
import type { StageLayout } from '../../../recorder/contract/stage-layout.ts';
import type { StepLog, TakeFrame, Viewport } from '../../../recorder/contract/take-frame.ts';
import type { BrowserSession, Recording } from '../../../recorder/index.ts';

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
  fault.picture = await pictureOf(tab);
  throw fault;
}

const expectedOf = ({ url, prompt }: Job): Expected => ({ address: url, prompt });

/** What the film is made with, as far as it decides what its viewers see. */
interface Seen {
  viewport: Viewport;
  /** The stage of the film, on which its camera looks. */
  stage: StageLayout;
  signal: AbortSignal;
  log: Logger;
}

/** Watches a film while it is made. */
export function examineFilm({ tab }: BrowserSession, job: Job, { viewport, stage, signal, log }: Seen) {
  const watch = watchFilm(viewport, stage);
  const texts: Promise<TextsThen[]>[] = [];
  // A page that is being replaced cannot answer. The pictures tell enough then.
  const readAt = (timeMs: number, step: number | null) => {
    if (texts.length < mostReadings)
      texts.push(
        tab.ask(readTexts).then(
          (read) => [{ step, timeMs, texts: read }],
          () => [],
        ),
      );
  };
  return {
    note: (frame: TakeFrame): void => watch.note(frame),
    /** To be called while the page is as it is at the press. */
    notePress: (timeMs: number): void => readAt(timeMs, null),
    noteStep({ step, endMs, status }: StepLog): void {
      if (status === 'ok' || status === 'healed') readAt(endMs, step);
    },
    /**
     * What a viewer would find wrong. To be asked for while the browser still shows the end of the film.
     * @throws RecordingFault with a picture of the page, where the film has nothing but a page that is not worth one
     */
    async verdict({
      recordingLog: steps,
      posterTimeMs,
      leads,
    }: Pick<Recording, 'recordingLog' | 'posterTimeMs'> & {
      leads: FilmToJudge['leads'];
    }): Promise<FilmVerdict & { leftOver: string | null }> {
      const startedMs = performance.now();
      const facts = await readPageFacts((inPage) => tab.ask(inPage)).catch(() => null);
      signal.throwIfAborted();
      const seen = await watch.verdict({
        ...{ steps, leads, posterTimeMs },
        texts: (await Promise.all(texts)).flat(),
      });
      const findings = [...(facts ? judgeEnding(facts, expectedOf(job)) : []), ...seen.findings];
      const tookMs = Math.round(performance.now() - startedMs);
      log.info({ tookMs, found: findings.map(({ code }) => code) }, 'film examined');
      if (!steps.some(isDeed)) await demandFilmOf(findings, { tab }, job);
      return { ...seen, findings, leftOver: (facts && bannerOf(facts)?.selector) ?? null };
    },
  };
}

/** A script of 200 steps is read in a few places only. */
const mostReadings = 60;

/** A page may become an error, or ask to sign in, only while it is filmed. Where nothing was done on it, there is no film. */
async function demandFilmOf(
  findings: readonly Finding[],
  { tab }: Pick<BrowserSession, 'tab'>,
  job: Job,
): Promise<void> {
  const [kind, found] = (
    [
      ['error_page', 'ends_on_error_page'],
      ['sign_in_page', 'ends_on_sign_in'],
    ] as const
  )
    .map(([as, code]) => [as, findings.find((finding) => finding.code === code)] as const)
    .find(([, finding]) => finding) ?? [null, undefined];
  if (!kind || !found || (job.supplied && kind === 'sign_in_page')) return;
  const fault = new RecordingFault(
    kind,
    found.message.replace('The video ends on a', 'The video shows only a'),
  );
  fault.picture = await pictureOf(tab);
  throw fault;
}

async function pictureOf(tab: BrowserSession['tab']): Promise<Uint8Array | null> {
  await tab.clock.roll();
  return (await tab.clock.frame(tab.screen.whole))?.jpeg ?? null;
}
