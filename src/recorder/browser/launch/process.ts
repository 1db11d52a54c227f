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
  /** Kills it with all that it started, and removes its files. Safe to call twice. */
  close(): Promise<void>;
}

const connectMs = 30_000;
const protocolTimeoutMs = 60_000;
// What it says last before it ends is usually why, a missing library for one.
const lastWordsLength = 2_000;

/** Starts a browser of our own, in its sandbox where there can be one. @throws RecordingFault `browser`. */
export async function startProcess(
  executable: Executable,
  options: LaunchOptions,
  beginFrame: boolean,
): Promise<BrowserProcess> {
  // Chromium's sandbox needs an ordinary user; where user namespaces are closed as well, the second attempt goes without.
  const sandboxes = process.getuid?.() === 0 ? [false] : [true, false];
  let cause: unknown;
  for (const sandbox of sandboxes) {
    try {
      return await startOnce(executable, options, beginFrame, sandbox);
    } catch (fault) {
      cause = fault;
      if (sandbox) options.log.warn({ err: fault }, 'no sandbox on this machine: starting without');
    }
  }
  throw new RecordingFault('browser', 'The browser could not be started.', { retryable: true, cause });
}

async function startOnce(
  executable: Executable,
  { viewport, deviceScaleFactor, proxy, tempDir }: LaunchOptions,
  beginFrame: boolean,
  sandbox: boolean,
): Promise<BrowserProcess> {
  await mkdir(tempDir, { recursive: true });
  const home = await mkdtemp(join(tempDir, 'browser-'));
  const windowSize = { width: viewport.width, height: viewport.height };
  const flags = browserFlags({ windowSize, deviceScaleFactor, proxy, sandbox, beginFrame });
  const defaults = await puppeteer.defaultArgs({
    args: flags,
    headless: 'shell',
    userDataDir: join(home, 'profile'),
  });
  const child = spawn(executable.path, [...defaults, '--remote-debugging-pipe'], {
    // Nothing of our own environment: it holds secrets, and the browser runs strangers' code.
    env: { HOME: home, TMPDIR: home, LANG: 'en_US.UTF-8', ...executable.env, ...fontEnvironment() },
    // Over pipes, which close when their owner dies, even by SIGKILL; Chromium then ends itself.
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // Leader of a group of its own, so that all of it can be killed.
    detached: true,
  });
  const lastWords = listen(child);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= killGroup(child).finally(() => removeFolder(home));
    return closing;
  };
  try {
    const refused = new Promise<never>((_, reject) => child.once('error', reject));
    const pipe = new ProtocolPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
    const connected = puppeteer.connect({
      transport: pipe,
      defaultViewport: null,
      protocolTimeout: protocolTimeoutMs,
    });
    const browser = await within(
      Promise.race([connected, refused]),
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
    throw new Error(`The browser ended as it started. It said: ${lastWords() || 'nothing'}`, { cause });
  }
}

/** The end of what the process writes; read all its life, so that it never waits for a reader. */
function listen({ stderr }: ChildProcess): () => string {
  let words = '';
  stderr?.setEncoding('utf8').on('data', (more: string) => {
    words = (words + more).slice(-lastWordsLength);
  });
  return () => words.trim();
}
