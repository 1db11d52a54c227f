import { createHash } from 'node:crypto';
import type { RefreshSchedule } from '../projects/events.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** The hour of the day, in UTC: early in Europe and late in America, when few people look at a page. */
const atHour = 3;
/** Days from 1970-01-01, a Thursday, to the first Monday. */
const mondayShift = 4;

/**
 * When a project is refreshed next: daily between 3 and 4 in the morning UTC, weekly at that hour of a Monday. Which moment of the hour
 * depends on the project's id alone, so that not all of them come at once.
 * @returns the first such moment after `after`; null for a schedule that no clock drives.
 */
export function nextDue(schedule: RefreshSchedule, projectId: string, after: Date): Date | null {
  if (schedule !== 'daily' && schedule !== 'weekly') return null;
  const everyMs = schedule === 'daily' ? dayMs : 7 * dayMs;
  const firstMs =
    (schedule === 'daily' ? 0 : mondayShift * dayMs) + atHour * hourMs + momentOfHour(projectId);
  const passed = Math.floor((after.getTime() - firstMs) / everyMs);
  return new Date(firstMs + (passed + 1) * everyMs);
}

/** 0 to 3,599,000 ms, in whole seconds. */
const momentOfHour = (projectId: string) =>
  (createHash('sha256').update(projectId).digest().readUInt32BE(0) % 3600) * 1000;
