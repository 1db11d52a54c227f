import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '../../support/contract.ts';

/**
 * For one operation, `describeOperation` demands a test for each status, and each test has to see its own status. This test
 * proves that every operation has such tests.
 */
test('every operation of the document under /api/v1 has its tests in this folder', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.test.ts'));
  const texts = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), 'utf8')));
  const described = texts.flatMap((text) =>
    [...text.matchAll(/^describeOperation\('(\w+)'/gm)].map(([, name]) => name),
  );
  const documented = operations
    .filter(({ path }) => path.startsWith('/api/v1/'))
    .map(({ operation }) => operation.operationId);
  expect(described.sort()).toEqual(documented.sort());
});
