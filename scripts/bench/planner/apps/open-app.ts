import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../../../src/log.ts';
import { type BrowserSession, launchBrowser } from '../../../../src/recorder/browser/index.ts';
import { loadPage } from '../../../../src/recorder/page/load.ts';
import { isOnSite } from '../../../../src/site.ts';
import { scene, stage } from './carry-out.ts';
import type { AppServer, AppSource } from './source.ts';

/** An application that nobody has touched, on a server of its own, in a browser of its own that has loaded it. */
export interface OpenedApp extends AsyncDisposable {
  server: AppServer;
  session: BrowserSession;
  /** A folder that is removed when the application is closed. */
  tempDir: string;
}

/** Opens an application as the product opens a page that it plans for. @throws where that fails; nothing is left behind then */
export async function openApp(
  source: AppSource,
  app: string,
  { folder, signal, log }: { folder: string; signal: AbortSignal; log: Logger },
): Promise<OpenedApp> {
  const closing = new AsyncDisposableStack();
  try {
    const tempDir = await mkdtemp(join(folder, 'task-'));
    closing.defer(() => rm(tempDir, { recursive: true, force: true }));
    const [served, launched] = await Promise.allSettled([
      source.serve(app, tempDir),
      openBrowser(join(tempDir, 'browser'), signal, log),
    ]);
    if (served.status === 'fulfilled') closing.defer(served.value.stop);
    if (launched.status === 'fulfilled') closing.defer(launched.value.close);
    if (served.status === 'rejected') throw served.reason;
    if (launched.status === 'rejected') throw launched.reason;
    const [server, session] = [served.value, launched.value];
    await session.tab.writeHold.prepare();
    await loadPage(session, server.url, { signal, log });
    await session.tab.fence.keepInside((url) => isOnSite(url, server.url));
    return { server, session, tempDir, [Symbol.asyncDispose]: () => closing.disposeAsync() };
  } catch (error) {
    await closing.disposeAsync();
    throw error;
  }
}

async function openBrowser(tempDir: string, signal: AbortSignal, log: Logger): Promise<BrowserSession> {
  await mkdir(tempDir);
  return launchBrowser({
    tempDir,
    viewport: scene.viewport,
    deviceScaleFactor: stage.scale,
    fps: scene.output.fps,
    signal,
    log,
  });
}
