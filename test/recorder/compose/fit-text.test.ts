import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { fitText } from '../../../src/recorder/compose/paint/fit-text.ts';

test('a title that is too wide for its bar loses whole characters', () => {
  const context = createCanvas(1, 1).getContext('2d');
  context.font = '16px sans-serif';
  const family = '👨‍👩‍👧‍👦';
  const text = `Us ${family.repeat(8)}`;
  const widest = context.measureText(text).width;
  for (let width = widest - 1; width > context.measureText('Us…').width; width -= 7) {
    const short = fitText(context, text, width);
    expect(context.measureText(short).width).toBeLessThanOrEqual(width);
    expect(short.replaceAll(family, '')).toMatch(/^Us ?…$/);
  }
});
