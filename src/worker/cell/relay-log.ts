import { z } from 'zod';
import type { Logger } from '../../log.ts';

/** A page that writes to its console without end must not fill the disk. */
const mostLines = 2_000;

const line = z.looseObject({ level: z.number(), msg: z.string().default('') });
const levels: [number, 'trace' | 'debug' | 'info' | 'warn' | 'error'][] = [
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
];

/** Puts the lines that a cell logs into the log of its job. */
export function createRelay(log: Logger): (text: string) => void {
  let count = 0;
  return (text) => {
    if (++count > mostLines) {
      if (count === mostLines + 1) log.warn('the recording logs too much: the rest is left out');
      return;
    }
    const read = line.safeParse(parsed(text));
    if (!read.success) return log.warn({ text }, 'the recording logged what is no line');
    const { level, msg, time, pid, hostname, name, ...rest } = read.data;
    const known = levels.find(([number]) => number === level)?.[1] ?? 'error';
    log[known](rest, msg);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
