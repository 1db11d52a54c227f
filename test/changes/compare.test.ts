import { createCanvas, loadImage } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import { compareSections, looksAlike, type PageDescription, stack } from '../../src/changes/index.ts';

const section = (heading: string, text: string, kind = 'content') => ({ kind, heading, text });
const page = (...sections: PageDescription['sections']): PageDescription => ({
  ...{ url: 'https://tern.example/', title: 'Tern', sections, controls: ['link Pricing', 'button Ask us'] },
});
const hero = section('Tern counts birds', 'Hang it up, and it listens.', 'hero');
const pricing = section('Pricing', 'Four pounds a month for a garden, and the first month is free.');
const questions = section('Questions', 'It hears three hundred species, and sleeps at night.', 'faq');

describe('what changed on a page', () => {
  it('is nothing where the same stands elsewhere', () => {
    expect(compareSections(page(hero, pricing, questions), page(hero, questions, pricing))).toEqual([]);
  });

  it('names what came, what went, and the words that differ', () => {
    const dearer = { ...pricing, text: pricing.text.replace('Four', 'Five') };
    const voices = section('What gardeners say', 'It found a wryneck in my hedge.');
    expect(compareSections(page(hero, pricing, questions), page(hero, dearer, voices))).toEqual([
      { change: 'reworded', section: 'Pricing', before: 'Pricing Four pounds', after: 'Pricing Five pounds' },
      { change: 'added', section: 'What gardeners say', before: null, after: voices.text },
      { change: 'gone', section: 'Questions', before: questions.text, after: null },
    ]);
  });

  it('knows a section again by its text where only its heading is new', () => {
    const renamed = { ...pricing, heading: 'Plans' };
    expect(compareSections(page(hero, pricing), page(hero, renamed))).toMatchObject([
      { change: 'reworded', section: 'Plans' },
    ]);
  });

  it('sees a button that no text tells of', () => {
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

test('what two screens both show is in their picture once', async () => {
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
