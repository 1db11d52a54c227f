import { type ChildProcess, spawn } from 'node:child_process';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import puppeteer, { type Browser } from 'puppeteer-core';
import { RecordingFault } from '../../contract/fault.ts';
import { within } from '../deadline.ts';
import type { Executable } from './executable.ts';
import { browserFlags } from './flags.ts';
import { fontEnvironment } from './fonts.ts';
import { passNiceness } from './group-niceness.ts';
import { browserIdentity, type Identity } from './identity.ts';
import type { LaunchOptions } from './options.ts';
import { ProtocolPipe } from './pipe.ts';
import { makePrivateFolder } from './private-folder.ts';
import { killGroup, removeFolder } from './process-group.ts';

export interface BrowserProcess {
  browser: Browser;
  pid: number;
  pipe: ProtocolPipe;
  /** Everything that the browser writes lies in it. */
  folder: string;
  /** Kills the browser with all its processes and removes its files. It may be called twice. */
  close(): Promise<void>;
}

const connectMs = 30_000;
const protocolTimeoutMs = 60_000;
// The last lines before a browser ends usually say why, such as a missing library.
const stderrTailLength = 2_000;

/**
 * The ways to start the browser, the safest first. Chromium's sandbox needs an ordinary user, and user namespaces. Where they are
 * closed, the browser runs without it. A machine that does not let root change its user, as some containers do, runs the browser as root.
 */
const confinements = (): Confinement[] => {
  const identity = browserIdentity();
  const ordinary = [
    { identity, sandbox: true },
    { identity, sandbox: false },
  ];
  return identity === null ? ordinary : [...ordinary, { identity: null, sandbox: false }];
};

interface Confinement {
  identity: Identity | null;
  sandbox: boolean;
}

/** Starts a browser process, as confined as the machine allows. @throws RecordingFault `browser`. */
export async function startProcess(
  executable: Executable,
  options: LaunchOptions,
  beginFrame: boolean,
): Promise<BrowserProcess> {
  let cause: unknown;
  for (const confinement of confinements()) {
    try {
      return await spawnAndConnect(executable, options, beginFrame, confinement);
    } catch (fault) {
      cause = fault;
      options.log.warn({ err: fault, ...confinement }, 'the browser did not start like this');
    }
  }
  throw new RecordingFault('browser', 'The browser could not be started.', { retryable: true, cause });
}

async function spawnAndConnect(
  executable: Executable,
  { viewport, deviceScaleFactor, proxy, tempDir }: LaunchOptions,
  beginFrame: boolean,
  { identity, sandbox }: Confinement,
): Promise<BrowserProcess> {
  const privateFolder = await makePrivateFolder(tempDir, identity);
  const windowSize = { width: viewport.width, height: viewport.height };
  const flags = browserFlags({ windowSize, deviceScaleFactor, proxy, sandbox, beginFrame });
  const defaults = await puppeteer.defaultArgs({
    args: flags,
    headless: 'shell',
    userDataDir: join(privateFolder, 'profile'),
  });
  const child = spawn(executable.path, [...defaults, '--remote-debugging-pipe'], {
    // The browser gets nothing of our environment, which holds secrets, because it runs strangers' code.
    env: {
      HOME: privateFolder,
      TMPDIR: privateFolder,
      // Whoever clears up after a killed service finds the browsers of a job by the job's folder.
      SHOWREEL_JOB_FOLDER: tempDir,
      LANG: 'en_US.UTF-8',
      ...executable.env,
      ...fontEnvironment(),
    },
    // Pipes close when their owner dies, even by SIGKILL, and Chromium then ends itself.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Makes the browser the leader of a process group, so that all its processes can be killed at once.
    detached: true,
    ...identity,
  });
  const stderrTail = keepStderrTail(child);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= killGroup(child).finally(() => removeFolder(privateFolder));
    return closing;
  };
  try {
    const failedToSpawn = new Promise<never>((_, reject) => child.once('error', reject));
    const pipe = new ProtocolPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
    const connected = puppeteer.connect({
      transport: pipe,
      defaultViewport: null,
      protocolTimeout: protocolTimeoutMs,
    });
    const browser = await within(
      Promise.race([connected, failedToSpawn]),
      connectMs,
      'The browser does not answer.',
    );
    if (child.pid === undefined) throw new Error('The browser has no process.');
    void passNiceness(child.pid, getPriority());
    return {
      browser,
      pid: child.pid,
      pipe,
      folder: privateFolder,
      close: () => close().finally(() => browser.disconnect()),
    };
  } catch (cause) {
    await close();
    throw new Error(`The browser ended as it started. It said: ${stderrTail() || 'nothing'}`, { cause });
  }
}

/** Keeps the end of what the process writes to stderr. It is read until the process ends, so that a full pipe never blocks it. */
function keepStderrTail({ stderr }: ChildProcess): () => string {
  let tail = '';
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-stderrTailLength);
  });
  return () => tail.trim();
}
