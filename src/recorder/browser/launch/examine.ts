import { readdir, readFile } from 'node:fs/promises';
import { launchBrowser } from './launch.ts';
import type { LaunchOptions } from './options.ts';

/** What the kernel says of a process: lines of /proc/<pid>/status. */
interface ProcessState {
  uid: number;
  /** Effective ones, in hex; zeros where it has none. */
  capabilities: string;
  seccomp: boolean;
  noNewPrivileges: boolean;
  /** Whether it lives in a namespace of processes of its own. */
  namespaced: boolean;
}

/** A browser, and its process that runs a page's scripts. */
export interface BrowserState {
  browser: ProcessState;
  renderer: ProcessState;
}

/**
 * Starts a browser as for a film and reads from the kernel how its processes are confined. Settings alone do not tell: containers,
 * security modules and sysctls all have a say.
 * @returns null where there is no /proc.
 */
export async function examineBrowser(
  options: Pick<LaunchOptions, 'chromiumPath' | 'tempDir' | 'signal' | 'log'>,
): Promise<BrowserState | null> {
  const session = await launchBrowser({
    ...options,
    viewport: { width: 320, height: 240, isMobile: false },
    deviceScaleFactor: 1,
  });
  try {
    const browser = await stateOf(session.pid);
    const renderer = await stateOf(await rendererOf(session.pid));
    return browser && renderer && { browser, renderer };
  } finally {
    await session.close();
  }
}

async function stateOf(pid: number): Promise<ProcessState | null> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const lines = new Map(text.split('\n').map((line) => [line.split(':')[0], line.split(/:\s*/)[1] ?? '']));
  if (!lines.has('Uid')) return null;
  return {
    uid: Number(lines.get('Uid')!.split('\t')[1]),
    capabilities: lines.get('CapEff')!,
    seccomp: lines.get('Seccomp') === '2',
    noNewPrivileges: lines.get('NoNewPrivs') === '1',
    namespaced: lines.get('NSpid')!.split('\t').length > 1,
  };
}

/** The browser leads a process group, and its renderers belong to it. */
async function rendererOf(browserPid: number): Promise<number> {
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const [stat, commandLine] = await Promise.all(
      ['stat', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    );
    // The name of the program, in parentheses, may hold spaces.
    const group = stat!.slice(stat!.lastIndexOf(')')).split(' ')[3];
    if (group === String(browserPid) && commandLine!.includes('--type=renderer')) return Number(pid);
  }
  return 0;
}
