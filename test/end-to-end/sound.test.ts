import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { html, serveSite, type TestSite } from '../support/site.ts';
import { type SpeechServer, serveSpeech } from '../support/speech-server.ts';
import { heardIn } from '../sound/hearing.ts';
import { startService, type TestService } from './service.ts';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tern</title>
<style>body{margin:0;background:#fff;font:18px/1.5 sans-serif}section{padding:80px 10%;min-height:340px}</style>
<section id="top"><h1>Tern counts birds for you</h1><p>Hang it up, and it listens.</p></section>
<section id="pricing"><h2>Pricing</h2><p>$4 a month for a garden.</p></section>`;

const key = 'sk-never-in-a-log-4711';
let site: TestSite;
let speech: SpeechServer;
let service: TestService;
let musicDir: string;
beforeAll(async () => {
  musicDir = await mkdtemp(join(tmpdir(), 'showreel-music-'));
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'anoisesrc=color=pink:duration=3:amplitude=0.4:seed=7,lowpass=f=400'],
    ...['-ac', '2', join(musicDir, 'Morning light.mp3')],
  ]);
  await writeFile(join(musicDir, 'Broken.mp3'), 'ID3 this is no music');
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
  const answer = await service.request('POST', `/api/v1/demos/${id}/restyle`, { presentation: {}, ...body });
  expect([answer.status, answer.body]).toMatchObject([202, { status: 'recording' }]);
  return service.settled(id, 90_000);
}

test('a film has music and a voice that reads its captions, and its pictures wait for the voice', {
  timeout: 240_000,
}, async () => {
  speech.reply = ({ input }) => ({ lengthMs: input.includes('counts') ? 2_600 : 900 });
  const wish = { action_script: script(), duration_target: '10s', sound: { music: 'any', voice: true } };
  // Of two pieces, only one can be played.
  await rm(join(musicDir, 'Broken.mp3'));
  const { id } = await service.createDemo(`${site.url}/`, wish);
  const made = await service.settled(id, 90_000);
  expect(made).toMatchObject({
    status: 'ready',
    warnings: [],
    sound: { music: 'any', voice: { voice: null } },
  });
  expect(speech.asked.map(({ input }) => input)).toEqual(['Tern counts birds.', 'It costs four dollars.']);
  expect(speech.asked[0]).toMatchObject({
    path: '/v1/audio/speech',
    authorization: `Bearer ${key}`,
    model: 'tones-1',
    voice: 'alloy',
  });

  const heard = await heardIn(file(id), 1_000);
  console.log(JSON.stringify(heard), made.duration_ms, made.recording_log);
  expect(heard.codecs).toEqual(['h264', 'aac']);
  expect(heard.integratedLufs).toBeGreaterThan(-17);
  expect(heard.integratedLufs).toBeLessThan(-15);
  expect(heard.truePeakDb).toBeLessThanOrEqual(-1);
  expect(Math.abs(heard.audioMs - heard.videoMs)).toBeLessThanOrEqual(40);
});
