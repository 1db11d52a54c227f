import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppServer } from '../apps/source.ts';
import { freePort } from '../free-port.ts';
import { install } from './install.ts';
import { StateLog } from './state-log.ts';
import type { Running, Stranger } from './stranger.ts';

export interface StrangerServer extends AppServer {
  running: Running;
  state(): Promise<unknown>;
}

/** Serves an application on a port and in a folder that it alone has, with what it begins with. */
export async function serveStranger(stranger: Stranger, folder: string): Promise<StrangerServer> {
  const home = join(folder, 'home');
  await mkdir(home);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const running: Running = { modules: await install(stranger), folder: home, port, origin };
  const { command, cwd, env, path } = await stranger.start(running);
  const child = run(command, cwd ?? home, { ...plainEnv(), HOME: home, ...env });
  try {
    await answers(`${origin}/${(path ?? '').replace(/#.*/, '')}`, child);
    await stranger.seed?.(running);
  } catch (cause) {
    await stop(child);
    throw new Error(`The server of ${stranger.app} did not start.`, { cause });
  }
  const state = () => stranger.state(running);
  const states = new StateLog(state);
  return {
    running,
    state,
    url: `${origin}/${path ?? ''}`,
    log: async (from = 0) => (await states.lines()).slice(from),
    async verify(id) {
      const ok = taskOf(stranger, id).isDone(await state());
      return { ok, message: ok ? 'done' : 'the state is not what was asked for' };
    },
    async stop() {
      await states.stop();
      await stop(child);
    },
  };
}

export function taskOf(stranger: Stranger, id: string) {
  const task = stranger.tasks.find((one) => one.id === id);
  if (!task) throw new Error(`${stranger.app} has no task ${id}.`);
  return task;
}

/** What a program needs of this process's surroundings, and nothing that would be secret. */
const plainEnv = () => ({ PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', TZ: 'UTC' });

function run(
  [file = '', ...args]: readonly string[],
  cwd: string,
  env: Record<string, string>,
): ChildProcess {
  // A group of its own, so that its children end with it.
  const child = spawn(file, args, { cwd, env, stdio: 'ignore', detached: true });
  const end = () => kill(child);
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  child.on('error', () => undefined);
  return child;
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (child.exitCode === null && child.signalCode === null && performance.now() < endMs) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${url} does not answer.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  kill(child);
  await ended;
}

function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
