import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { setLogin } from '../../../src/domain/logins/logins.ts';
import type { Presentation } from '../../../src/recorder/contract/presentation.ts';
import { stillMoments } from '../../../src/recorder/contract/still-moments.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { publishDemo } from '../../support/film.ts';
import { clickMs, keptTake } from '../../support/kept-take.ts';
import { describeOperation, read } from '../../support/operation.ts';
import { freshCommand } from '../../support/services.ts';
import { refusal } from './shapes.ts';

let api: TestApi;
let demoId: string;
const small = { resolution: '720p' };
const video = Buffer.from('film');

beforeAll(async () => {
  api = await startApi({ studio: true });
  demoId = (await publishDemo(api, { video, take: await keptTake() }, small)).id;
});
afterAll(() => api?.stop());

const ask = (body: object, id = demoId, as: Pick<TestApi, 'request'> = api) =>
  as.request('POST', `/api/v1/demos/${id}/stills`, { body });

interface Look {
  stills: { moment: string | number; timeMs: number; picture: string }[];
  durationMs: number;
  colors: string[];
  warnings: { code: string }[];
}
async function looked(presentation: Presentation, more: object = {}): Promise<Look> {
  const { status, body } = await ask({ presentation, ...more });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as unknown as Look;
}
const pixels = async (picture: string) =>
  sharp(Buffer.from(picture, 'base64')).raw().toBuffer({ resolveWithObject: true });
const cornerOf = async (picture: string) => [...(await pixels(picture)).data.subarray(0, 3)];
const near = (one: number[], other: number[]) =>
  Math.max(...one.map((value, at) => Math.abs(value - other[at]!))) < 6;

describeOperation('looks_show', {
  '200: stills of the moments that were asked for, in this look': async () => {
    const red = await looked({ background: '#ff0000' });
    expect(red).toMatchObject({ durationMs: 3000, warnings: [] });
    expect(red.stills.map(({ moment }) => moment)).toEqual(['beginning', 'close_up', 'end']);
    expect(red.stills.map(({ timeMs }) => timeMs)).toEqual([633, 1500, 2333]);
    const { info } = await pixels(red.stills[0]!.picture);
    expect([info.width, info.height]).toEqual([960, 540]);
    expect(near(await cornerOf(red.stills[0]!.picture), [255, 0, 0])).toBe(true);
    // In the close-up the page covers the corner.
    expect(near(await cornerOf(red.stills[1]!.picture), [255, 0, 0])).toBe(false);
    expect(red.colors.length).toBeGreaterThan(2);
    expect(red.colors).toContainEqual(expect.stringMatching(/^#[0-9a-f]{6}$/));

    // Every name, and a time; longer fades come before the first and after the last movement.
    const slow = await looked(
      { background: '#0000ff', fade: { inMs: 1600, outMs: 1600 } },
      { moments: [...stillMoments], width: 320 },
    );
    expect(slow.durationMs).toBe(5000);
    expect(slow.stills.map(({ timeMs }) => timeMs)).toEqual([
      800,
      1633,
      1000 + clickMs + 167,
      2500,
      3333,
      4167,
    ]);
    const timed = await looked({ background: '#0000ff' }, { moments: [1700], width: 1920 });
    expect(timed.stills).toMatchObject([{ moment: 1700, timeMs: 1700 }]);
    expect((await pixels(timed.stills[0]!.picture)).info.width).toBe(1280);

    // What was asked for before leaves no trace.
    expect((await looked({ background: '#ff0000' })).stills).toEqual(red.stills);
    const larger = await looked({ padding: 0, mockup: 'none' });
    expect(larger.warnings).toMatchObject([{ code: 'softer_text' }]);
  },
  '400: no presentation of ours, an unknown moment, or an upload': async () => {
    for (const [body, named] of [
      [{}, '`presentation`'],
      [{ presentation: { padding: 2 } }, '`presentation.padding`'],
      [{ presentation: {}, moments: ['middle'] }, '`moments[0]`'],
      [{ presentation: {}, moments: [] }, '`moments`'],
      [{ presentation: {}, width: 20 }, '`width`'],
    ] as const) {
      const { status, body: answer } = await ask(body);
      expect([status, answer.error]).toEqual([400, expect.stringContaining(named)]);
    }
  },
  '404: a demo that is not there, or somebody else’s': async () => {
    const user = await api.signUp();
    for (const [id, as] of [
      ['demo_unknown', api],
      [demoId, user],
    ] as const)
      expect((await ask({ presentation: {} }, id, as)).body).toEqual(refusal('demo_not_found'));
  },
  '409: a recording that is not kept, is broken, or shows what is to be hidden': async () => {
    const { id: withoutTake } = await publishDemo(api, { video }, small);
    const { id: broken } = await publishDemo(api, { video, take: Buffer.alloc(4000) }, small);
    const masked = await publishDemo(api, { video, take: await keptTake() }, small);
    const project = read(await api.request('GET', `/api/v1/demos/${masked.id}`)).body as {
      project_id?: string;
    };
    await setLogin(api.services, freshCommand(api.owner.userId), {
      projectId: project.project_id!,
      userId: api.owner.userId,
      login: { cookies: [], script: null, maskSelectors: ['.price'] },
    });
    for (const id of [withoutTake, broken, masked.id])
      expect((await ask({ presentation: {} }, id)).body).toEqual(refusal('no_take'));
  },
  '422: a background that cannot be loaded, with the reason': async () => {
    const presentation = { background: { imageUrl: 'https://127.0.0.1:1/away.png' } };
    const { status, body } = await ask({ presentation });
    expect([status, body.code, body.error]).toEqual([422, 'network', expect.stringContaining('away.png')]);
    // The next look is shown all the same.
    await looked({ background: '#00ff00' });
  },
});
