import type { Logger } from '../../../log.ts';
import type { RecordingFault } from '../../contract/fault.ts';
import type { PageLimits } from '../../contract/limits.ts';
import type { Viewport } from '../../contract/take-frame.ts';
import type { WatchTree } from '../limits/tree-watch.ts';
import type { Executable } from './executable.ts';
import type { ProxySettings } from './flags.ts';

export interface LaunchOptions {
  /** The path of the operator's own browser. Default: the packed Chromium. */
  chromiumPath?: string | undefined;
  /** The browser that was found before, maybe by another user of this machine. It takes the place of `chromiumPath`. */
  executable?: Executable | undefined;
  /** A folder for the browser's private files. `close` removes what the browser put there. */
  tempDir: string;
  /** The guard's proxy. Without one, the browser reaches this machine only. */
  proxy?: ProxySettings | undefined;
  viewport: Viewport;
  /** Picture pixels per CSS pixel. With the stage's `scale`, pictures need no resampling. */
  deviceScaleFactor: number;
  fps?: number;
  /** `screencast` films in real time even where the browser can draw on demand. */
  frames?: 'auto' | 'screencast';
  /** CSS selectors of what no frame may show. Password fields are hidden without a selector. */
  maskSelectors?: readonly string[] | undefined;
  /** Default: `defaultLimits`. */
  limits?: PageLimits | undefined;
  /** Who watches what the browser takes. Default: this process. */
  watch?: WatchTree | undefined;
  /** Called once, where the page goes over one of `limits`. The browser is killed then. */
  onOverLimit?: ((fault: RecordingFault) => void) | undefined;
  signal?: AbortSignal | undefined;
  log: Logger;
}
