import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openRecordingBrowser, type RecordingBrowser } from './recording-browser.ts';

/** Processes whose command line names `folder`. Every process of a browser has its profile folder in its command line. */
async function processesWith(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found: number[] = [];
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (pid !== process.pid && command.includes(folder)) found.push(pid);
  }
  return found;
}

async function goneWithin(folder: string, ms: number): Promise<number[]> {
  const endMs = performance.now() + ms;
  let left = await processesWith(folder);
  while (left.length > 0 && performance.now() < endMs) {
    await new Promise((done) => setTimeout(done, 50));
    left = await processesWith(folder);
  }
  return left;
}

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

  it('leaves no process and no file when it is closed, even twice', async () => {
    const { session, tempDir } = await open();
    expect((await processesWith(tempDir)).length).toBeGreaterThan(0);
    await Promise.all([session.close(), session.close()]);
    expect(await goneWithin(tempDir, 3_000)).toEqual([]);
    expect(await readdir(tempDir)).toEqual([]);
  });

  it('is closed by an abort, and every pending wait is rejected at once', async () => {
    const controller = new AbortController();
    const { session, tempDir } = await open({ signal: controller.signal });
    const waiting = session.tab.during(new Promise(() => undefined));
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' });
    await session.close();
    expect(await goneWithin(tempDir, 3_000)).toEqual([]);
  });

  it('gets nothing of our environment', async () => {
    const { session } = await open();
    const environment = await readFile(`/proc/${session.pid}/environ`, 'utf8');
    const names = environment.split('\0').map((entry) => entry.split('=')[0]);
    expect(
      names.filter((name) => name && !/^(HOME|TMPDIR|LANG|LD_LIBRARY_PATH|FONTCONFIG_PATH)$/.test(name)),
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
    expect((await processesWith(tempDir)).length).toBeGreaterThan(1);
    owner.kill('SIGKILL');
    expect(await goneWithin(tempDir, 5_000)).toEqual([]);
    await rm(tempDir, { recursive: true, force: true });
  });
});
