import type { Greys, SaidThen } from '../../changes/index.ts';
import type { GenerationJob, GivenPlan } from '../../domain/demos/generation.ts';
import type { Logger } from '../../log.ts';
import type { ActionScript } from '../../recorder/contract/script.ts';
import type { StepLog } from '../../recorder/contract/take-frame.ts';
import type { SeenPage } from './look-at-page.ts';
import type { Meter } from './meter.ts';

/** What making a film needs to know and whom it tells of its progress. */
export interface FilmOrder {
  job: GenerationJob;
  /** Where its files may be; the caller removes them. */
  folder: string;
  signal: AbortSignal;
  log: Logger;
  meter: Meter;
  /** The plan is made; nothing is recorded before this settles, and nothing at all when it rejects. */
  onPlanned(plan: GivenPlan): Promise<void>;
  onRecording(): Promise<void>;
  /**
   * The page as it is now, before anything is planned; nothing is filmed where this rejects.
   * @param lookOn looks at it some moments later, several times, and opens it anew
   */
  onSeen(page: SeenPage, lookOn: () => Promise<SeenPage[]>): Promise<void>;
  /** Each line of the recording log as it comes, so that there is one of a recording that fails too. */
  onStep(line: StepLog): void;
}

/** Finished files in the order's folder. */
export interface RenderedFilm {
  videoPath: string;
  gifPath: string | null;
  thumbnailPath: string | null;
  durationMs: number;
  snapshots: { timeMs: number; path: string; label: string }[];
  /** WebVTT; null where there is none. */
  captionsPath: string | null;
  chaptersPath: string | null;
  recordingLog: StepLog[];
  /** What its pages said, in the order in which it came to that. */
  said: SaidThen[];
  /** The film in small about a moment of it, and which of these frames is that moment. */
  framesAround(timeMs: number): Promise<{ frames: Greys[]; at: number }>;
  /** The script as it was followed. */
  script: ActionScript;
}

/** @throws RecordingFault where the page or the recording does not work out; the signal's reason when it aborts. */
export type MakeFilm = (order: FilmOrder) => Promise<RenderedFilm>;
