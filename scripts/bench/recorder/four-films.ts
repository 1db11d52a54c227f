/**
 * Four films at a time against one. Each film is a process that may take a quarter of nine tenths of the processors, whether it is alone
 * or one of four. So what is measured is what films take from one another beyond processors: memory, its bandwidth, disk, locks. A
 * machine with 16 processors has 3.6 for each film, more than one film asks for; a small machine simulates it with films that run slower.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { servePage } from '../../../test/support/moving-page.ts';
import { type Figure, figuresOf } from '../figure.ts';
import { makeProcessorShare, type ProcessorShare } from './processor-share.ts';

const run = promisify(execFile);
const atATime = 4;
const figure = figuresOf('four-films');

export async function benchFourFilms(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'showreel-bench-'));
  const page = await servePage();
  const shares: ProcessorShare[] = [];
  try {
    for (let i = 0; i < atATime; i++) {
      const share = await makeProcessorShare((availableParallelism() * 0.9) / atATime);
      if (share) shares.push(share);
    }
    if (shares.length < atATime) {
      console.error('This machine lets us make no control groups for processors: nothing to measure.');
      return [];
    }
    const film = (share: ProcessorShare) => filmOnce(share, page.url('moving'), folder);
    const [first] = shares as [ProcessorShare];
    const beforeMs = await timed(film(first));
    const togetherMs = await timed(Promise.all(shares.map(film)));
    const aloneMs = (beforeMs + (await timed(film(first)))) / 2;
    return [
      figure('one film of 5 s, alone', aloneMs / 1000, 's'),
      figure('four such films, at a time', togetherMs / 1000, 's'),
      figure('films in the same time (aim: 3)', (atATime * aloneMs) / togetherMs, 'x one'),
    ];
  } finally {
    page.stop();
    for (const share of shares) await share.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

async function filmOnce({ membersPath }: ProcessorShare, url: string, folder: string): Promise<void> {
  const program = join(import.meta.dirname, 'one-film.ts');
  const start = 'echo $$ > "$0" && exec "$@"';
  await run('/bin/sh', ['-c', start, membersPath, process.execPath, program, url, folder]);
}

async function timed(work: Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work;
  return performance.now() - startedMs;
}
