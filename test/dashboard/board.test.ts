import { expect, test } from 'vitest';
import { createPace } from '../../src/dashboard/data/pace.ts';
import { causeOf } from '../../src/dashboard/demo/cause.ts';
import { addressOf, readWish, wishPath } from '../../src/dashboard/home/wish.ts';
import {
  change,
  isEdited,
  isOther,
  move,
  scriptOf,
  untouched,
} from '../../src/dashboard/storyboard/board.ts';
import type { Preview } from '../../src/dashboard/storyboard/preview.ts';

const steps = ['setViewport', 'navigate', 'scroll', 'hold', 'click', 'hold', 'hover'];
const scene = (what: string, step: number) => ({
  what,
  step,
  why: '',
  stillUrl: '',
  startMs: 0,
  durationMs: 1000,
});
const preview = {
  action_script: {
    title: 'It',
    steps: steps.map((type, place) => ({
      type,
      place,
      ...(place > 1 && { showreel: { intent: 'old', name: 'x' } }),
    })),
  },
  scenes: [scene('Show the plans', 2), scene('Press “Yearly”', 4), scene('Point at it', 6)],
} as unknown as Preview;

const board = untouched(preview);
const places = (scenes = board) => scriptOf(preview, scenes).steps.map(({ place }) => place);

test('an untouched storyboard is no edit, and its script has every step in its order', () => {
  expect([isEdited(preview, board), isOther(board), places()]).toEqual([false, false, [0, 1, 2, 3, 4, 5, 6]]);
});

test('a scene that is left out takes its steps along, and what opens the page stays', () => {
  expect(places(change(board, 1, { isOut: true }))).toEqual([0, 1, 2, 3, 6]);
  expect(places(board.map((one) => ({ ...one, isOut: true })))).toEqual([0, 1]);
});

test('a scene that is moved takes its steps along, and one cannot be moved past the ends', () => {
  expect(places(move(board, 2, 0))).toEqual([0, 1, 6, 2, 3, 4, 5]);
  expect(isOther(move(board, 2, 0))).toBe(true);
  expect(move(board, 0, -1)).toBe(board);
  expect(move(board, 2, 3)).toBe(board);
});

test('the words of a scene become the intent of its steps, beside what else the steps say', () => {
  const reworded = change(board, 1, { words: 'Switch to yearly' });
  expect([isEdited(preview, reworded), isOther(reworded)]).toEqual([true, false]);
  const notes = scriptOf(preview, reworded).steps.map(({ showreel }) => showreel);
  expect(notes[1]).toBeUndefined();
  expect(notes.slice(4, 6)).toEqual([
    { intent: 'Switch to yearly', name: 'x' },
    { intent: 'Switch to yearly', name: 'x' },
  ]);
});

test.each([
  ['example.com/a', 'https://example.com/a'],
  ['  http://example.com ', 'http://example.com'],
  ['localhost:5173', 'http://localhost:5173'],
  ['127.0.0.1/x', 'http://127.0.0.1/x'],
  ['localhost.example.com', 'https://localhost.example.com'],
  ['', ''],
])('the address %j is read as %j', (typed, address) => {
  expect(addressOf(typed)).toBe(address);
});

test('a wish survives in an address, whatever it says', () => {
  const wish = {
    url: 'https://example.com/?a=b&c',
    prompt: 'Zeige “Preise” & 価格 +1 #2',
    length: '30s',
    shape: '9:16',
  } as const;
  expect(readWish(new URL(wishPath(wish), 'http://x').searchParams)).toEqual(wish);
  expect(readWish(new URLSearchParams({ url: 'example.com', prompt: ' ' }))).toBeNull();
});

test('the time that is left follows the pace, and is not told before there is one', () => {
  const pace = createPace();
  expect([pace('job_1', 0, 0), pace('job_1', 0.05, 5_000), pace('job_1', 0.2, 10_000)]).toEqual([
    null,
    null,
    40,
  ]);
  // Another job begins anew.
  expect([pace('job_2', 0.3, 11_000), pace('job_2', 0.35, 14_000), pace('job_2', 0.5, 15_000)]).toEqual([
    null,
    null,
    10,
  ]);
});

test('the picture of a failure is no part of its reason', () => {
  const told = 'It was not found. A picture of the page at that moment: /failure/demo_1-2.jpg';
  expect(causeOf({ error: told, log: null })).toEqual({
    reason: 'It was not found.',
    picture: '/failure/demo_1-2.jpg',
  });
  const log = [{ status: 'ok' }, { status: 'failed', snapshot: '/failure/demo_1-3.jpg' }];
  expect(causeOf({ error: 'No.', log })).toEqual({
    reason: 'No.',
    picture: '/failure/demo_1-3.jpg',
  });
});
