import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { findExecutable } from '../../../src/recorder/browser/launch/executable.ts';
import { browserIdentity } from '../../../src/recorder/browser/launch/identity.ts';
import { openRecordingBrowser, type RecordingBrowser } from './recording-browser.ts';

/** The processes of a group. A browser leads the group of all that it starts. */
async function processesOf(group: number): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).map(Number).filter((pid) => pid > 0)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(pgrp) === group && state !== 'Z') found.push(pid);
  }
  return found;
}

/** The browser that was launched with `folder`. */
async function browserIn(folder: string): Promise<number> {
  for (const pid of (await readdir('/proc')).map(Number).filter((pid) => pid > 0)) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (environment.includes(`SHOWREEL_JOB_FOLDER=${folder}`) && (await processesOf(pid)).length > 0)
      return pid;
  }
  throw new Error(`no browser works in ${folder}`);
}

/** Those of its processes that do not end. */
async function leftOf(group: number): Promise<number[]> {
  const endMs = performance.now() + 30_000;
  let left = await processesOf(group);
  while (left.length > 0 && performance.now() < endMs) {
    await new Promise((done) => setTimeout(done, 50));
    left = await processesOf(group);
  }
  return left;
}

/** Whether this machine lets an ordinary user make a sandbox. */
const isSandboxed = spawnSync('unshare', ['--user', 'true'], browserIdentity() ?? {}).status === 0;

const browsers: RecordingBrowser[] = [];
const open = async (...args: Parameters<typeof openRecordingBrowser>) => {
  const browser = await openRecordingBrowser(...args);
  browsers.push(browser);
  return browser;
};
afterEach(async () => {
  for (const browser of browsers.splice(0)) await browser.close();
});

describe('a launched browser', () => {
  it('draws on demand', async () => {
    const { session } = await open();
    expect(session.tab.clock.kind).toBe('begin-frame');
  });

  it.each(['sans-serif', 'serif', 'monospace'])(
    'draws spaces and digits in %s at their own width, even where an emoji font follows in the list',
    async (family) => {
      const { session } = await open();
      const line = (font: string) => `<span style='font:40px ${font}'>12 men in 2 boats</span><br>`;
      const fonts = [family, `"No Such Font", ${family}, "Apple Color Emoji", "Noto Color Emoji"`];
      const content = session.page.setContent(fonts.map(line).join(''), { waitUntil: 'domcontentloaded' });
      await session.tab.during(content);
      const widths = await session.tab.ask(() =>
        [...document.querySelectorAll('span')].map((span) => span.getBoundingClientRect().width),
      );
      expect(widths[1]).toBe(widths[0]);
    },
  );

  it('runs as nobody who may do anything, also where the service is root', async () => {
    const { session } = await open();
    await session.tab.during(session.page.goto('data:text/html,<p>A page'));
    const statuses = await Promise.all(
      (await processesOf(session.pid)).map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')),
    );
    const alive = statuses.filter((status) => /^State:\t[^Z]/m.test(status));
    expect(alive.length).toBeGreaterThan(2);
    for (const status of alive) expect(status).not.toMatch(/^Uid:\t0\t/m);
    // The processes that make the sandbox have capabilities, but only within it.
    const [main] = alive;
    expect(main).toMatch(/^CapEff:\t0+$/m);
    if (isSandboxed)
      expect(alive.some((status) => /^CapEff:\t0+$/m.test(status) && /^Seccomp:\t2$/m.test(status))).toBe(
        true,
      );
  });

  it('leaves no process and no file when it is closed, even twice', async () => {
    const { session, tempDir } = await open();
    expect((await processesOf(session.pid)).length).toBeGreaterThan(2);
    await Promise.all([session.close(), session.close()]);
    expect(await leftOf(session.pid)).toEqual([]);
    expect(await readdir(tempDir)).toEqual([]);
  });

  it('is closed by an abort, and every pending wait is rejected at once', async () => {
    const controller = new AbortController();
    const { session } = await open({ signal: controller.signal });
    const waiting = session.tab.during(new Promise(() => undefined));
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await session.close();
    expect(await leftOf(session.pid)).toEqual([]);
  });

  it('gets nothing of our environment', async () => {
    const { session } = await open();
    const environment = await readFile(`/proc/${session.pid}/environ`, 'utf8');
    const names = environment.split('\0').map((entry) => entry.split('=')[0]);
    expect(
      names.filter(
        (name) =>
          name && !/^(HOME|TMPDIR|LANG|LD_LIBRARY_PATH|FONTCONFIG_PATH|SHOWREEL_JOB_FOLDER)$/.test(name),
      ),
    ).toEqual([]);
  });

  it('dies with its owner, even when the owner is killed by SIGKILL', async () => {
    const tempDir = await mkdtemp(join(tmpdir(), 'showreel-test-'));
    const launch = fileURLToPath(new URL('../../../src/recorder/browser/index.ts', import.meta.url));
    const logs = fileURLToPath(new URL('../../../src/log.ts', import.meta.url));
    const script = `
      const { launchBrowser } = await import(${JSON.stringify(launch)});
      const { createLogger } = await import(${JSON.stringify(logs)});
      await launchBrowser({ tempDir: ${JSON.stringify(tempDir)}, viewport: { width: 400, height: 300, isMobile: false },
        deviceScaleFactor: 1, log: createLogger('silent') });
      console.log('launched');
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface({ input: owner.stdout }), 'line');
    const browser = await browserIn(tempDir);
    owner.kill('SIGKILL');
    expect(await leftOf(browser)).toEqual([]);
    await rm(tempDir, { recursive: true, force: true });
  });
});

it('on a processor that the packed browser is not built for, Debian’s runs, or the error names its package', async () => {
  const debian = '/usr/lib/chromium/chromium-headless-shell';
  const found = await findExecutable(undefined, 'arm64').catch((error: Error) => error);
  if (existsSync(debian)) expect(found).toEqual({ path: debian, env: {} });
  else expect(String(found)).toContain("install Debian's package chromium-headless-shell");
});
