import { describe, expect, it } from 'vitest';
import { nextDue } from '../../../src/domain/project-demos/due.ts';

const dayMs = 24 * 60 * 60_000;
const ids = Array.from({ length: 600 }, (_, n) => `proj_${n}`);
const due = (schedule: 'daily' | 'weekly', id: string, after: string) =>
  nextDue(schedule, id, new Date(after))!;

describe('when a project is due', () => {
  it('is at three o’clock in UTC, at a moment of that hour which is its own and stays', () => {
    const moments = ids.map((id) => due('daily', id, '2026-02-10T12:00:00Z'));
    for (const at of moments) expect(at.toISOString()).toMatch(/^2026-02-11T03:/);
    const perTenMinutes = Map.groupBy(moments, (at) => Math.floor(at.getUTCMinutes() / 10));
    expect([...perTenMinutes.values()].map(({ length }) => length).every((count) => count > 60)).toBe(true);
    for (const [index, id] of ids.entries())
      expect(due('daily', id, '2026-02-11T12:00:00Z').getTime()).toBe(moments[index]!.getTime() + dayMs);
  });

  it('is the same day before its moment, and the next day at and after it', () => {
    const at = due('daily', 'proj_1', '2026-02-10T00:00:00Z');
    expect(at.toISOString()).toMatch(/^2026-02-10T03:/);
    expect(nextDue('daily', 'proj_1', new Date(at.getTime() - 1))).toEqual(at);
    expect(nextDue('daily', 'proj_1', at)!.getTime()).toBe(at.getTime() + dayMs);
  });

  it('is a Monday where the schedule is weekly', () => {
    const at = due('weekly', 'proj_1', '2026-02-10T12:00:00Z');
    expect([at.getUTCDay(), at.toISOString().slice(0, 13)]).toEqual([1, '2026-02-16T03']);
    expect(nextDue('weekly', 'proj_1', at)!.getTime()).toBe(at.getTime() + 7 * dayMs);
  });

  it('is never for a project that a person or a pipeline refreshes', () => {
    for (const schedule of ['manual', 'on-deploy'] as const)
      expect(nextDue(schedule, 'proj_1', new Date())).toBeNull();
  });
});
