import { expect, test } from 'vitest';
import type { KeyFocus } from '../../../../src/recorder/drive/page/key-focus.ts';
import { ShownKeys } from '../../../../src/recorder/drive/page/shown-keys.ts';

/** What is shown of keys that go down one after the other, with all modifiers held to the end. */
function shown(keys: string[], focus: KeyFocus = 'page'): (string | null)[] {
  const badge = new ShownKeys();
  return keys.map((key, at) => {
    // Each key has two steps: down and up.
    const nextKeys = keys.slice(at + 1, at + 2);
    return badge.down(key, at * 2, { focus, nextKeys })?.join(' ') ?? null;
  });
}

test.each<[string[], (string | null)[]]>([
  [
    ['Meta', 'k'],
    [null, '⌘ K'],
  ],
  [
    ['Control', 'k'],
    [null, 'Ctrl K'],
  ],
  [
    ['ControlLeft', 'KeyK'],
    [null, 'Ctrl K'],
  ],
  [
    ['Control', 'Shift', 'P'],
    [null, null, 'Ctrl Shift P'],
  ],
  [
    ['Meta', 'Shift', 'ArrowLeft'],
    [null, null, '⇧ ⌘ ←'],
  ],
  [['Escape'], ['Esc']],
  [['Enter'], ['Enter']],
  [['?'], ['?']],
  [
    ['Shift', '?'],
    [null, '?'],
  ],
  [
    ['Shift', 'G'],
    [null, 'Shift G'],
  ],
  [['F5'], ['F5']],
  [['ArrowDown'], ['↓']],
  [['Tab'], [null]],
])('of %j a film shows %j', (keys, faces) => expect(shown(keys)).toEqual(faces));

test('typed text is never shown, in a field or beside one', () => {
  expect(shown(['h', 'e', 'y'], 'line')).toEqual([null, null, null]);
  expect(shown(['H'], 'text')).toEqual([null]);
  // A code that a page without a field takes from the keyboard.
  expect(shown(['4', '7', '1', '1'])).toEqual([null, null, null, null]);
  expect(shown(['Backspace', 'ArrowLeft', 'Enter'], 'text')).toEqual([null, null, null]);
  expect(shown(['Enter'], 'line')).toEqual(['Enter']);
  expect(shown(['Control', 'a'], 'line')).toEqual([null, 'Ctrl A']);
});

test('nothing is shown of what goes into a field whose text is hidden', () => {
  for (const keys of [['s', '3'], ['Enter'], ['Control', 'v'], ['Shift', 'S'], ['Escape']])
    expect(shown(keys, 'secret')).toEqual(keys.map(() => null));
});

test('a modifier counts until it is released', () => {
  const badge = new ShownKeys();
  const page = { focus: 'page' as const, nextKeys: [] };
  badge.down('Control', 0, page);
  expect(badge.down('b', 1, page)).toEqual(['Ctrl', 'B']);
  badge.up('b');
  badge.up('Control');
  expect(badge.down('c', 9, page)).toEqual(['C']);
});
