/**
 * `make chaos` puts the whole service under load and kills its parts at random moments: CHAOS_KILLS (100) of them. Afterwards it
 * looks whether an acknowledged command was lost, a demo got stuck, a credit is wrong, or anything was left behind. CHAOS_SEED repeats the
 * choices of an earlier run.
 */
import { z } from 'zod';
import { printReport } from './chaos/report.ts';
import { run } from './chaos/run.ts';

const settings = z.object({
  CHAOS_KILLS: z.coerce.number().int().min(1).max(100_000).default(100),
  CHAOS_SEED: z.coerce
    .number()
    .int()
    .min(0)
    .default(Date.now() % 1_000_000),
  CHAOS_USERS: z.coerce.number().int().min(1).max(100).default(4),
  /** The mean time between two kills. */
  CHAOS_EVERY_SEC: z.coerce.number().min(0.1).max(3600).default(3),
  /** Whether waiting jobs are run at once after the last kill. The queue waits up to minutes before it tries a job again. */
  CHAOS_HURRY: z.stringbool().default(false),
});
const parsed = settings.safeParse(
  Object.fromEntries(Object.entries(process.env).filter(([, value]) => value)),
);
if (!parsed.success) {
  for (const issue of parsed.error.issues) console.error(`${issue.path.join('.')}: ${issue.message}`);
  process.exit(2);
}
const { CHAOS_KILLS: kills, CHAOS_SEED: seed, CHAOS_USERS: users, CHAOS_EVERY_SEC: everySec } = parsed.data;
console.log(`CHAOS_SEED=${seed} CHAOS_KILLS=${kills} CHAOS_USERS=${users} CHAOS_EVERY_SEC=${everySec}`);
const report = await run({
  kills,
  seed,
  users,
  hurry: parsed.data.CHAOS_HURRY,
  everyMs: everySec * 1000,
  say: console.log,
});
printReport(report);
if (report.findings.length > 0) process.exitCode = 1;
