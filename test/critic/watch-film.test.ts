import sharp from 'sharp';
import { expect, test } from 'vitest';
import { qualityOf, watchFilm } from '../../src/critic/index.ts';
import { exploring, type StepLog, type TakeFrame } from '../../src/recorder/contract/take-frame.ts';

const fps = 30;
const size = { width: 720, height: 450 };
const noLeads = { leadInMs: 0, leadOutMs: 0 };

/** A page with a button; what the button shows or did stands beside it. */
const picture = (more = '') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="450"><rect width="720" height="450" fill="#fff"/>
      <rect x="60" y="60" width="160" height="48" fill="#2457d6"/>${more}</svg>`,
    ),
  )
    .jpeg({ quality: 88 })
    .toBuffer();
const opened = await picture('<rect x="60" y="140" width="80" height="20" fill="#444"/>');
const plain = await picture();
const heldDown = await picture('<rect x="60" y="60" width="160" height="48" fill="#123"/>');
const empty = await sharp({ create: { ...size, channels: 3, background: '#fafafa' } })
  .jpeg()
  .toBuffer();

interface Shot {
  fromMs: number;
  image?: Buffer;
  click?: { x: number; y: number };
  zoom?: number;
  /** The film explores from here on, as far as the next moment. */
  explores?: boolean;
}

/** The findings about a film of 6 s whose picture changes at the given moments and whose cursor moves all the time. */
async function found(shots: readonly Shot[], steps: readonly StepLog[] = [], more: { rests?: boolean } = {}) {
  const watch = watchFilm(size);
  for (let index = 0; index < 6 * fps; index++) {
    const timeMs = (index * 1000) / fps;
    const starting = shots.find(({ fromMs }) => Math.round((fromMs / 1000) * fps) === index);
    const { zoom = 1, explores } = shots.findLast(({ fromMs }) => fromMs <= timeMs) ?? {};
    const frame: TakeFrame = {
      index,
      timeMs,
      image: starting?.image ?? null,
      clip: { x: 0, y: 0, ...size },
      camera: { x: 360, y: 225, zoom },
      cursor: { x: more.rests ? 0 : index, y: 0, visible: true, shape: 'arrow', pressed: false },
      click: starting?.click ?? null,
      caption: null,
      stepLabel: explores ? exploring : '',
      page: { title: '', url: '' },
    };
    watch.note(frame);
  }
  return watch.findings(steps, noLeads);
}

const line = (step: number, type: string, startMs: number, endMs: number): StepLog => ({
  ...{ step, type, intent: null, startMs, endMs, status: 'ok', selector: null, message: null },
});
const press = { x: 140, y: 84 };
const pressing = [
  line(0, 'navigate', 0, 1_000),
  line(1, 'click', 1_000, 2_500),
  line(2, 'scroll', 5_000, 6_000),
];
const pressed = (after: Shot[], at = press, zoom = 1) =>
  found([{ fromMs: 0, image: plain }, { fromMs: 2_000, click: at, zoom }, ...after], pressing);

test('a press after which the picture stays as it was is found, and named with its step', async () => {
  const finding = {
    code: 'nothing_happened',
    message: 'The press at 2.0 s changes nothing that is seen.',
    step: 1,
  };
  expect(await pressed([])).toEqual([finding]);
  // The button looked pressed for a moment, and that was all.
  const moment = [
    { fromMs: 2_034, image: heldDown },
    { fromMs: 2_300, image: plain },
  ];
  expect(await pressed(moment)).toEqual([finding]);
});

test('a press that shows something, sooner or later, or only for a while, is none', async () => {
  expect(await pressed([{ fromMs: 2_067, image: opened }])).toEqual([]);
  expect(await pressed([{ fromMs: 4_000, image: opened }])).toEqual([]);
  const notice = [
    { fromMs: 2_500, image: opened },
    { fromMs: 3_500, image: plain },
  ];
  expect(await pressed(notice)).toEqual([]);
});

test('what changes while the film only looks around is no effect of a press', async () => {
  const hovered = [{ fromMs: 3_500, image: opened, explores: true }];
  expect((await pressed(hovered)).map(({ code }) => code)).toEqual(['nothing_happened']);
});

test('a press into a field that is typed into then is none', async () => {
  const typing = [...pressing.slice(0, 2), line(2, 'change', 2_500, 6_000)];
  expect(
    await found(
      [
        { fromMs: 0, image: plain },
        { fromMs: 2_000, click: press },
      ],
      typing,
    ),
  ).toEqual([]);
});

test('a press outside of what the camera shows is found', async () => {
  const far = { x: 700, y: 440 };
  const codes = (await pressed([{ fromMs: 2_100, image: opened, zoom: 2.5 }], far, 2.5)).map(
    ({ code }) => code,
  );
  expect(codes).toEqual(['out_of_view']);
});

test('a page that stays empty for a second is found, and one that is empty for a moment is not', async () => {
  const blank = (toMs: number) =>
    found([
      { fromMs: 0, image: empty },
      { fromMs: toMs, image: plain },
    ]);
  expect(await blank(2_000)).toEqual([
    { code: 'blank_picture', message: 'The video shows an empty page at 0.0 s.' },
  ]);
  expect(await blank(700)).toEqual([]);
});

test('a film in which nothing moves for more than 2.5 s is found; a cursor that moves is a movement', async () => {
  expect(await found([{ fromMs: 0, image: plain }], [], { rests: true })).toEqual([
    { code: 'stands_still', message: 'Nothing moves for 5.9 s from 0.0 s on.' },
  ]);
  const changing = [
    { fromMs: 0, image: plain },
    { fromMs: 2_400, image: opened },
    { fromMs: 4_800, image: plain },
  ];
  expect(await found(changing, [], { rests: true })).toEqual([]);
  const late = changing.map((shot) => (shot.fromMs === 4_800 ? { ...shot, fromMs: 5_000 } : shot));
  expect((await found(late, [], { rests: true })).map(({ code }) => code)).toEqual(['stands_still']);
  expect(await found([{ fromMs: 0, image: plain }])).toEqual([]);
});

test('the quality is 1 without findings, and each takes its share of the rest; other warnings take nothing', () => {
  expect(qualityOf([])).toBe(1);
  expect(qualityOf(['not_done', 'softer_text'])).toBe(1);
  expect(qualityOf(['nothing_happened'])).toBe(0.7);
  expect(qualityOf(['nothing_happened', 'stands_still', 'not_done'])).toBe(0.56);
});
