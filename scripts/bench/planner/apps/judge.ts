/** The judge of the applications, a program in Python: it serves an application, and says whether a task was done. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readAppLog } from '../../../../test/planning/app-log.ts';
import { freePort } from '../free-port.ts';
import type { Material } from './material.ts';
import type { AppServer, Verdict } from './source.ts';

const run = promisify(execFile);

/** Without the packages of this machine: the judge needs none, and starts in half the time. */
const plain = ['-S'];

/** Runs a program until its standard input ends, so that it never outlives this process, however that ends. */
const untilInputEnds = `import os, runpy, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name='__main__')`;

/** Serves an application anew, on a port that it alone has. @param logPath a file that is not there yet */
export async function serveApp(material: Material, app: string, logPath: string): Promise<AppServer> {
  const port = await freePort();
  const child = spawn(
    material.python,
    [
      ...plain,
      '-c',
      untilInputEnds,
      join(material.dir, 'judge.py'),
      'serve',
      material.appDir(app),
      String(port),
      logPath,
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said = `${said}${data}`.slice(-2_000);
  });
  const url = `http://127.0.0.1:${port}/`;
  try {
    await answers(`${url}api/state`, child);
  } catch (cause) {
    await stop(child);
    throw new Error(`The server of ${app} did not start: ${said.trim() || 'it says nothing'}.`, { cause });
  }
  return {
    url,
    log: async (from = 0) => readAppLog(await readFile(logPath, 'utf8').catch(() => '')).slice(from),
    verify: (task) => verify(material, app, task, url),
    stop: () => stop(child),
  };
}

/** Whether the task is done, by the state that the server at `url` has now. */
export const verify = (material: Material, app: string, task: string, url: string) =>
  ask<Verdict>(material, ['verify', material.appDir(app), task, url]);

/** The state with which an application begins, and the state in which each of `tasks` is done. */
export const expectedStates = (material: Material, app: string, tasks: readonly string[]) =>
  ask<{ seed: unknown; solved: Record<string, unknown> }>(material, [
    'expected',
    material.appDir(app),
    ...tasks,
  ]);

async function ask<Answer>(material: Material, args: readonly string[]): Promise<Answer> {
  const { stdout } = await run(material.python, [...plain, join(material.dir, 'judge.py'), ...args], {
    maxBuffer: 64 * 1024 * 1024,
    timeout: 30_000,
  });
  return JSON.parse(stdout) as Answer;
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const endMs = performance.now() + 10_000;
  while (child.exitCode === null && child.signalCode === null && performance.now() < endMs) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error('It does not answer.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
