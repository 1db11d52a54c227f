import { readdirSync, readFileSync } from 'node:fs';

/** A process that runs now. */
export interface Process {
  pid: number;
  /** The program's name, as the kernel cuts it: 15 characters. */
  name: string;
  command: string;
}

/** All processes below `root`, without it. Linux only. */
export function descendantsOf(root: number): Process[] {
  const childrenOf = new Map<number, number[]>();
  for (const pid of allPids()) {
    const stat = read(`/proc/${pid}/stat`);
    // The program's name, in parentheses, may hold spaces.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid]);
  }
  const found: number[] = [];
  const waiting = [...(childrenOf.get(root) ?? [])];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    found.push(pid);
    waiting.push(...(childrenOf.get(pid) ?? []));
  }
  return found.map(describe);
}

/** The processes that have `text` in their command line or environment, or work in a folder below it. */
export const processesOf = (text: string): Process[] =>
  allPids()
    .filter((pid) => pid !== process.pid && !isDead(pid))
    .filter((pid) => ['cmdline', 'environ'].some((file) => read(`/proc/${pid}/${file}`).includes(text)))
    .map(describe);

const describe = (pid: number): Process => ({
  pid,
  name: read(`/proc/${pid}/comm`).trim(),
  command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim(),
});

/** A zombie has ended. Only its parent has not asked yet. */
const isDead = (pid: number) => /^State:\s+[ZX]/m.test(read(`/proc/${pid}/status`));
const allPids = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
