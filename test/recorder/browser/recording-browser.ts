import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../../src/log.ts';
import {
  type BrowserSession,
  type LaunchOptions,
  launchBrowser,
} from '../../../src/recorder/browser/index.ts';
import { viewports } from '../../../src/recorder/contract/take-frame.ts';

export const log = createLogger('silent');

export interface RecordingBrowser {
  session: BrowserSession;
  tempDir: string;
  close(): Promise<void>;
}

/** A browser to film with, and the folder it keeps its files in. */
export async function openRecordingBrowser(options: Partial<LaunchOptions> = {}): Promise<RecordingBrowser> {
  const tempDir = await mkdtemp(join(tmpdir(), 'showreel-test-'));
  const session = await launchBrowser({
    tempDir,
    viewport: viewports.desktop,
    deviceScaleFactor: 1,
    log,
    ...options,
  });
  return {
    session,
    tempDir,
    async close() {
      await session.close();
      await rm(tempDir, { recursive: true, force: true });
    },
  };
}
