import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { findProbeTools, type ProbeTools } from '../../src/probe/index.ts';
import { openVoice } from '../../src/sound/index.ts';
import { type SpeechReply, type SpeechServer, serveSpeech } from '../support/speech-server.ts';

let server: SpeechServer;
let tools: ProbeTools;
let folder: string;
beforeAll(async () => {
  [server, tools] = await Promise.all([serveSpeech(), findProbeTools(null)]);
  folder = await mkdtemp(join(tmpdir(), 'showreel-voice-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const secret = 'sk-hush-1234';

/** A voice of its own, and what its log says. */
async function voiceOf(
  more: { voice?: string; timeoutMs?: number; url?: string; signal?: AbortSignal } = {},
) {
  const { voice, url = server.url, timeoutMs = 30_000, signal = new AbortController().signal } = more;
  const logged: string[] = [];
  const log = createLogger('debug', 'test', { write: (text) => void logged.push(text) });
  const settings = { url, timeoutMs, apiKey: secret, model: 'tones-1', voice: 'alloy' };
  const own = await mkdtemp(join(folder, 'film-'));
  server.asked.length = 0;
  return { voice: openVoice(settings, { voice }, { tools, folder: own, signal, log }), logged };
}

const answering = (...replies: SpeechReply[]) => {
  server.reply = () => replies[Math.min(server.asked.length, replies.length) - 1]!;
};

test.each(['mp3', 'wav'] as const)('a line is spoken as %s, and becomes a file of its length', async (as) => {
  answering({ lengthMs: 1_300, as });
  const { voice } = await voiceOf();
  const [clip] = await voice.say(['Count the birds.']);
  // Silence before and after it is taken away, but for a moment.
  expect(clip!.lengthMs).toBeGreaterThanOrEqual(1_290);
  expect(clip!.lengthMs).toBeLessThan(1_400);
  expect((await readFile(clip!.path)).toString('latin1', 0, 4)).toBe('RIFF');
  expect(voice.trouble).toBeNull();
});

test('the silence around a line is taken away', async () => {
  answering({ lengthMs: 1_000, as: 'wav', silenceMs: 700 });
  const { voice } = await voiceOf();
  const [clip] = await voice.say(['Count the birds.']);
  expect(clip!.lengthMs).toBeGreaterThanOrEqual(1_000);
  expect(clip!.lengthMs).toBeLessThanOrEqual(1_150);
});

test('each line is one request, however often it is asked for', async () => {
  answering({ lengthMs: 300 });
  const { voice } = await voiceOf({ voice: 'echo' });
  const first = await voice.say(['One.', 'Two.', 'One.']);
  const second = await voice.say(['Two.', 'Three.']);
  expect(first.map((clip) => clip?.path)).toEqual([first[0]!.path, second[0]!.path, first[0]!.path]);
  expect(server.asked.map(({ input, voice: name }) => `${input} ${name}`).sort()).toEqual([
    'One. echo',
    'Three. echo',
    'Two. echo',
  ]);
});

test.each<[string, SpeechReply[], string, number]>([
  ['refuses the key', [{ status: 401 }], '401', 1],
  ['does not know the model', [{ status: 404 }], '404', 1],
  ['breaks', [{ status: 500 }], '500', 2],
  ['is busy for long', [{ status: 429, headers: { 'retry-after': '3600' } }], '429', 1],
  ['redirects', [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }], 'could not be reached', 2],
  ['answers with a page', ['web page'], 'something else than sound', 1],
  ['answers with noise', ['noise'], 'something else than sound', 1],
  ['breaks off', ['half'], 'cannot be decoded', 1],
  ['never stops', ['huge'], 'longer than 8 MB', 1],
  ['says nothing', ['silence'], 'longer than 0.4 s', 1],
  ['speaks for too long', [{ lengthMs: 31_500 }], 'longer than 30 s', 1],
])('a provider that %s: no clip, in words, and no secret', async (_, replies, words, requests) => {
  answering(...replies);
  const { voice, logged } = await voiceOf(words.includes('0.4') ? { timeoutMs: 400 } : {});
  expect(await voice.say(['A line.'])).toEqual([null]);
  expect(voice.trouble).toContain(words);
  expect(server.asked.length).toBe(requests);
  const told = `${logged.join('')} ${voice.trouble}`;
  expect(told).not.toContain(secret);
  expect(told).not.toContain(new URL(server.url).host);
});

test('a busy provider is asked again when it says', async () => {
  answering({ status: 429, headers: { 'retry-after': '0' } }, { lengthMs: 300 });
  const { voice } = await voiceOf();
  expect(await voice.say(['A line.'])).toEqual([expect.objectContaining({ lengthMs: expect.any(Number) })]);
  expect(voice.trouble).toBeNull();
});

test('one that is not there costs no more than a few attempts', async () => {
  const { voice } = await voiceOf({ url: 'http://127.0.0.1:9/v1' });
  const lines = Array.from({ length: 20 }, (_, n) => `Line ${n}.`);
  expect(await voice.say(lines)).toEqual(lines.map(() => null));
  expect(voice.trouble).toBe('it could not be reached');
});

test('a refusal is final: no other line is asked for', async () => {
  answering({ status: 403 });
  const { voice } = await voiceOf();
  await voice.say(Array.from({ length: 12 }, (_, n) => `Line ${n}.`));
  // Three are asked for at once.
  expect(server.asked.length).toBeLessThanOrEqual(3);
});

test('lines that no caption has are not sent', async () => {
  answering({ lengthMs: 200 });
  const { voice } = await voiceOf();
  expect(await voice.say(['', 'x'.repeat(401)])).toEqual([null, null]);
  expect(server.asked).toEqual([]);
});

test('whoever cancels the film does not wait for the provider', async () => {
  answering('silence');
  const cancelled = new AbortController();
  const { voice } = await voiceOf({ signal: cancelled.signal, timeoutMs: 30_000 });
  const asked = voice.say(['A line.', 'Another.']);
  const ended = expect(asked).rejects.toThrow('not wanted');
  setTimeout(() => cancelled.abort(new Error('not wanted')), 100);
  await ended;
});
