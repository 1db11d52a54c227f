import { defineConfig } from 'vitest/config';

/** `make pictures`: the database of the tests, and one file that is none of them. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/postgres.ts'],
    include: ['scripts/pictures/take.ts'],
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
});
