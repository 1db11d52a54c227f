import type { Diagnosis } from './check.ts';

const marks: Record<Diagnosis['state'], string> = { ok: 'ok', warned: 'warn', failed: 'FAIL', skipped: '-' };

/** A line, and what to do about it on a second one. */
export const linesOf = ({ name, state, found, advice }: Diagnosis): string[] => [
  `${marks[state].padEnd(5)}${name.padEnd(16)}${found}`,
  ...(advice === null ? [] : [`${' '.repeat(21)}→ ${advice}`]),
];
