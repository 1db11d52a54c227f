import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { qualityOf, watchFilm } from '../../src/critic/index.ts';
import { resolvePresentation } from '../../src/recorder/contract/presentation.ts';
import { layoutStage } from '../../src/recorder/contract/stage-layout.ts';
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

/** A film of 720p around the page. */
const viewport = { ...size, isMobile: false };
const stage = layoutStage({
  output: { width: 1280, height: 720 },
  viewport,
  presentation: resolvePresentation(null),
});

interface Shot {
  fromMs: number;
  image?: Buffer;
  click?: { x: number; y: number };
  zoom?: number;
  /** The film explores from here on, as far as the next moment. */
  explores?: boolean;
  /** From here on the picture is a part wider than the page, as for a camera that begins to lean. */
  wider?: number;
}

/** The findings about a film of 6 s whose picture changes at the given moments and whose cursor moves all the time. */
async function found(shots: readonly Shot[], steps: readonly StepLog[] = [], more: { rests?: boolean } = {}) {
  const watch = watchFilm({ ...size, isMobile: false });
  for (let index = 0; index < 6 * fps; index++) {
    const timeMs = (index * 1000) / fps;
    const starting = shots.find(({ fromMs }) => Math.round((fromMs / 1000) * fps) === index);
    const { zoom = 1, explores, wider = 0 } = shots.findLast(({ fromMs }) => fromMs <= timeMs) ?? {};
    const frame: TakeFrame = {
      index,
      timeMs,
      image: starting?.image ?? null,
      clip: { x: 0, y: 0, width: size.width * (1 + wider), height: size.height * (1 + wider) },
      camera: { x: 360, y: 225, zoom },
      cursor: { x: more.rests ? 0 : index, y: 0, visible: true, shape: 'arrow', pressed: false },
      click: starting?.click ?? null,
      caption: null,
      stepLabel: explores ? exploring : '',
      page: { title: '', url: '' },
    };
    watch.note(frame);
  }
  return (await watch.verdict({ steps, leads: noLeads })).findings;
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
  found([{ fromMs: 0, image: plain, zoom }, { fromMs: 2_000, click: at, zoom }, ...after], pressing);

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

describe('of what a step is about', () => {
  const box = { x: 60, y: 60, width: 160, height: 48 };
  const camera = { x: 360, y: 225, zoom: 1 };
  const steps = [line(0, 'navigate', 0, 500), line(1, 'showreel.camera', 500, 4_000)];

  /** The findings about a film of 4 s whose second step is about `box`. */
  async function about(
    shown: Partial<TakeFrame>,
    more: Partial<Parameters<ReturnType<typeof watchFilm>['verdict']>[0]> = {},
  ) {
    const watch = watchFilm(viewport, stage);
    for (let index = 0; index < 4 * fps; index++) {
      const timeMs = (index * 1000) / fps;
      watch.note({
        ...{ index, timeMs, image: index === 0 ? plain : null, clip: { x: 0, y: 0, ...size }, camera },
        ...{ cursor: { x: index, y: 0, visible: true, shape: 'arrow', pressed: false }, click: null },
        ...{ caption: null, stepLabel: '', page: { title: '', url: '' } },
        ...(timeMs >= 500 && { target: box, ...shown }),
      });
    }
    const { findings } = await watch.verdict({ steps, leads: noLeads, ...more });
    return findings.map(({ code, step }) => [code, step]);
  }
  const text = (size: number, contrast: number | null = 12) => [
    { step: 1, timeMs: 3_900, texts: [{ ...box, sizePx: size, contrast, characters: 20 }] },
  ];

  test('nothing is found where it is in the picture', async () => {
    expect(await about({})).toEqual([]);
    expect(await about({ camera: { x: 140, y: 84, zoom: 2 } })).toEqual([['jumps', undefined]]);
  });

  test('the edge of the picture may cut it off, or it is not in the picture at all', async () => {
    const codes = (found: unknown[][]) => found.map(([code]) => code).filter((code) => code !== 'jumps');
    expect(codes(await about({ camera: { x: 420, y: 84, zoom: 2 } }))).toEqual(['cut_off']);
    expect(codes(await about({ camera: { x: 640, y: 400, zoom: 2 } }))).toEqual(['out_of_view']);
    expect(codes(await about({ target: { x: -130, y: 60, width: 160, height: 48 } }))).toEqual(['cut_off']);
  });

  test('a caption may stand over it, and may stand elsewhere', async () => {
    const low = { x: 240, y: 410, width: 220, height: 40 };
    expect(await about({ target: low, caption: 'A price for every team and for every harbour' })).toEqual([
      ['caption_covers', 1],
    ]);
    expect(await about({ caption: 'A price for every team and for every harbour' })).toEqual([]);
  });

  test('its text may be too small or too pale', async () => {
    expect(await about({}, { texts: text(14) })).toEqual([]);
    expect(await about({}, { texts: text(4) })).toEqual([['text_too_small', 1]]);
    expect(await about({}, { texts: text(14, 1.2) })).toEqual([['text_too_pale', 1]]);
    // What stands on a picture is not judged.
    expect(await about({}, { texts: text(14, null) })).toEqual([]);
  });
});

test('a camera that is elsewhere from one frame to the next has jumped, unless a new scene begins', async () => {
  const jumping = async (isCut: boolean) => {
    const watch = watchFilm(viewport);
    for (let index = 0; index < 60; index++)
      watch.note({
        ...{ index, timeMs: (index * 1000) / fps, image: index === 0 ? plain : null },
        ...{ clip: { x: 0, y: 0, ...size }, camera: { x: index < 30 ? 360 : 480, y: 225, zoom: 1.2 } },
        ...{ cursor: { x: index, y: 0, visible: true, shape: 'arrow', pressed: false }, click: null },
        ...{ caption: null, stepLabel: '', page: { title: '', url: '' } },
        ...(isCut && index === 30 && { isCut: true }),
      });
    return (await watch.verdict({ steps: [], leads: noLeads })).findings.map(({ code }) => code);
  };
  expect(await jumping(false)).toEqual(['jumps']);
  expect(await jumping(true)).toEqual([]);
});

test('a page whose lower part goes down by itself has jumped; one that shows something else has not', async () => {
  const rows = (top: number, bar = '') =>
    picture(
      bar +
        Array.from(
          { length: 9 },
          (_, at) =>
            `<rect x="${30 + 50 * ((at * 3) % 7)}" y="${top + 36 * at}" width="${120 + 60 * (at % 4)}" height="22" fill="#${at}${at}4"/>`,
        ).join(''),
    );
  const [before, after] = await Promise.all([rows(120), rows(190)]);
  const codes = (found: { code: string }[]) => found.map(({ code }) => code);
  const film = (second: Buffer, more: Partial<Shot> = {}) =>
    found([
      { fromMs: 0, image: before },
      { fromMs: 3_000, image: second, ...more },
    ]);
  expect(codes(await film(after))).toEqual(['jumps']);
  expect(codes(await film(opened))).toEqual([]);
  // Also under a bar that looks different then.
  const bar = (fill: string) => `<rect width="720" height="46" fill="${fill}"/>`;
  expect(
    codes(
      await found([
        { fromMs: 0, image: await rows(120, bar('#333')) },
        { fromMs: 3_000, image: await rows(190, bar('#fff')) },
      ]),
    ),
  ).toEqual(['jumps']);
  // Also in the moment in which the camera begins to lean.
  expect(codes(await film(after, { explores: true, wider: 0.001 }))).toEqual(['jumps']);
  expect(codes(await film(before, { explores: true, wider: 0.001 }))).toEqual([]);
});

test('a wide page in a narrow picture is judged by the camera of the narrow one', async () => {
  const narrow = layoutStage({
    output: { width: 720, height: 1_280 },
    viewport,
    presentation: resolvePresentation(null),
  });
  const codesAt = async (y: number) => {
    const watch = watchFilm(viewport, narrow);
    for (let index = 0; index < 60; index++)
      watch.note({
        ...{ index, timeMs: (index * 1000) / fps, image: index % 8 === 0 ? plain : null },
        ...{ clip: { x: 0, y: 0, ...size }, camera: { x: 360, y, zoom: 2 } },
        ...{ cursor: { x: index, y: 0, visible: true, shape: 'arrow', pressed: false } },
        ...{ click: index === 40 ? press : null, target: { x: 300, y: 60, width: 160, height: 48 } },
        ...{ caption: null, stepLabel: '', page: { title: '', url: '' } },
      });
    const steps = [line(0, 'click', 0, 2_000)];
    return (await watch.verdict({ steps, leads: noLeads })).findings.map(({ code }) => code);
  };
  // A tall picture shows more above and below the page than a wide one.
  expect(await codesAt(420)).not.toContain('cut_off');
  expect(await codesAt(2_000)).toContain('out_of_view');
});

describe('a poster', () => {
  const watched = async (posterTimeMs: number, after: Shot[]) => {
    const watch = watchFilm(viewport);
    const shots: Shot[] = [{ fromMs: 0, image: plain }, { fromMs: 2_000, click: press }, ...after];
    for (let index = 0; index < 6 * fps; index++) {
      const starting = shots.find(({ fromMs }) => Math.round((fromMs / 1000) * fps) === index);
      watch.note({
        ...{ index, timeMs: (index * 1000) / fps, image: starting?.image ?? null },
        ...{ clip: { x: 0, y: 0, ...size }, camera: { x: 360, y: 225, zoom: 1 }, caption: null },
        ...{ cursor: { x: index, y: 0, visible: true, shape: 'arrow', pressed: false }, stepLabel: '' },
        ...{ click: starting?.click ?? null, page: { title: '', url: '' } },
      });
    }
    return watch.verdict({ steps: pressing, leads: { leadInMs: 0, leadOutMs: 400 }, posterTimeMs });
  };
  const opening = [{ fromMs: 2_500, image: opened }];

  test('of the page before the last deed misses the outcome, and a later moment is better', async () => {
    const { findings, posterAtMs } = await watched(1_200, opening);
    expect(findings.map(({ code, step }) => [code, step])).toEqual([['poster_misses', 1]]);
    expect(posterAtMs).toBeGreaterThan(2_500);
    expect(posterAtMs).toBeLessThanOrEqual(5_600);
  });

  test('of the outcome is good, and so is one before a deed that only closes what was opened', async () => {
    expect(await watched(4_000, opening)).toEqual({ findings: [], posterAtMs: null });
    const { findings } = await watched(1_200, []);
    expect(findings.map(({ code }) => code)).toEqual(['nothing_happened']);
  });
});
