import { RecordingFault } from '../../recorder/contract/fault.ts';
import { layoutShot } from '../../recorder/contract/shot-layout.ts';
import {
  type BrowserSession,
  demandSelectors,
  type Executable,
  type Guard,
  launchBrowser,
  loadPage,
  type SignIn,
  signIn,
} from '../../recorder/index.ts';
import { isOnSite } from '../../site.ts';
import type { FilmOrder } from './film.ts';
import type { Limited } from './page/within-limits.ts';
import type { FilmScene } from './scene.ts';

/** What a project signs in with, and the CSS selectors of what its films hide. */
export type ProjectLogin = SignIn & { maskSelectors: string[] };

/** A browser with the order's page in it. It is closed at the end of the scope that holds it. */
export interface OpenedPage extends AsyncDisposable {
  session: BrowserSession;
  /** How the browser reaches the guard. */
  proxy: { url: string; username: string; password: string };
  /** Loads the order's page anew. */
  load(): Promise<void>;
}

export interface Opening {
  guard: Guard;
  scene: FilmScene;
  login: ProjectLogin | null;
  chromiumPath: string | null;
  executable?: Executable | undefined;
  /** Whether somebody acts on the page off camera, which must not write anything. */
  isTriedOut: boolean;
  /** Is done in the browser before anything is loaded in it. */
  beforeLoad?: (session: BrowserSession) => Promise<void>;
  /** Unless given, the page has the usual limits. */
  limited?: Limited;
}

/**
 * Starts a browser behind the guard, signs in where the project has a login, and loads the order's page. A film that we plan
 * stays on the page's site; a supplied script goes wherever it was recorded.
 */
export async function openPage(
  opening: Opening,
  order: Pick<FilmOrder, 'job' | 'signal' | 'log' | 'folder' | 'onStep'>,
): Promise<OpenedPage> {
  const { guard, scene, login, chromiumPath, executable } = opening;
  const { job, signal, log, folder } = order;
  const proxy = { url: guard.url, ...guard.credentials };
  const maskSelectors = login?.maskSelectors ?? [];
  const session = await launchBrowser({
    ...(chromiumPath && { chromiumPath }),
    executable,
    tempDir: folder,
    proxy,
    viewport: scene.viewport,
    deviceScaleFactor: layoutShot(scene).scale,
    fps: scene.output.fps,
    maskSelectors,
    ...opening.limited,
    signal,
    log,
  });
  const options = { explain: guard.explain, signal, log };
  const load = async () => {
    await loadPage(session, job.url, options);
  };
  try {
    await opening.beforeLoad?.(session);
    if (opening.isTriedOut) await session.tab.writeHold.prepare();
    if (login) {
      await demandSelectors(session, maskSelectors);
      await signIn(session, login, job.url, options);
    }
    await loggedAsFirstStep(load(), order);
    if (!job.supplied) {
      const homes = [job.url, session.page.url()];
      await session.tab.fence.keepInside((url) => homes.some((home) => isOnSite(url, home)));
    }
  } catch (error) {
    await session.close();
    throw error;
  }
  return { session, proxy, load, [Symbol.asyncDispose]: () => session.close() };
}

/** A page that cannot be opened becomes a failed first step in the recording log, whatever the script would have been. */
async function loggedAsFirstStep(
  loading: Promise<void>,
  { job, onStep }: Pick<FilmOrder, 'job' | 'onStep'>,
): Promise<void> {
  try {
    await loading;
  } catch (error) {
    onStep({
      step: Math.max(0, job.script?.steps.findIndex(({ type }) => type === 'navigate') ?? 0),
      type: 'navigate',
      intent: 'Open the page',
      selector: null,
      startMs: 0,
      endMs: 0,
      status: 'failed',
      message: error instanceof RecordingFault ? error.message : 'The page could not be opened.',
    });
    throw error;
  }
}
