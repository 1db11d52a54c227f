import { inflateSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import { afterEach, expect, test, vi } from 'vitest';
import { filmDisplay } from '../../src/cli/terminal/film-display.ts';
import { drawJpeg, pictureProtocol } from '../../src/cli/terminal/picture.ts';

const canvas = createCanvas(64, 36);
const context = canvas.getContext('2d');
context.fillStyle = '#c02040';
context.fillRect(0, 0, 64, 36);
const jpeg = canvas.toBuffer('image/jpeg', 95);
const cells = { columns: 48, rows: 13 };

afterEach(() => vi.unstubAllEnvs());

test('kitty gets the pixels of a frame, in chunks that it takes', () => {
  const chunks = drawJpeg('kitty', jpeg, cells).split('\x1b\\').slice(0, -1);
  expect(chunks[0]).toMatch(/^._Ga=T,.*f=24,o=z,s=64,v=36,c=48,r=13,m=[01];/);
  expect(chunks.at(-1)).toMatch(/m=0;/);
  const data = chunks.map((chunk) => chunk.slice(chunk.indexOf(';') + 1));
  for (const one of data) expect(one.length).toBeLessThanOrEqual(4096);
  const pixels = inflateSync(Buffer.from(data.join(''), 'base64'));
  expect(pixels.length).toBe(64 * 36 * 3);
  const [red, green, blue] = pixels;
  expect(
    [Math.abs(red! - 0xc0), Math.abs(green! - 0x20), Math.abs(blue! - 0x40)].every((off) => off < 8),
  ).toBe(true);
});

test.each([
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.0' }, true, 'iterm2'],
  [{ KITTY_WINDOW_ID: '1' }, true, 'kitty'],
  [{ KITTY_WINDOW_ID: '1' }, false, null],
  [{ KITTY_WINDOW_ID: '1', TMUX: '/tmp/tmux' }, true, null],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.99.0' }, true, null],
  [{ TERM: 'xterm-256color' }, true, null],
] as const)(
  'in a terminal that says %j (a terminal: %s), frames are drawn by %s',
  (said, isTTY, protocol) => {
    for (const name of ['TERM_PROGRAM', 'TMUX', 'STY', 'KITTY_WINDOW_ID', 'TERM']) vi.stubEnv(name, '');
    for (const [name, value] of Object.entries(said)) vi.stubEnv(name, value);
    expect(pictureProtocol({ isTTY } as NodeJS.WriteStream)).toBe(protocol);
  },
);

test('what a page calls its scenes cannot reach the terminal', () => {
  let said = '';
  const stderr = { isTTY: false, write: (text: string) => (said += text) } as unknown as NodeJS.WriteStream;
  const scene = { index: 0, count: 2, name: 'Press “\x1b]0;owned\x07”' };
  filmDisplay(stderr, async () => jpeg).show({
    status: 'recording',
    step: 'recording',
    progress: 0.42,
    message: null,
    scene,
  });
  expect(said).toBe(' 42 %  scene 1 of 2: Press “·]0;owned·”\n');
});
