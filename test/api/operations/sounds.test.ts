import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sounds } from '../../../src/domain/sounds.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { publishDemo } from '../../support/film.ts';
import { describeOperation } from '../../support/operation.ts';
import { refusal } from './shapes.ts';

let names: string[] | null = ['Hum', 'Morning light'];
const sounds: Sounds = { music: async () => names, voice: { default: 'alloy' } };
let api: TestApi;
let silent: TestApi;
beforeAll(async () => {
  [api, silent] = await Promise.all([startApi({ sounds }), startApi()]);
});
afterAll(() => Promise.all([api?.stop(), silent?.stop()]));

describeOperation('demos_sounds', {
  '200: the music and the voice that there are': async () => {
    const told = await api.request('GET', '/api/v1/sounds');
    expect([told.status, told.body]).toEqual([
      200,
      { music: [{ name: 'Hum' }, { name: 'Morning light' }], voice: { default: 'alloy' } },
    ]);
    expect((await silent.request('GET', '/api/v1/sounds')).body).toEqual({ music: [], voice: null });
  },
});

describe('the sound of a demo', () => {
  const files = { video: Buffer.from('film'), gif: Buffer.from('gif'), thumbnail: Buffer.from('png') };
  const read = async (id: string) =>
    (await api.request('GET', `/api/v1/demos/${id}`)).body as { sound?: unknown };

  test.each([
    [
      { music: 'any', voice: true },
      { music: 'any', voice: { voice: null } },
    ],
    [{ voice: { voice: 'echo' } }, { music: null, voice: { voice: 'echo' } }],
    [
      { music: 'Morning light', voice: false },
      { music: 'Morning light', voice: null },
    ],
    [{ music: null, voice: null }, null],
    [{}, null],
  ])('%j is read as %j', async (sound, told) => {
    const { id } = await publishDemo(api, files, { sound });
    expect((await read(id)).sound).toEqual(told);
    if (told === null) return;
    // What was read can be sent back; what is left out stays, and null takes it away.
    const restyle = (body: object) =>
      api.request('POST', `/api/v1/demos/${id}/restyle`, { body: { presentation: {}, ...body } });
    expect((await restyle({ sound: told })).status).toBe(202);
  });

  test.each([
    [
      { music: 'Nocturne' },
      '`sound.music`: expected `any` or one of “Hum”, “Morning light”, but "Nocturne" came.',
    ],
    [{ music: 3 }, '`sound.music`'],
    [{ voice: 'alloy' }, '`sound.voice`'],
    [{ voice: { voice: 'two words' } }, '`sound.voice'],
    [{ volume: 3 }, '`sound.volume`'],
    ['loud', '`sound`'],
  ])('%j is refused in words', async (sound, words) => {
    const { id } = await publishDemo(api, files);
    const { body: demo } = await api.request('GET', `/api/v1/demos/${id}`);
    const wish = { project_id: (demo as { project_id?: string }).project_id, prompt: 'Show it', sound };
    for (const [path, body] of [
      ['/api/v1/demos', wish],
      ['/api/v1/demos/preview', wish],
      [`/api/v1/demos/${id}/restyle`, { presentation: {}, sound }],
    ] as const) {
      const answer = await api.request('POST', path, { body });
      expect([path, answer.status, answer.body.error]).toEqual([path, 400, expect.stringContaining(words)]);
    }
  });

  test('a service without music or without a voice names the setting', async () => {
    const bodyFor = async (service: TestApi) => {
      const project = { name: 'Example', url: 'https://example.com/' };
      const { body } = await service.request('POST', '/api/v1/projects', { body: project });
      return { project_id: (body as { id?: string }).id, prompt: 'Show it' };
    };
    const unheard = await bodyFor(silent);
    for (const [sound, setting] of [
      [{ music: 'any' }, 'SHOWREEL_MUSIC_DIR'],
      [{ voice: true }, 'SHOWREEL_SPEECH_URL'],
    ] as const) {
      const answer = await silent.request('POST', '/api/v1/demos', { body: { ...unheard, sound } });
      expect([answer.status, answer.body]).toEqual([400, refusal('sound_not_offered')]);
      expect(answer.body.error).toContain(setting);
    }
    names = [];
    const heard = { ...(await bodyFor(api)), sound: { music: 'any' } };
    const answer = await api.request('POST', '/api/v1/demos', { body: heard });
    expect(answer.body.error).toContain('has no music at the moment');
    names = ['Hum', 'Morning light'];
  });
});
