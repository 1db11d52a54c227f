import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shorten, textInPage, wellFormed, wellFormedData } from '../src/text.ts';

const family = '👨‍👩‍👧‍👦';
const accented = `a${'\u0301'.repeat(40)}`;
const pieces = [
  'a',
  ' ',
  'é',
  'e\u0301',
  '漢',
  '각',
  'न्',
  '😀',
  '👍🏽',
  family,
  '🇩🇪',
  '🇫',
  '❤️',
  '©\ufe0f',
  accented,
];
const broken = ['\ud83d', '\ude00', '\0'];
const texts = (from: string[]) =>
  fc.array(fc.constantFrom(...from), { maxLength: 60 }).map((parts) => parts.join(''));
const lengths = fc.nat({ max: 120 });
const clusters = (text: string) => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);

describe('a text that is shortened', () => {
  test('is a well-formed beginning of what it was, and never longer than it may be', () => {
    fc.assert(
      fc.property(texts([...pieces, ...broken]), lengths, (text, max) => {
        const short = shorten(text, max);
        expect(short.length).toBeLessThanOrEqual(max);
        expect(short.isWellFormed() && !short.includes('\0')).toBe(true);
        expect(wellFormed(text).startsWith(short)).toBe(true);
        if (wellFormed(text).length <= max) expect(short).toBe(wellFormed(text));
      }),
    );
  });

  test('keeps as many whole characters as there is room for', () => {
    fc.assert(
      fc.property(texts(pieces), lengths, (text, max) => {
        const whole = clusters(text);
        let kept = '';
        for (const one of whole) {
          if ((kept + one).length > max) break;
          kept += one;
        }
        // Where the first character alone is longer than `max`, its beginning is kept.
        if (kept === '' && whole[0]) expect(whole[0].startsWith(shorten(text, max))).toBe(true);
        else expect(shorten(text, max)).toBe(kept);
      }),
    );
  });

  test('is cut at the very length where it is plain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), lengths, (text, max) => {
        const plain = text.replaceAll('\0', '');
        expect(shorten(text, max)).toBe(plain.slice(0, max));
      }),
    );
  });

  test.each([
    ['a😀b', 2, 'a'],
    ['a😀b', 3, 'a😀'],
    [`a${family}b`, 11, 'a'],
    [`a${family}b`, 12, `a${family}`],
    ['🇩🇪🇫🇷', 6, '🇩🇪'],
    ['cafe\u0301', 4, 'caf'],
    [accented, 10, `a${'\u0301'.repeat(9)}`],
    [family, 4, '👨\u200d'],
    ['a\ud83d\0b', 3, 'a\ufffdb'],
    ['anything', 0, ''],
    ['', 5, ''],
  ])('%j to %i: %j', (text, max, short) => {
    expect(shorten(text, max)).toBe(short);
  });

  test('is the same where its code was sent to a page as text', () => {
    const inPage = new Function('text', 'max', `${textInPage}\nreturn shorten(text, max);`);
    fc.assert(
      fc.property(texts([...pieces, ...broken]), lengths, (text, max) => {
        expect(inPage(text, max)).toBe(shorten(text, max));
      }),
    );
  });
});

test('data is the same but for what the store would refuse, in names too', () => {
  expect(
    wellFormedData({ 'a\0': ['x\ud83d', 1, null, true, undefined, { deep: '\ude00y' }], plain: '😀' }),
  ).toEqual({ a: ['x\ufffd', 1, null, true, undefined, { deep: '\ufffdy' }], plain: '😀' });
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(wellFormedData(JSON.parse(text))).toEqual(JSON.parse(text));
    }),
  );
});
