import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { findProbeTools, type ProbeTools } from '../../src/probe/index.ts';
import { addSound, type FilmSound, listMusic, type Voice } from '../../src/sound/index.ts';
import { heardIn, levelsOf } from './hearing.ts';

const run = promisify(execFile);
const filmMs = 8_000;
let tools: ProbeTools;
let folder: string;
let musicDir: string;

beforeAll(async () => {
  tools = await findProbeTools(null);
  folder = await mkdtemp(join(tmpdir(), 'showreel-sound-'));
  musicDir = join(folder, 'music');
  await mkdir(join(musicDir, 'a folder.mp3'), { recursive: true });
  const make = (input: string, ...rest: string[]) =>
    run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', input, ...rest]);
  const pictures = `testsrc=size=320x180:rate=30:duration=${filmMs / 1000}`;
  await make(pictures, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', join(folder, 'film.mp4'));
  await make(
    pictures,
    '-c:v',
    'libvpx-vp9',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    join(folder, 'film.webm'),
  );
  // Shorter than the film, much too loud, and below the voice's tone.
  const low = 'anoisesrc=color=pink:duration=3:amplitude=1:seed=3,lowpass=f=300,volume=12dB';
  await make(low, '-ac', '2', join(musicDir, 'Pulse.mp3'));
  await make('sine=frequency=220:duration=20', '-ac', '1', '-ar', '22050', join(musicDir, 'Hum.ogg'));
  await make('anullsrc=duration=5', '-t', '5', join(musicDir, 'Silence.wav'));
  await writeFile(join(musicDir, 'Broken.mp3'), 'ID3 is how it begins, and that is all');
  await writeFile(join(musicDir, 'notes.txt'), 'no music');
  await make(
    'sine=frequency=1000:duration=1.5:sample_rate=48000',
    '-ac',
    '1',
    '-bitexact',
    join(folder, 'tone.wav'),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Two lines, each of which is a tone of 1.5 s. */
async function voiceIn(own: string): Promise<Voice> {
  const path = join(own, 'tone.wav');
  await run('cp', [join(folder, 'tone.wav'), path]);
  return { trouble: null, say: async (lines) => lines.map(() => ({ path, lengthMs: 1_500 })) };
}
const lines = [
  { text: 'One', startMs: 1_000, endMs: 3_000 },
  { text: 'Two', startMs: 5_000, endMs: 7_000 },
];

async function heard(sound: Partial<FilmSound> & { speaks?: boolean }, film = 'film.mp4') {
  const own = await mkdtemp(join(folder, 'own-'));
  const { speaks = false, ...rest } = sound;
  const voice = speaks ? await voiceIn(own) : null;
  const wanted = { music: null, musicDir, demoId: 'demo_1', voice, lines, isComposed: false, ...rest };
  const parts = { tools, folder: own, signal: new AbortController().signal, log: createLogger('silent') };
  return addSound({ path: join(folder, film), durationMs: filmMs }, wanted, parts);
}
const picturesOf = async (path: string) =>
  (await run('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-c', 'copy', '-f', 'md5', '-'])).stdout;

test.each([
  ['film.mp4', 'aac'],
  ['film.webm', 'opus'],
])(
  '%s gets music and a voice: as loud as films are, in step with its pictures, which stay as they were',
  async (film, codec) => {
    const { path, faults } = await heard({ music: 'Pulse', speaks: true }, film);
    expect(faults).toEqual([]);
    const found = await heardIn(path!, 1_000);
    expect(found.codecs[1]).toBe(codec);
    expect(Math.abs(found.integratedLufs + 16)).toBeLessThanOrEqual(1);
    expect(found.truePeakDb).toBeLessThanOrEqual(-1);
    expect(Math.abs(found.audioMs - found.videoMs)).toBeLessThanOrEqual(40);
    expect(found.tones.length).toBe(2);
    for (const [index, tone] of found.tones.entries()) {
      expect(Math.abs(tone.fromMs - lines[index]!.startMs)).toBeLessThanOrEqual(40);
      expect(Math.abs(tone.lengthMs - 1_500)).toBeLessThanOrEqual(40);
    }
    expect(await picturesOf(path!)).toBe(await picturesOf(join(folder, film)));

    // The music alone: it comes and goes slowly, and makes room for each line.
    const bed = await levelsOf(path!, 'lowpass=f=250,lowpass=f=250');
    const at = (ms: number) => bed(ms - 100, ms + 100);
    const between = at(3_900);
    expect(between - at(1_800)).toBeGreaterThan(7);
    expect(between - at(6_000)).toBeGreaterThan(7);
    expect(between - at(50)).toBeGreaterThan(9);
    expect(between - at(7_950)).toBeGreaterThan(9);
  },
);

test.each(['Pulse', 'Hum'])('music alone is as loud as a film: %s', async (music) => {
  const { path, faults } = await heard({ music });
  expect(faults).toEqual([]);
  const found = await heardIn(path!, 1_000);
  expect(Math.abs(found.integratedLufs + 16)).toBeLessThanOrEqual(1);
  expect(found.truePeakDb).toBeLessThanOrEqual(-1);
  expect(found.tones).toEqual([]);
  expect(Math.abs(found.audioMs - filmMs)).toBeLessThanOrEqual(40);
});

test('a voice alone is as loud as a film', async () => {
  const { path } = await heard({ speaks: true });
  const found = await heardIn(path!, 1_000);
  expect(Math.abs(found.integratedLufs + 16)).toBeLessThanOrEqual(1);
  expect(found.tones.length).toBe(2);
});

test('what cannot be played is left out, with the reason', async () => {
  expect(await heard({ music: 'Broken' })).toEqual({
    path: null,
    faults: [{ code: 'no_music', message: 'The video has no music: “Broken” cannot be played.' }],
  });
  expect(await heard({ music: 'Gone' })).toMatchObject({ path: null, faults: [{ code: 'no_music' }] });
  expect(await heard({ music: 'Pulse', musicDir: null })).toMatchObject({
    path: null,
    faults: [{ message: expect.stringContaining('SHOWREEL_MUSIC_DIR') }],
  });
  // Without its music, the film still speaks.
  const spoken = await heard({ music: 'Broken', speaks: true });
  expect([spoken.path !== null, spoken.faults.map(({ code }) => code)]).toEqual([true, ['no_music']]);
  expect(await heard({ music: 'Silence' })).toEqual({ path: null, faults: [] });
});

test('lines that nobody could speak, and lines for which there is no time, are named', async () => {
  const own = await mkdtemp(join(folder, 'own-'));
  const { say } = await voiceIn(own);
  const voice: Voice = {
    trouble: 'it answered with 500',
    say: async (texts) => (await say(texts)).map((clip, index) => (index === 0 ? null : clip)),
  };
  const close = [lines[0]!, { text: 'Late', startMs: 7_000, endMs: 7_800 }];
  const parts = { tools, folder: own, signal: new AbortController().signal, log: createLogger('silent') };
  const wanted = { music: null, musicDir: null, demoId: 'demo_1', voice, lines: close, isComposed: false };
  const { path, faults } = await addSound(
    { path: join(folder, 'film.mp4'), durationMs: filmMs },
    wanted,
    parts,
  );
  expect(path).toBeNull();
  expect(faults.map(({ code }) => code)).toEqual(['no_voice', 'not_spoken']);
  expect(faults[0]!.message).toContain('it answered with 500');
  expect(faults[1]!.message).toContain(
    '“Late” was not spoken, since the video shows this for a shorter time',
  );
  expect(faults[1]!.message).toContain('Shorter captions');
  // Pictures that were recorded before could not wait.
  const composed = await addSound(
    { path: join(folder, 'film.mp4'), durationMs: filmMs },
    { ...wanted, isComposed: true },
    parts,
  );
  expect(composed.faults[1]!.message).toContain('`retake`');
});

test('the music of a folder is its files, by name', async () => {
  expect((await listMusic(musicDir)).map(({ name }) => name)).toEqual(['Broken', 'Hum', 'Pulse', 'Silence']);
  expect(await listMusic(join(folder, 'nowhere'))).toEqual([]);
  expect(await listMusic(null)).toEqual([]);
});
