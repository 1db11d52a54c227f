import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** One line a file, as sha256sum writes it; from inside the folder, `sha256sum --check ../events.sha256` says the same. */
const folder = new URL('../fixtures/events/', import.meta.url);
const frozen = new Map(
  readFileSync(new URL('../fixtures/events.sha256', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ').reverse() as [string, string]),
);

test('a stored example is never edited or removed: it stands for what lies in somebody’s database', () => {
  const files = readdirSync(folder);
  for (const [file, hash] of frozen) {
    expect(files).toContain(file);
    const found = createHash('sha256')
      .update(readFileSync(new URL(file, folder)))
      .digest('hex');
    expect([file, found], `${file} differs from what was frozen: add a new version instead`).toEqual([
      file,
      hash,
    ]);
  }
});

test('every stored example is frozen', () => {
  const loose = readdirSync(folder).filter((file) => !frozen.has(file));
  expect(loose, 'freeze them: (cd test/fixtures/events && sha256sum FILE >> ../events.sha256)').toEqual([]);
});
