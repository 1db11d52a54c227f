import { readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { demoUpcasters } from '../../../src/domain/demos/upcasters.ts';
import type { Json, JsonObject } from '../../../src/store/types.ts';
import { createUpcasts } from '../../../src/store/upcast.ts';

const upcasts = createUpcasts(demoUpcasters);

/** As a column of jsonb gives it back: shorter names first, those of one length by their letters. */
function forgotten(value: Json): Json {
  if (Array.isArray(value)) return value.map(forgotten);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(names.map((name) => [name, forgotten(value[name]!)]));
}

it.each(demoUpcasters.filter(({ from }) => from === 1).map(({ type }) => type))(
  '%s of version 1 tells its documents in the order in which they were written',
  (type) => {
    const file = new URL(`../../fixtures/events/${type}.v1.json`, import.meta.url);
    const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: JsonObject };
    const { aspect: _, ...read } = upcasts.upcast(type, 1, forgotten(data) as JsonObject).data;
    expect(read).toEqual(data);
    for (const [name, value] of Object.entries(data))
      expect([name, JSON.stringify(read[name])]).toEqual([name, JSON.stringify(value)]);
  },
);

it.each([
  ['DemoCreated', { source: 'generated' }, '16:9'],
  ['DemoCreated', { source: 'upload' }, null],
  ['GenerationQueued', { kind: 'restyle' }, '16:9'],
])('%s of version 2, %o, is of a film that is %s', (type, data, aspect) => {
  expect(upcasts.upcast(type, 2, data).data).toEqual({ ...data, aspect });
});

/** As films of version 1 left them. */
const documents: JsonObject = {
  steps: [
    {
      type: 'setViewport',
      width: 1440,
      height: 900,
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
      isLandscape: true,
    },
    {
      type: 'navigate',
      url: 'https://example.com/',
      assertedEvents: [{ type: 'navigation', url: 'https://example.com/', title: 'It' }],
      showreel: { intent: 'Open the page' },
    },
    {
      type: 'customStep',
      name: 'showreel.camera',
      parameters: { selectors: ['#plans'], zoom: 1.5 },
      frame: [0],
      showreel: {
        intent: 'Read “Plans”',
        subject: true,
        role: 'heading',
        name: 'Plans',
        box: { x: 0, y: 100, width: 200, height: 20 },
        identity: {
          tag: 'h2',
          role: 'heading',
          name: 'Plans',
          text: 'Plans',
          attributes: {},
          heading: '',
          region: 'main',
          near: [],
          lang: 'en',
          path: 'h2<main',
          place: { index: 0, count: 1 },
          box: { x: 0, y: 100, width: 200, height: 20 },
          peers: 3,
          twins: [],
          others: ['heading Questions'],
        },
      },
    },
    {
      type: 'customStep',
      name: 'showreel.hold',
      parameters: { selectors: ['#plans'], minMs: 800, weight: 1 },
    },
    { type: 'customStep', name: 'showreel.scroll', parameters: { selectors: ['#plans'], to: 'element' } },
    { type: 'customStep', name: 'showreel.caption', parameters: { text: 'Plans', selectors: ['#plans'] } },
    { type: 'click', selectors: [['#buy']], offsetX: 4, offsetY: 4, button: 'primary', target: 'main' },
    { type: 'change', selectors: ['#seats'], value: '3', timeout: 300 },
    { type: 'keyDown', key: 'Enter', target: 'main' },
    { type: 'scroll', x: 0, y: 700, selectors: ['#list'] },
    { type: 'waitForElement', selectors: ['#done'], operator: '>=', count: 1, visible: true },
  ],
  presentation: {
    background: { from: '#000', to: '#fff', angle: 135 },
    mockup: 'macos-light',
    zoom: { enabled: true, intensity: 1.6, transitionMs: 700 },
    padding: 0.08,
    cursor: { style: 'arrow', color: '#111111', size: 28 },
    clickEffect: { style: 'pulse', color: '#6366f1', scale: 1 },
    fade: { inMs: 400, outMs: 400, color: 'black' },
    windowAnimation: { intro: true, outro: true, introDurationMs: 600, outroDurationMs: 600 },
    debugHud: false,
    recordingTemplate: { id: 'auto', sectionHint: 'prices', effectiveId: 'cinematic', autoSelection: null },
  },
  aiPlan: {
    source: 'ai',
    summary: '',
    scenes: [],
    model: { name: 'm', calls: 1, inputTokens: 9, outputTokens: 3 },
  },
  snapshots: [{ timeMs: 1200, key: 'a', url: '/snapshot/a', label: 'The plans' }],
};

test('whatever a script, a presentation or a plan of version 1 says, stands where it stood', () => {
  const read = upcasts.upcast('DemoPublished', 1, forgotten(documents) as JsonObject).data;
  for (const [name, value] of Object.entries(documents))
    expect(JSON.stringify(read[name])).toBe(JSON.stringify(value));
});

test('a name that was never ours comes after those that were, and nothing is lost', () => {
  const flow = { steps: [{ a: 1, zz: { b: [] }, type: 'click' }] };
  const read = upcasts.upcast('DemoCreated', 1, { actionScript: flow }).data;
  expect(JSON.stringify(read.actionScript)).toBe('{"steps":[{"type":"click","a":1,"zz":{"b":[]}}]}');
});
