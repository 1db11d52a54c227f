import { expect, test } from 'vitest';
import { versionUrls } from '../../../src/domain/demos/views/addresses.ts';

const page = (version: number) => `/page/demo_1-${version}.jpg`;
const refresh = (from: number, to: number) => ({
  old_version: from,
  new_version: to,
  before_url: page(from),
  after_url: page(to),
});
const failed = { old_version: 3, new_version: null, before_url: null, after_url: null };

test('each version that refreshes compared has its picture once, newest first', () => {
  expect(versionUrls([failed, refresh(2, 2), refresh(2, 3), refresh(1, 2)], 'https://a.example')).toEqual(
    [3, 2, 1].map((version) => ({ version, page: `https://a.example${page(version)}` })),
  );
});

test('a restyle compared nothing', () => {
  expect(versionUrls([{ old_version: 1, new_version: 2, before_url: null, after_url: null }], '')).toEqual(
    [],
  );
});
