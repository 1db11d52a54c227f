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
    // For what hangs. Most that have no limit of their own take less than 20 s on two idle cores, and a busy machine must not fail a test: one
    // took 4,769 s for what takes 1,430.
    testTimeout: 360_000,
    hookTimeout: 360_000,
    teardownTimeout: 30_000,
    // Of its own, vitest gives up after 1 s, which a page on a busy machine can take for one answer.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // Two films at a time, with a third file beside them, are work for two processors. A run with four took as long (1,716 s and 1,723 s),
      // and three tests with a time of their own failed in it.
      { test: { name: 'all', include: ['test/**/*.test.ts'], exclude: timed, maxWorkers: 3 } },
      { test: { name: 'timed', include: timed, maxWorkers: 2, sequence: { groupOrder: 1 } } },
    ],
  },
});
