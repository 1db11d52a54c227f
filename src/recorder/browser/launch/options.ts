import type { Logger } from '../../../log.ts';
import type { Viewport } from '../../contract/take-frame.ts';
import type { ProxySettings } from './flags.ts';

export interface LaunchOptions {
  /** A browser of the operator's own; without it the packed Chromium. */
  chromiumPath?: string | undefined;
  /** A folder for the browser's private files; what is put there is removed by `close`. */
  tempDir: string;
  /** The checking proxy. Without one, the browser reaches this machine alone. */
  proxy?: ProxySettings | undefined;
  viewport: Viewport;
  /** Picture pixels per CSS pixel: the stage's `scale`, so that pictures need no resampling. */
  deviceScaleFactor: number;
  fps?: number;
  /** `screencast` forgoes drawing on demand where it would be possible. */
  frames?: 'auto' | 'screencast';
  /** CSS selectors of what no picture may show; password fields never do. */
  maskSelectors?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
  log: Logger;
}
