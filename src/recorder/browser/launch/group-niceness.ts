import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Where a user is not root, the kernel takes one change every 100 ms from all of its users together. */
const tries = 5;
const pauseMs = 120;

/**
 * Gives the session that a process leads a niceness. Linux divides the processor among sessions first (autogroup, sched(7)),
 * and the niceness of a process counts only against others of its own session. Elsewhere, and in containers, niceness alone is enough and
 * nothing is done.
 */
export async function passNiceness(leaderPid: number, niceness: number): Promise<void> {
  // Less than others is all that an ordinary user may ask for.
  if (niceness <= 0) return;
  for (let count = 0; count < tries; count++) {
    try {
      return await writeFile(`/proc/${leaderPid}/autogroup`, String(niceness));
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'EAGAIN') return;
    }
    await delay(pauseMs);
  }
}
