import { expect, test } from 'vitest';
import type { FindingCode } from '../../../../src/critic/index.ts';
import { resolvePresentation } from '../../../../src/recorder/contract/presentation.ts';
import { lessonsOf, zoomAfter } from '../../../../src/worker/film/reshoot/lessons.ts';

const presentation = resolvePresentation(null);
const still = resolvePresentation({ zoom: { enabled: false } });
const found = (...codes: FindingCode[]) => codes.map((code) => ({ code, message: '' }));
const learned = (codes: FindingCode[], of = presentation) => [...lessonsOf(found(...codes), of)];

test('what can be done in another way is learned from what was found', () => {
  expect(learned(['still_loading', 'nothing_happened'])).toEqual(['wait']);
  expect(learned(['banner_left', 'caption_covers'])).toEqual(['clear', 'captions_on_top']);
  expect(learned(['cut_off'])).toEqual(['wider']);
  expect(learned(['text_too_small'])).toEqual(['closer']);
});

test('nothing is learned where a second film would be like the first', () => {
  expect(learned([])).toEqual([]);
  // A poster is replaced without a second film, and neither a pale text nor a film that stands can be helped.
  expect(learned(['poster_misses', 'text_too_pale', 'stands_still', 'ends_on_sign_in'])).toEqual([]);
  // A camera that its owner has switched off stays where it is.
  expect(learned(['cut_off', 'text_too_small'], still)).toEqual([]);
  // A camera cannot come closer and stay farther away.
  expect(learned(['cut_off', 'text_too_small'])).toEqual(['wider']);
});

test('a camera that comes closer or stays farther away keeps within its limits', () => {
  const { zoom } = presentation;
  expect(zoomAfter(zoom, new Set(['wait']))).toEqual(zoom);
  expect(zoomAfter({ ...zoom, intensity: 1.6 }, new Set(['wider'])).intensity).toBeCloseTo(1.2);
  expect(zoomAfter({ ...zoom, intensity: 1.6 }, new Set(['closer'])).intensity).toBeCloseTo(2.56);
  expect(zoomAfter({ ...zoom, intensity: 2.5 }, new Set(['closer'])).intensity).toBe(3);
});
