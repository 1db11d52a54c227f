import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Confinement, findConfinement, type Level } from '../../confine/index.ts';
import { type Isolation, noteMachine } from '../../domain/machines.ts';
import type { DomainServices } from '../../domain/services.ts';
import type { Logger } from '../../log.ts';
import { type BrowserState, examineBrowser, findFfmpeg } from '../../recorder/index.ts';

export interface IsolationSettings {
  services: Pick<DomainServices, 'sql' | 'clock'>;
  chromiumPath: string | null;
  ffmpegPath: string | null;
  log: Logger;
  signal: AbortSignal;
}

/**
 * Finds out how this machine confines what runs strangers' code or reads strangers' files, says it in the log and keeps it for the admin.
 * It starts a browser for that, which takes about a second.
 */
export async function examineIsolation(settings: IsolationSettings): Promise<Isolation[]> {
  const { services, log } = settings;
  const isolation = await examineMachine(settings);
  for (const { part, state, off } of isolation)
    if (off.length > 0) log.warn({ part, state, off }, 'less isolated than it could be');
    else log.info({ part, state }, 'isolated');
  await noteMachine(services.sql, hostname(), isolation, services.clock.now());
  return isolation;
}

/** Finds it out and tells nobody else. */
export const examineMachine = async (settings: Omit<IsolationSettings, 'services'>): Promise<Isolation[]> => [
  await ofBrowser(settings),
  ...(await ofFfmpeg(settings)),
  await ofMemory(),
];

async function ofBrowser({
  chromiumPath,
  signal,
  log,
}: Omit<IsolationSettings, 'services'>): Promise<Isolation> {
  const tempDir = await mkdtemp(join(tmpdir(), 'showreel-isolation-'));
  try {
    const state = await examineBrowser({ chromiumPath: chromiumPath ?? undefined, tempDir, signal, log });
    return state
      ? judgeBrowser(state, process.getuid?.() ?? 0)
      : { part: 'browser', state: 'not known: this machine has no /proc', off: [] };
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    return { part: 'browser', state: 'not known', off: [`no browser could be started: ${why}`] };
  } finally {
    await rm(tempDir, { recursive: true, force: true });
  }
}

const userNamespaces =
  'allow user namespaces: sysctl user.max_user_namespaces above 0 and kernel.apparmor_restrict_unprivileged_userns=0, and in a container a seccomp profile that allows them';

/** @param serviceUid of the service itself */
export function judgeBrowser({ browser, renderer }: BrowserState, serviceUid: number): Isolation {
  const own = browser.uid === serviceUid ? 'the user of the service' : 'a user of its own';
  const hasCapabilities = [browser, renderer].some(({ capabilities }) => !/^0+$/.test(capabilities));
  const state = [
    `${own} (${browser.uid})`,
    `namespaces ${renderer.namespaced ? 'on' : 'off'}`,
    `seccomp ${renderer.seccomp ? 'on' : 'off'}`,
    hasCapabilities ? `capabilities ${browser.capabilities}` : 'no capabilities',
    `no new privileges ${renderer.noNewPrivileges ? 'on' : 'off'}`,
  ].join(', ');
  const off = [
    ...(browser.uid === 0
      ? [
          'it runs as root: let root change its user (in a container: SETUID and SETGID), or run the service as an ordinary user',
        ]
      : []),
    ...(renderer.namespaced && renderer.seccomp ? [] : [`Chromium’s sandbox is off: ${userNamespaces}`]),
    ...(hasCapabilities && browser.uid !== 0 ? ['it has capabilities: take them from the service'] : []),
  ];
  return { part: 'browser', state, off };
}

async function ofFfmpeg({ ffmpegPath }: Pick<IsolationSettings, 'ffmpegPath'>): Promise<Isolation[]> {
  const { path } = await findFfmpeg(ffmpegPath).catch(() => ({ path: null }));
  if (path === null) return [{ part: 'ffmpeg', state: 'not installed', off: ['install ffmpeg'] }];
  const own = judgeProgram('ffmpeg', await findConfinement(path));
  if (process.getuid?.() !== 0) return [own];
  // Films are made by a user of their own, for whom the kernel may allow less than for root.
  const ofFilms = judgeProgram('ffmpeg of films', await findConfinement(path, filmUser));
  return [ofFilms, { ...own, part: 'ffmpeg of uploads' }];
}

/** One of the users that films are made by. */
const filmUser = { uid: 64_612, gid: 64_612 };

const levels: Record<Level, string> = {
  sandbox: 'in bubblewrap: no network, its own files alone, no other process',
  user: 'as a user of its own, with this machine’s network and public files',
  none: 'as the user of the service',
};

export const judgeProgram = (part: string, { level, limited, missing }: Confinement): Isolation => ({
  part,
  state: `${levels[level]}, ${limited ? 'memory, processor time and files bounded' : 'nothing bounded'}`,
  off: missing === null ? [] : [missing],
});

/** The bound that the service's control group sets for all its processes together. */
async function ofMemory(): Promise<Isolation> {
  const group = (await readFile('/proc/self/cgroup', 'utf8').catch(() => '')).match(/^0::(.*)$/m)?.[1];
  const bounds: number[] = [];
  for (let path = group ?? '/'; ; path = join(path, '..')) {
    const text = await readFile(join('/sys/fs/cgroup', path, 'memory.max'), 'utf8').catch(() => 'max');
    if (/^\d+/.test(text)) bounds.push(Number(text));
    if (path === '/') break;
  }
  const state =
    bounds.length > 0
      ? `all processes together at most ${(Math.min(...bounds) / 2 ** 30).toFixed(1)} GiB (control group)`
      : 'all processes together without a bound; MemoryMax= of the systemd unit, or --memory of a container, sets one';
  return { part: 'memory', state, off: [] };
}
