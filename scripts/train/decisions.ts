/** The decisions that a bench has written down, and what they teach. */
import { readFile } from 'node:fs/promises';
import type { Decision } from '../../src/planner/index.ts';

export type Ranking = Decision['ranking'];
export const rankings: readonly Ranking[] = ['press', 'field', 'way'];

/** What was decided for one task, and whether the task was done. */
export interface TaskDecisions {
  app: string;
  task: string;
  ok: boolean;
  decisions: Decision[];
}

/** One screen's candidates, with those that are right. */
export interface Lesson {
  app: string;
  ranking: Ranking;
  candidates: readonly Readonly<Record<string, number>>[];
  /** The indices of the right candidates: several where one thing can be pressed at several places. None where each is wrong. */
  right: readonly number[];
}

/** @throws where a line is not what the bench writes */
export async function readDecisions(path: string): Promise<TaskDecisions[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`DECISIONS: expected files that a bench wrote, but ${path} cannot be read.`, { cause });
  });
  const lines = text.split('\n');
  return lines.flatMap((line, index) => (line.trim() ? readLine(line, `${path}:${index + 1}`) : []));
}

function readLine(line: string, place: string): TaskDecisions {
  const refuse = (what: string): never => {
    throw new Error(`${place}: expected ${what}, as a bench writes it, came ${line.slice(0, 80)}`);
  };
  let read: Partial<TaskDecisions>;
  try {
    read = JSON.parse(line);
  } catch {
    return refuse('a line of JSON');
  }
  const { app, task, ok, decisions } = read;
  if (typeof app !== 'string' || typeof task !== 'string') return refuse('“app” and “task”');
  if (typeof ok !== 'boolean') return refuse('“ok” to be true or false');
  if (!Array.isArray(decisions) || !decisions.every(isDecision))
    return refuse('“decisions” with “ranking” and “candidates”');
  return { app, task, ok, decisions };
}

const isDecision = ({ ranking, candidates }: Decision) =>
  rankings.includes(ranking) &&
  Array.isArray(candidates) &&
  candidates.every(({ features, outcome }) => typeof features === 'object' && typeof outcome === 'string');

/**
 * What decisions teach where the judge says that their task was done: what the film does was right, what was taken back was wrong, and so
 * was whatever else its screen had. A task that was not done teaches nothing, since nobody says which of its presses was wrong. What tasks
 * of an application have in common teaches once.
 */
export function lessonsOf(tasks: readonly TaskDecisions[]): Lesson[] {
  const lessons = tasks.flatMap(({ app, ok, decisions }) =>
    ok ? decisions.flatMap((decision) => lessonOf(app, decision) ?? []) : [],
  );
  return [...new Map(lessons.map((lesson) => [JSON.stringify(lesson), lesson])).values()];
}

function lessonOf(app: string, { ranking, isFilmed, candidates }: Decision): Lesson | null {
  const known = candidates.filter(({ outcome }) => outcome !== 'unclear');
  const right = known.flatMap(({ outcome }, index) => (outcome === 'filmed' ? [index] : []));
  const isTold = right.length > 0 || isFilmed || known.some(({ outcome }) => outcome === 'undone');
  // Where a control had its value already, nobody knows whether it was the one that is meant.
  const isUnclear = right.length === 0 && known.length < candidates.length;
  if (known.length === 0 || !isTold || isUnclear) return null;
  return { app, ranking, candidates: known.map(({ features }) => features), right };
}
