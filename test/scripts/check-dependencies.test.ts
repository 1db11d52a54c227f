import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeDependencies, type LockedPackage, permits } from '../../scripts/dependencies/judge.ts';

const { packages } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as { packages: Record<string, LockedPackage> };

/** What is said of the lock file with this package in it. */
const withPackage = (name: string, entry: LockedPackage) =>
  judgeDependencies({ ...packages, [`node_modules/${name}`]: { version: '1.0.0', ...entry } });
const integrity = 'sha512-AAAA';

test('every locked package has a hash, an allowed licence or an exception, and every exception a package', () => {
  expect(judgeDependencies(packages)).toEqual([]);
  const without = Object.entries(packages).filter(([path]) => !path.endsWith('/jsonify'));
  expect(judgeDependencies(Object.fromEntries(without))).toEqual([
    'jsonify: no package needs this exception any more',
  ]);
});

test.each([
  ['a licence that is not allowed', { license: 'AGPL-3.0-only', integrity }, 'AGPL-3.0-only'],
  ['no licence', { integrity }, 'none is named'],
  ['no hash', { license: 'MIT' }, 'no hash'],
  [
    'another source',
    { license: 'MIT', integrity, resolved: 'https://example.com/a.tgz' },
    'https://example.com/a.tgz',
  ],
])('a package with %s is refused by its name', (_, entry, why) => {
  const faults = withPackage('planted', entry);
  expect(faults).toEqual([expect.stringContaining(why)]);
  expect(faults[0]).toContain('planted 1.0.0');
});

test('of licences to choose from one must be allowed, and of licences that hold together all', () => {
  expect(permits('(AGPL-3.0-only OR MIT)')).toBe(true);
  expect(permits('MIT AND LGPL-3.0-or-later')).toBe(false);
  expect(permits('(MIT AND Zlib)')).toBe(true);
});
