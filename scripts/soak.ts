/**
 * `make soak` puts a steady mixed load on the whole service for SOAK_MINUTES (60), and says whether anything grows: memory, open
 * files, connections, the queue or tables.
 */
import { z } from 'zod';
import { printSoak } from './soak/report.ts';
import { soak } from './soak/run.ts';

const settings = z.object({
  SOAK_MINUTES: z.coerce.number().min(0.5).max(10_000).default(60),
  SOAK_USERS: z.coerce.number().int().min(1).max(1000).default(3),
  /** The mean pause of a user between two things. */
  SOAK_PAUSE_SEC: z.coerce.number().min(0.1).max(3600).default(6),
});
const parsed = settings.safeParse(
  Object.fromEntries(Object.entries(process.env).filter(([, value]) => value)),
);
if (!parsed.success) {
  for (const issue of parsed.error.issues) console.error(`${issue.path.join('.')}: ${issue.message}`);
  process.exit(2);
}
const { SOAK_MINUTES: minutes, SOAK_USERS: users, SOAK_PAUSE_SEC: pauseSec } = parsed.data;
const seen = await soak({ minutes, users, pauseMs: pauseSec * 1000, say: console.log });
if (!printSoak(seen)) process.exitCode = 1;
