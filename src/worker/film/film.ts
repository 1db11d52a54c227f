import type { Greys, SaidThen } from '../../changes/index.ts';
import type { Finding, FindingCode } from '../../critic/index.ts';
import type { FilmWarning } from '../../domain/demos/film-warnings.ts';
import type { GenerationJob, GivenPlan } from '../../domain/demos/jobs/generation.ts';
import type { Logger } from '../../log.ts';
import type { ActionScript, Step } from '../../recorder/contract/script.ts';
import type { StepLog } from '../../recorder/contract/take-frame.ts';
import type { Meter } from './meter.ts';
import type { SeenPage } from './page/look-at-page.ts';

/** What a film is made of, and the callbacks that are told of its progress. */
export interface FilmOrder {
  job: GenerationJob;
  /** The take that a restyle composes anew, as a file; null where the page is to be filmed. */
  takePath: string | null;
  /** The folder for the film's files. The caller removes it. */
  folder: string;
  signal: AbortSignal;
  /** How much of the job's time is left, in ms. Unless given, there is no end. */
  leftMs?: (() => number) | undefined;
  log: Logger;
  meter: Pick<Meter, 'advance'>;
  /** Called with the finished plan. Recording waits for it, and does not happen where it rejects. */
  onPlanned(plan: GivenPlan): Promise<void>;
  onRecording(): Promise<void>;
  /**
   * Called with the page as it is now, before anything is planned. Where it rejects, nothing is filmed.
   * @param lookOn looks at the page several more times, some seconds apart, and then loads it anew
   */
  onSeen(page: SeenPage, lookOn: () => Promise<SeenPage[]>, walk: Walk): Promise<void>;
  /** Called with a small JPEG of the film about once a second while it is made. */
  onGlance(picture: Uint8Array): void;
  /**
   * Has the film's captions spoken, so that it can give each of them its time; left out where nobody speaks.
   * @returns how long each takes, in ms; null for one that cannot be spoken
   */
  speak?: ((lines: string[]) => Promise<(number | null)[]>) | undefined;
  /** Called with each line of the recording log as it is written, so that a failed recording has a log too. */
  onStep(line: StepLog): void;
}

/**
 * Plays steps off camera, from the order's page on, and reads the page after each act.
 * @param isAsBefore is asked after each act, with its number from 1 on
 * @returns false at the first page that is not as before, and where the steps cannot be played any more
 */
export type Walk = (
  steps: readonly Step[],
  isAsBefore: (act: number, now: SaidThen) => boolean | Promise<boolean>,
) => Promise<boolean>;

/** Finished files in the order's folder. */
export interface RenderedFilm {
  videoPath: string;
  gifPath: string | null;
  thumbnailPath: string | null;
  durationMs: number;
  snapshots: { timeMs: number; path: string; label: string }[];
  /** Path of a WebVTT file; null where there is none. */
  captionsPath: string | null;
  chaptersPath: string | null;
  recordingLog: StepLog[];
  /** The take that was kept of the recording, as a file; null where none was. */
  takePath: string | null;
  /** Set where the film was composed of the order's take, and no page was opened. */
  composed: { enlargement: number } | null;
  /** What a viewer would find wrong with the film; null where it is composed of a take, whose film was examined when it was shot. */
  findings: Finding[] | null;
  /** Set where the page was filmed a second time, since something was found in the first film. */
  reshot?: { because: FindingCode[]; isShown: boolean } | null | undefined;
  /** The text of the film's pages, in the order in which they were shown. */
  said: SaidThen[];
  /** Small frames of the film around a moment, and the index of the frame at that moment. */
  framesAround(timeMs: number): Promise<{ frames: Greys[]; at: number }>;
  /** There is something to hear. */
  audible?: boolean | undefined;
  /** Why the film does not sound as it was to. */
  soundFaults?: FilmWarning[] | undefined;
  /** The script as it was played, with healed selectors. */
  script: ActionScript;
  /** Ends what is kept for `framesAround`, where something is. */
  end?(): Promise<void>;
}

/** @throws RecordingFault where the page or the recording does not work out; the signal's reason when it aborts. */
export type MakeFilm = (order: FilmOrder) => Promise<RenderedFilm>;
