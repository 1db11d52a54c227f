import type { ModelSettings } from '../../planner/index.ts';
import type { PageLimits } from '../../recorder/contract/limits.ts';
import type { Executable, WatchTree } from '../../recorder/index.ts';
import type { ProjectLogin } from './open-page.ts';
import type { Reset } from './reset-application.ts';

/** What all films of a worker are made with. */
export interface RecordingSettings {
  /** See the guard: hosts that pages may be on although they are not public. */
  allowHosts: string[];
  /** Whether pages of this machine may be recorded. */
  allowLoopback: boolean;
  chromiumPath: string | null;
  /** The browser, where it was found before. */
  executable?: Executable;
  ffmpegPath: string | null;
  /** Frames a second of the films. */
  fps: number;
  /** The language model that plans; null where there is none. */
  model: ModelSettings | null;
  /** The bytes of a picture that this service stores itself; null where the address is not one of ours. */
  ownPicture(url: string): Promise<Uint8Array | null>;
  /**
   * The credentials with which a project signs in on its own site, and what the film hides; null where the project has neither.
   * They are in clear text, and only the browser may get them.
   */
  loginOf(projectId: string, pageUrl: string): Promise<ProjectLogin | null>;
  /** What puts a project's application back, with its secret in clear text; null where the project has none. */
  resetOf(projectId: string): Promise<Reset | null>;
  resetTimeoutMs: number;
  /** Within this time a preview is to be there. */
  previewMs: number;
  /** What a page may take while it is filmed. */
  limits: PageLimits;
  /** Who watches what the browser takes, where this process does not. */
  watch?: WatchTree | undefined;
  /** Whether what films are composed of is kept beside them. */
  keepsTakes: boolean;
}
