import { isTestUser } from '../../domain/accounts/test-mode.ts';
import type { GenerationJob } from '../../domain/demos/jobs/generation.ts';
import { RecordingFault } from '../../recorder/contract/fault.ts';
import type { ActionScript, Step } from '../../recorder/contract/script.ts';
import type { MakeFilm } from '../film/film.ts';

interface SampleFilms {
  /** The address of the sample site, which is served from the first such film on. */
  url(): Promise<string>;
  /** Films that page, with no login, no reset and no language model. */
  filming(url: string): MakeFilm;
}

/** Words in a prompt of test mode that ask for an outcome, so that each can be met while an integration is written. */
const asksToFail = /\btest:fail\b/;
const asksForChange = /\btest:change\b/;

/** Films the sample site in place of whatever a job of test mode names: short, small, and by a script that needs no plan. */
export function withTestMode(makeFilm: MakeFilm, sample: SampleFilms): MakeFilm {
  return async (order) => {
    const { job } = order;
    if (!isTestUser(job.userId)) return makeFilm(order);
    if (asksToFail.test(job.prompt))
      throw new RecordingFault('error_page', 'The prompt asked for a failure (test:fail).', {
        retryable: false,
      });
    const url = await sample.url();
    // A refresh takes the page for changed where nobody compares it.
    const blind = asksForChange.test(job.prompt) && { onSeen: async () => undefined };
    return sample.filming(url)({
      ...order,
      ...blind,
      job: { ...job, ...sampleOf(url), sound: withoutVoice(job) },
    });
  };
}

/** A voice costs its operator money, and test mode costs nothing. */
const withoutVoice = ({ sound }: GenerationJob): GenerationJob['sound'] =>
  sound?.music ? { ...sound, voice: null } : null;

const sampleOf = (url: string): Partial<GenerationJob> => ({
  url,
  viewport: 'desktop',
  resolution: '720p',
  durationTargetMs: 5_000,
  mode: 'script',
  script: scriptOf(url),
  supplied: true,
  looksBehind: false,
  beforeDeed: null,
});

function scriptOf(url: string): ActionScript {
  const rest = (minMs: number): Step => ({
    type: 'customStep',
    name: 'showreel.hold',
    parameters: { minMs },
  });
  const goTo = (section: string): Step => ({
    type: 'customStep',
    name: 'showreel.scroll',
    parameters: { selectors: [[section]] },
  });
  return {
    title: 'The sample site',
    steps: [{ type: 'navigate', url }, rest(600), goTo('#features'), rest(600), goTo('#pricing'), rest(600)],
  };
}
