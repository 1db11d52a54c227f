import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashUserCode, newUserCode, shownUserCode } from '../../../src/domain/device-logins/codes.ts';
import { createSecrets } from '../../../src/secrets.ts';

it('is eight consonants in two groups, another one each time', () => {
  const codes = Array.from({ length: 500 }, newUserCode);
  for (const code of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(new Set(codes).size).toBe(500);
  expect(new Set(codes.join('')).size).toBe(21);
});

it('is the same however it is typed', () => {
  for (const typed of ['WDJB-MJHT', 'wdjbmjht', ' Wdjb mjht ', 'WDJB–MJHT'])
    expect(shownUserCode(typed)).toBe('WDJB-MJHT');
});

it('is kept as what only this service can search', () => {
  const [ours, theirs] = [createSecrets([randomBytes(32)]), createSecrets([randomBytes(32)])];
  expect(hashUserCode(ours, 'wdjbmjht')).toBe(hashUserCode(ours, 'WDJB-MJHT'));
  expect(hashUserCode(ours, 'WDJB-MJHT')).not.toBe(hashUserCode(theirs, 'WDJB-MJHT'));
});
