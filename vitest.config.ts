import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { Failures } from './test/support/failures.ts';
import { Order, timed } from './test/support/order.ts';

export default defineConfig({
  test: {
    environment: 'node',
    reporters: ['default', new Failures()],
    globalSetup: ['test/support/compile-cache.ts', 'test/support/postgres.ts'],
    pool: 'forks',
    // Our modules keep nothing but caches, and loading them takes a second: files share the process of their worker.
    isolate: false,
    // Programs that tests start take half as long to load when Node finds here what it has compiled before.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') },
    sequence: { sequencer: Order },
    // For what hangs. The longest take 20 s on two idle cores, and other work on the machine must not fail a test.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    teardownTimeout: 30_000,
    // Of its own, vitest gives up after 1 s, which a page on a busy machine can take for one answer.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      // A file takes less than half of a processor: it waits for servers, pages and the clock. With three at a time, two
      // processors had nothing to do for a third of the run. More than four films would only time out each other.
      { test: { name: 'all', include: ['test/**/*.test.ts'], exclude: timed, maxWorkers: 4 } },
      { test: { name: 'timed', include: timed, maxWorkers: 2, sequence: { groupOrder: 1 } } },
    ],
  },
});
