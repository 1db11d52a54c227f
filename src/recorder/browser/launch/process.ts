import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import puppeteer, { type Browser } from 'puppeteer-core';
import { RecordingFault } from '../../contract/fault.ts';
import { within } from '../deadline.ts';
import type { Executable } from './executable.ts';
import { browserFlags } from './flags.ts';
import { fontEnvironment } from './fonts.ts';
import type { LaunchOptions } from './options.ts';
import { ProtocolPipe } from './pipe.ts';
import { killGroup, removeFolder } from './process-group.ts';

export interface BrowserProcess {
  browser: Browser;
  pid: number;
  pipe: ProtocolPipe;
  /** Kills the browser with all its processes and removes its files. It may be called twice. */
  close(): Promise<void>;
}

const connectMs = 30_000;
const protocolTimeoutMs = 60_000;
// The last lines before a browser ends usually say why, such as a missing library.
const stderrTailLength = 2_000;

/** Starts a browser process, in Chromium's sandbox where the machine allows one. @throws RecordingFault `browser`. */
export async function startProcess(
  executable: Executable,
  options: LaunchOptions,
  beginFrame: boolean,
): Promise<BrowserProcess> {
  // Chromium's sandbox needs an ordinary user. Where user namespaces are closed as well, the second attempt runs without it.
  const sandboxes = process.getuid?.() === 0 ? [false] : [true, false];
  let cause: unknown;
  for (const sandbox of sandboxes) {
    try {
      return await spawnAndConnect(executable, options, beginFrame, sandbox);
    } catch (fault) {
      cause = fault;
      if (sandbox) options.log.warn({ err: fault }, 'no sandbox on this machine: starting without');
    }
  }
  throw new RecordingFault('browser', 'The browser could not be started.', { retryable: true, cause });
}

async function spawnAndConnect(
  executable: Executable,
  { viewport, deviceScaleFactor, proxy, tempDir }: LaunchOptions,
  beginFrame: boolean,
  sandbox: boolean,
): Promise<BrowserProcess> {
  await mkdir(tempDir, { recursive: true });
  const privateFolder = await mkdtemp(join(tempDir, 'browser-'));
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
      LANG: 'en_US.UTF-8',
      ...executable.env,
      ...fontEnvironment(),
    },
    // Pipes close when their owner dies, even by SIGKILL, and Chromium then ends itself.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Makes the browser the leader of a process group, so that all its processes can be killed at once.
    detached: true,
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
    return {
      browser,
      pid: child.pid,
      pipe,
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
