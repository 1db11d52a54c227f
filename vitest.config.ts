import { defineConfig } from 'vitest/config';
import { Failures } from './test/support/failures.ts';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    reporters: ['default', new Failures()],
    globalSetup: ['test/support/postgres.ts'],
    pool: 'forks',
    // Recording tests run Chromium and ffmpeg; more than two of them at a time only time out each other.
    maxWorkers: 2,
    // For what hangs. The longest take 20 s on two idle cores, and other work on the machine must not fail a test.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    teardownTimeout: 30_000,
  },
});
