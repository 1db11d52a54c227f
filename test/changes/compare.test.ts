import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import {
  compareSections,
  compareWays,
  looksAlike,
  movingAround,
  movingIn,
  type PageDescription,
  stack,
} from '../../src/changes/index.ts';

const section = (heading: string, text: string, kind = 'content') => ({ kind, heading, text });
const page = (...sections: PageDescription['sections']): PageDescription => ({
  url: 'https://tern.example/',
  title: 'Tern',
  sections,
  controls: ['link Pricing', 'button Ask us'],
});
const hero = section('Tern counts birds', 'Hang it up, and it listens.', 'hero');
const pricing = section('Pricing', 'Four pounds a month for a garden, and the first month is free.');
const questions = section('Questions', 'It hears three hundred species, and sleeps at night.', 'faq');

describe('what changed on a page', () => {
  it('is nothing where sections have only changed places', () => {
    expect(compareSections(page(hero, pricing, questions), page(hero, questions, pricing))).toEqual([]);
  });

  it('is what came, what went, and the words that differ', () => {
    const dearer = { ...pricing, text: pricing.text.replace('Four', 'Five') };
    const voices = section('What gardeners say', 'It found a wryneck in my hedge.');
    expect(compareSections(page(hero, pricing, questions), page(hero, dearer, voices))).toEqual([
      { change: 'reworded', section: 'Pricing', before: 'Pricing Four pounds', after: 'Pricing Five pounds' },
      { change: 'added', section: 'What gardeners say', before: null, after: voices.text },
      { change: 'gone', section: 'Questions', before: questions.text, after: null },
    ]);
  });

  it('is one reworded section where its heading is new and its text is the same', () => {
    const renamed = { ...pricing, heading: 'Plans' };
    expect(compareSections(page(hero, pricing), page(hero, renamed))).toMatchObject([
      { change: 'reworded', section: 'Plans' },
    ]);
  });

  it('quotes long texts without cutting a character in two', () => {
    const faces = section('Faces', '😀'.repeat(150));
    expect(compareSections(page(hero), page(hero, faces))).toEqual([
      { change: 'added', section: 'Faces', before: null, after: `${'😀'.repeat(99)}…` },
    ]);
  });

  it('includes a button that is in no text of a section', () => {
    const after = { ...page(hero), controls: ['link Pricing'] };
    expect(compareSections(page(hero), after)).toEqual([
      { change: 'reworded', section: null, before: 'button Ask us', after: null },
    ]);
  });
});

test('two pictures of one page look alike, and one with another word does not', async () => {
  const draw = async (word: string) => {
    const canvas = createCanvas(1280, 800);
    const context = canvas.getContext('2d');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 1280, 800);
    context.fillStyle = '#123';
    context.font = '32px Inter';
    context.fillText(word, 100, 200);
    return { picture: await canvas.encode('jpeg', 90), seenBefore: 0 };
  };
  const first = await stack([await draw('Four pounds a month'), await draw('Questions')]);
  expect(
    await looksAlike(first, await stack([await draw('Four pounds a month'), await draw('Questions')])),
  ).toBe(true);
  expect(
    await looksAlike(first, await stack([await draw('Nothing at all now'), await draw('Questions')])),
  ).toBe(false);
  expect(await looksAlike(first, await stack([await draw('Four pounds a month')]))).toBe(false);
});

test('what two pictures of a page both show is in their stack once', async () => {
  const screen = async (color: string, foot: string) => {
    const canvas = createCanvas(640, 400);
    const context = canvas.getContext('2d');
    for (const [fill, top] of [
      [color, 0],
      [foot, 300],
    ] as const) {
      context.fillStyle = fill;
      context.fillRect(0, top, 640, 400 - top);
    }
    return canvas.encode('jpeg', 90);
  };
  const views = [
    { picture: await screen('#fff', '#f00'), seenBefore: 0 },
    { picture: await screen('#f00', '#00f'), seenBefore: 0.75 },
  ];
  const { width, height } = await loadImage(await stack(views));
  expect([width, height]).toEqual([640, 500]);
});

describe('what moves by itself is no change', () => {
  const at = (time: string, voice: string, price = 'Four') =>
    page(
      section('Now', `It is ${time} in the garden. A bird every minute.`),
      section('Voices', `They say: ${voice} And so on.`),
      section('Pricing', `${price} pounds a month.`),
    );
  const now = [at('10:00:05', 'Lovely.'), at('10:00:06', 'Very quiet.'), at('10:00:08', 'Lovely.')] as const;
  const [first, ...others] = now;
  const compare = (before: PageDescription) => compareSections(before, first, others);

  it('such as a clock, or words that take turns', () => {
    expect(compareSections(at('09:59:59', 'Very quiet.'), first)).toHaveLength(2);
    expect(compare(at('09:59:59', 'Very quiet.'))).toEqual([]);
  });

  it('but what changes beside it is one, and so are words that were never among those that take turns', () => {
    expect(compare(at('09:59:59', 'Lovely.', 'Three'))).toMatchObject([{ section: 'Pricing' }]);
    expect(compare(at('09:59:59', 'Far too loud.'))).toMatchObject([{ section: 'Voices' }]);
    expect(compare(page(...at('9:59:01', 'Lovely.').sections.slice(0, 2)))).toMatchObject([
      { change: 'added', section: 'Pricing' },
    ]);
  });

  it('neither on the first page of a film nor on a later one', () => {
    const stop = (text: string, ...later: string[]) => ({ scene: 'Plans', text, later });
    const is = stop('Plans from $4 at 10:00:05', 'Plans from $4 at 10:00:06');
    expect(compareWays([stop('Plans from $4 at 23:10:59')], [is])).toEqual([]);
    expect(compareWays([stop('Plans from $5 at 23:10:59')], [is])).toMatchObject([{ change: 'reworded' }]);
  });

  it('also in pictures: its place does not count, and every other place does', async () => {
    const draw = async (time: string, word: string) => {
      const canvas = createCanvas(1280, 720);
      const context = canvas.getContext('2d');
      context.fillStyle = '#fff';
      context.fillRect(0, 0, 1280, 720);
      context.fillStyle = '#123';
      context.font = '60px Inter';
      context.fillText(time, 900, 100);
      context.fillText(word, 100, 400);
      return await canvas.encode('jpeg', 90);
    };
    const pictures = await Promise.all(
      ['10:00:05', '10:00:06', '10:00:08'].map((time) => draw(time, 'Four')),
    );
    const moving = await movingIn(pictures);
    const before = await draw('09:48:37', 'Four');
    expect(await looksAlike(before, pictures[0]!)).toBe(false);
    expect(await looksAlike(before, pictures[0]!, moving)).toBe(true);
    expect(await looksAlike(await draw('09:48:37', 'Nine'), pictures[0]!, moving)).toBe(false);
  });

  it('found in the frames of a film in which the camera has not moved, and in no others', () => {
    const frame = (from: number, to: number) => {
      const data = Buffer.alloc(320 * 180);
      for (let y = 0; y < 180; y++) data.fill(255, y * 320 + from, y * 320 + to);
      return { data, height: 180 };
    };
    const frames = [frame(0, 300), frame(0, 8), frame(0, 8), frame(0, 16), frame(0, 8)];
    const moving = movingAround(frames, 2);
    expect(moving.has(1)).toBe(true);
    expect(moving.has(20)).toBe(false);
  });
});
