import type { Logger } from '../log.ts';
import type { BrowserSession, ProxySettings } from './browser/index.ts';
import type { GoOn } from './contract/go-on.ts';
import type { ResolvedPresentation } from './contract/presentation.ts';
import type { ActionScript } from './contract/script.ts';
import type { Speech } from './contract/spoken-lines.ts';
import type { Output, StepLog, TakeFrame, Viewport } from './contract/take-frame.ts';
import type { LoadOptions } from './page/load.ts';

/** What to film, and how. */
export interface RecordRequest {
  script: ActionScript;
  url: string;
  viewport: Viewport;
  presentation: ResolvedPresentation;
  output: Output;
  durationMs: number;
  /** How long the film may become where its script needs more than `durationMs`. */
  mostMs?: number | undefined;
  /** What the film does when its script is over. */
  goOn?: GoOn | undefined;
  /** What a voice says while the script's steps are shown. They are given its time, as far as the film's length allows. */
  speech?: readonly Speech[] | undefined;
  /** Off camera: awaited after each step that does something to the page. The page's time may pass in it. */
  afterAct?: (() => Promise<void>) | undefined;
  /** Captions stand at the upper edge of a wide picture, and not in its lower third. */
  captionsOnTop?: boolean | undefined;
  gif: boolean;
  /** Also keeps what the film is composed of as a file, so that `restyle` can compose it with another presentation. */
  keepsTake?: boolean | undefined;
  /** CSS selectors of what the take's pictures hide. They are kept with it, so that it is used only where the same is to be hidden. */
  hides?: readonly string[] | undefined;
  /** Removes what nobody may read from the words that the take keeps. */
  redact?: (<Told>(told: Told) => Told) | undefined;
  /** Stands in the window's bar in place of an address on this machine, in a private network or with a port. Default: the page's title. */
  siteName?: string | undefined;
  /** Shows "Made with Showreel" in a corner. */
  watermark: boolean;
  /** The files are made in a new folder in this one. Where recording fails, that folder is removed. */
  tempDir: string;
  /** The bytes of the picture, where the presentation's background is an `imageUrl`. The caller fetches it. */
  backgroundImage?: Uint8Array | null | undefined;
  chromiumPath?: string | null | undefined;
  ffmpegPath?: string | null | undefined;
  proxy?: ProxySettings | undefined;
  explain?: LoadOptions['explain'];
  /**
   * A browser that has loaded the page already (the planner's), opened with `layoutShot(…).scale` as its scale factor. It stays open.
   * Without it, `record` launches a browser, loads `url`, and closes the browser.
   */
  session?: BrowserSession | undefined;
}

export interface RecordOptions {
  signal: AbortSignal;
  /** `progress` runs from 0 to 1 in each step. While recording, `scriptStep` is the index of the script's step that is filmed. */
  onProgress?: (progress: { step: 'recording' | 'rendering'; progress: number; scriptStep?: number }) => void;
  /** Gets each frame of the film with the camera of the film, in their order. Of a film that is recut, they come when its take is shot. It must not wait. */
  onFrame?: ((frame: TakeFrame) => void) | undefined;
  /** Called at each press, while the page is as it was then: with its time in the film, in ms. */
  onPress?: ((timeMs: number) => void) | undefined;
  /** Gets a small JPEG of the film about once a second. */
  onGlance?: ((picture: Uint8Array) => void) | undefined;
  /** Called with each line of the recording log as soon as it is known. Of a recording that fails, there is nothing else. */
  onStep?: ((line: StepLog) => void) | undefined;
  log: Logger;
}

/** A finished film: its files, and what is known of them. */
export interface Recording {
  videoPath: string;
  /** A PNG, its longer side at most 1280; null for a film without frames. */
  thumbnailPath: string | null;
  /** When the film shows what its poster shows. */
  posterTimeMs: number;
  gifPath: string | null;
  /** JPEGs, the longer side at most 960. */
  snapshots: { timeMs: number; path: string; label: string }[];
  /** WebVTT: what is shown in words, and the chapters. */
  captionsPath: string;
  chaptersPath: string;
  /** The take's file; null where none was asked for. */
  takePath: string | null;
  durationMs: number;
  frames: number;
  recordingLog: StepLog[];
  /** The script as it was played. The selectors that found their elements stand first. */
  script: ActionScript;
  title: string;
  /** Wall times in ms. Capture, compose and encode run side by side. `compose` is the work alone, without waiting. */
  timingsMs: Record<
    'launch' | 'load' | 'capture' | 'compose' | 'encode' | 'gif' | 'thumbnail' | 'total',
    number
  >;
  /** The largest memory of this process so far. Browser and ffmpeg are processes of their own. */
  peakRssBytes: number;
}
