import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { Failures } from './test/support/failures.ts';
import { Order } from './test/support/order.ts';

/** Files that hold something to so many milliseconds of this machine. They come last, and have one neighbour at most. */
const timed = [
  'test/api/progress/progress-socket.test.ts',
  'test/api/auth/revoked-keys.test.ts',
  'test/end-to-end/main.test.ts',
  'test/pictures/draw-anew.test.ts',
  'test/planner/language.test.ts',
  'test/planner/observe.test.ts',
  'test/probe/probe.test.ts',
  'test/recorder/browser/frame-clock.test.ts',
  'test/store/append.test.ts',
  'test/store/doorbell.test.ts',
  'test/store/rebuild-live.test.ts',
  'test/worker/queue/lease.test.ts',
];

const gone = timed.filter((file) => !existsSync(join(import.meta.dirname, file)));
if (gone.length > 0) throw new Error(`vitest.config.ts names files that are not there: ${gone.join(', ')}`);

export default defineConfig({
  test: {
    environment: 'node',
    reporters: ['default', new Failures()],
    globalSetup: ['test/support/postgres.ts'],
    pool: 'forks',
    // For the programs that tests start, which otherwise take twice as long to load.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
    // Our modules keep nothing but caches, and loading them takes a second: files share the process of their worker.
    isolate: false,
    sequence: { sequencer: Order },
    // For what hangs. The longest take 20 s on two idle cores, and other work on the machine must not fail a test.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    teardownTimeout: 30_000,
    projects: [
      // Two films at a time use two processors to about two thirds; with four, they only time out each other.
      { test: { name: 'all', include: ['test/**/*.test.ts'], exclude: timed, maxWorkers: 3 } },
      { test: { name: 'timed', include: timed, maxWorkers: 2, sequence: { groupOrder: 1 } } },
    ],
  },
});
