import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heardIn } from '../sound/hearing.ts';
import { html, serveSite, type TestSite } from '../support/site.ts';
import { type SpeechServer, serveSpeech } from '../support/speech-server.ts';
import { startService, type TestService } from './service.ts';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tern</title>
<style>body{margin:0;background:#fff;font:18px/1.5 sans-serif}section{padding:80px 10%;min-height:340px}</style>
<section id="top"><h1>Tern counts birds for you</h1><p>Hang it up, and it listens.</p></section>
<section id="pricing"><h2>Pricing</h2><p>$4 a month for a garden.</p></section>`;

const run = promisify(execFile);
const key = 'sk-never-in-a-log-4711';
let site: TestSite;
let speech: SpeechServer;
let service: TestService;
let musicDir: string;
beforeAll(async () => {
  musicDir = await mkdtemp(join(tmpdir(), 'showreel-music-'));
  await run('ffmpeg', [
    ...[
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'anoisesrc=color=pink:duration=3:amplitude=0.4:seed=7,lowpass=f=400',
    ],
    ...['-ac', '2', join(musicDir, 'Morning light.mp3')],
  ]);
  [site, speech] = await Promise.all([serveSite('none', { '/': html(page) }), serveSpeech()]);
  service = await startService({
    role: 'all',
    settings: {
      SHOWREEL_MUSIC_DIR: musicDir,
      SHOWREEL_SPEECH_URL: speech.url,
      SHOWREEL_SPEECH_KEY: key,
      SHOWREEL_SPEECH_MODEL: 'tones-1',
    },
  });
});
afterAll(async () => {
  await service?.stop();
  await speech?.stop();
  await site?.close();
  if (musicDir) await rm(musicDir, { recursive: true, force: true });
});

const step = (name: string, parameters: object, intent: string) => ({
  type: 'customStep',
  name,
  parameters,
  showreel: { intent },
});
/** Two captions of which the first takes longer to say than the script would rest. */
const script = () => ({
  title: 'Tern',
  steps: [
    { type: 'navigate', url: `${site.url}/` },
    step('showreel.caption', { text: 'Tern counts birds.' }, 'The start'),
    step('showreel.hold', { minMs: 800, weight: 0.2 }, 'The start'),
    step('showreel.scroll', { selectors: [['#pricing']] }, 'The price'),
    step('showreel.caption', { text: 'It costs four dollars.' }, 'The price'),
    step('showreel.hold', { minMs: 800 }, 'The price'),
  ],
});
const file = (id: string, name = `video/${id}.mp4`) => `${service.baseUrl}/${name}`;

async function restyled(id: string, body: object) {
  const answer = await service.request('POST', `/api/v1/demos/${id}/restyle`, { presentation, ...body });
  expect([answer.status, answer.body]).toMatchObject([202, { status: 'recording' }]);
  return service.settled(id, 90_000);
}

const codecsOf = async (file: string) => {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name',
    '-of',
    'csv=p=0',
    file,
  ]);
  return stdout.trim().split('\n');
};

/** What no sound may change. The service runs in this process, so nothing may wait for ffmpeg as a whole. */
const picturesOf = async (file: string) =>
  (await run('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:v', '-c', 'copy', '-f', 'md5', '-'])).stdout;

const presentation = { background: '#203040', zoom: { enabled: false } };

test('a film has music and a voice that reads its captions; its pictures wait for the voice, and a restyle changes what is heard', {
  timeout: 600_000,
}, async () => {
  speech.reply = ({ input }) => ({ lengthMs: input.includes('counts') ? 1_900 : 600 });
  const sound = { music: 'any', voice: true };
  const { id } = await service.createDemo(`${site.url}/`, { action_script: script(), presentation, sound });
  const made = await service.settled(id, 90_000);
  const read = { music: 'any', voice: { voice: null } };
  expect(made).toMatchObject({ status: 'ready', warnings: [], sound: read, duration_ms: 5_000 });
  expect(speech.asked.map(({ input }) => input)).toEqual(['Tern counts birds.', 'It costs four dollars.']);
  expect(speech.asked[0]).toMatchObject({
    path: '/v1/audio/speech',
    authorization: `Bearer ${key}`,
    model: 'tones-1',
    voice: 'alloy',
  });

  const heard = await heardIn(file(id), 1_000);
  expect(heard.codecs).toEqual(['h264', 'aac']);
  expect(Math.abs(heard.integratedLufs + 16)).toBeLessThanOrEqual(1);
  expect(heard.truePeakDb).toBeLessThanOrEqual(-1);
  expect(Math.abs(heard.audioMs - heard.videoMs)).toBeLessThanOrEqual(40);
  const cues = await cuesOf(id);
  expect(heard.tones.length).toBe(2);
  for (const [index, { fromMs, lengthMs }] of heard.tones.entries()) {
    const { startMs, endMs } = cues[index]!;
    expect(Math.abs(fromMs - startMs)).toBeLessThanOrEqual(40);
    expect(fromMs + lengthMs).toBeLessThanOrEqual(Math.max(endMs, made.duration_ms!) + 50);
  }
  // The script would rest for a fifth of this, were it not for the voice.
  expect(cues[0]!.endMs - cues[0]!.startMs).toBeGreaterThanOrEqual(1_900);
  const pictures = await picturesOf(file(id));

  // Another look keeps the sound.
  const asked = speech.asked.length;
  const music = await restyled(id, { sound: { music: 'Morning light' } });
  expect(music).toMatchObject({ version: 2, warnings: [], sound: { music: 'Morning light', voice: null } });
  expect(speech.asked.length).toBe(asked);
  const bed = await heardIn(file(id), 1_000);
  expect([bed.codecs, bed.tones.length]).toEqual([['h264', 'aac'], 0]);
  expect(Math.abs(bed.integratedLufs + 16)).toBeLessThanOrEqual(1);
  expect(await picturesOf(file(id))).toBe(pictures);

  // A provider that fails costs no film.
  speech.reply = () => ({ status: 500 });
  const mute = await restyled(id, { sound: { voice: { voice: 'echo' } } });
  expect(mute).toMatchObject({ version: 3, status: 'ready', warnings: [{ code: 'no_voice' }], error: null });
  expect(speech.asked.at(-1)).toMatchObject({ voice: 'echo' });
  expect(JSON.stringify(mute)).not.toContain(key);
  expect(JSON.stringify(mute)).not.toContain(new URL(speech.url).port);
  const events = await service.database
    .sql`select data::text as data, metadata::text as metadata from events`;
  expect(JSON.stringify(events)).not.toContain(key);
  expect(await codecsOf(file(id))).toEqual(['h264']);

  const silent = await restyled(id, { sound: null });
  expect(silent).toMatchObject({ version: 4, warnings: [], sound: null });
  expect(await codecsOf(file(id))).toEqual(['h264']);
  expect(await picturesOf(file(id))).toBe(pictures);
});

async function cuesOf(id: string) {
  const text = await (await fetch(file(id, `captions/${id}.vtt`))).text();
  const ms = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
  return [...text.matchAll(/(\S+) --> (\S+)/g)].map(([, start, end]) => ({
    startMs: Math.round(ms(start!)),
    endMs: Math.round(ms(end!)),
  }));
}
