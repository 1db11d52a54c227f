import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('every test that SECURITY.md names as a proof exists, and no threat is without one', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| (?:a|who) /.test(line));
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    const proofs = row.match(/`test\/[^`]+`/g) ?? [];
    expect(proofs, row).not.toEqual([]);
    for (const proof of proofs) expect(existsSync(join(root, proof.slice(1, -1))), proof).toBe(true);
  }
});
