/**
 * What a page may take of the machine: `process-tree` reads from /proc what the browser's processes take, and `tree-watch` says when that is
 * too much; `folder-watch` does so for its files. `launch/` comes in, and kills the browser then. They read and touch nothing else.
 */
import type { PageLimits } from '../../contract/limits.ts';
import { memoryOf, processesBelow, proportionalBytes } from './process-tree.ts';

/**
 * A page takes up to 2.5 GB of memory in a second on two cores, which is 125 MB between two looks. A look costs 0.1 ms, so all looks together
 * take 0.2 % of a core.
 */
const lookMs = 50;
/** Which processes there are, and their processor time, changes slower, and reading all of /proc costs 0.6 ms. */
const looksPerScan = 5;

export type TreeLimit = Extract<keyof PageLimits, 'memoryBytes' | 'cpuMs' | 'processes'>;

export type WatchTree = typeof watchTree;

/**
 * Watches the browser and everything that it has started, and calls `onOver` once, with the limit that they went over first. Where there is no
 * /proc, nothing is watched.
 * @param root leads a session of its own (`detached`)
 */
export function watchTree(
  root: number,
  limits: Pick<PageLimits, TreeLimit>,
  onOver: (limit: TreeLimit) => void,
): { stop(): void } {
  const watch = new TreeWatch(root, limits);
  const timer = setInterval(() => {
    const over = watch.look();
    if (over === null) return;
    clearInterval(timer);
    onOver(over);
  }, lookMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

class TreeWatch {
  readonly #root: number;
  readonly #limits: Pick<PageLimits, TreeLimit>;
  #looks = 0;
  #pids: number[] = [];
  #residentBytes = 0;
  /** What is in the sum of all processes more than once, such as the program that all of them run, or a picture that one hands another. */
  #repeatedBytes = 0;

  constructor(root: number, limits: Pick<PageLimits, TreeLimit>) {
    this.#root = root;
    this.#limits = limits;
  }

  look(): TreeLimit | null {
    if (this.#looks++ % looksPerScan === 0) {
      const processes = processesBelow(this.#root);
      this.#pids = processes.map(({ pid }) => pid);
      if (sumOf(processes, ({ cpuMs }) => cpuMs) > this.#limits.cpuMs) return 'cpuMs';
      if (sumOf(processes, ({ threads }) => threads) > this.#limits.processes) return 'processes';
    }
    return this.#takesTooMuchMemory() ? 'memoryBytes' : null;
  }

  /**
   * The sum of what each process keeps is cheap to read, and too high. The exact sum is read only where the cheap one, without what was
   * repeated in it last time, is over the limit.
   */
  #takesTooMuchMemory(): boolean {
    const memory = this.#pids.map(memoryOf);
    const residentBytes = sumOf(memory, (one) => one.ownBytes + one.fileBytes);
    // What was given back may have been what was repeated.
    this.#repeatedBytes -= Math.max(0, this.#residentBytes - residentBytes);
    this.#repeatedBytes = Math.max(0, this.#repeatedBytes);
    this.#residentBytes = residentBytes;
    if (residentBytes - this.#repeatedBytes <= this.#limits.memoryBytes) return false;
    const program = memoryOf(this.#root).fileBytes;
    const exactBytes = sumOf(
      memory,
      ({ pid, ownBytes, fileBytes }) => proportionalBytes(pid) ?? ownBytes + Math.max(0, fileBytes - program),
    );
    this.#repeatedBytes = Math.max(0, residentBytes - exactBytes);
    return exactBytes > this.#limits.memoryBytes;
  }
}

const sumOf = <T>(all: readonly T[], bytesOf: (one: T) => number) =>
  all.reduce((sum, one) => sum + bytesOf(one), 0);
