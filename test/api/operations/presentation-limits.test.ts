import { afterAll, beforeAll, test } from 'vitest';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  at,
  hold,
  isTrueOrFalse,
  type Limit,
  named,
  numberOf,
  oneOf,
  smiles,
  textOf,
  x,
} from '../../support/edges.ts';
import { publishDemo } from '../../support/film.ts';
import { read } from '../../support/operation.ts';

/** Written from the table "Presentation" of `interface.md`, and not from our code. */
let api: TestApi;
let demoId: string;
let wish: { project_id: string; prompt: string };

beforeAll(async () => {
  api = await startApi();
  demoId = (await publishDemo(api, { video: Buffer.from('film') })).id;
  const { project_id } = read(await api.request('GET', `/api/v1/demos/${demoId}`)).body;
  wish = { project_id: project_id!, prompt: 'x' };
});
afterAll(() => api?.stop());

const post = (path: string, body: object) => api.request('POST', path, { body });
const url = (length: number) => `https://example.com/${x(length - 20)}`;

const background: Limit[] = [
  {
    path: 'background',
    good: ['midnight', '#112233', { from: '#000', to: '#fff' }, { from: '#000', to: '#fff', angle: 45 }],
    bad: [7, null, true, [], {}, { from: '#000' }, { to: '#fff' }, { from: '#000', to: '#fff', angle: '45' }],
  },
  {
    path: 'background',
    good: [{ imageUrl: url(2047) }, { imageUrl: url(2048) }],
    bad: [{ imageUrl: url(2049) }, { imageUrl: '' }, { imageUrl: 'nonsense' }, { imageUrl: null }],
  },
];
const templates = [
  ...['cinematic', 'guided-tour', 'plain-scroll', 'section-focus', 'hero-spotlight', 'feature-sweep'],
  ...['conversion-flow', 'pricing-focus', 'proof-scroll'],
];
const chosen = { selectedId: 'cinematic', confidence: 0.5, reason: 'x', source: 'ai' };
const selection = 'recordingTemplate.autoSelection';
/** A member together with the members that its parent requires. */
const beside: [string, object][] = [
  [`${selection}.`, chosen],
  ['recordingTemplate.', { id: 'auto' }],
  ['zoom.', { enabled: true }],
];
const presentations: Limit[] = [
  ...background,
  oneOf('mockup', 'macos-light', 'macos-dark', 'minimal', 'none'),
  isTrueOrFalse('zoom.enabled'),
  { path: 'zoom', good: [{ enabled: true }], bad: [{}, { intensity: 2 }, null, true] },
  numberOf('zoom.intensity', 1, 3),
  numberOf('zoom.transitionMs', 100, 2000),
  numberOf('padding', 0, 0.3),
  oneOf('cursor.style', 'dot', 'arrow', 'crosshair', 'circle', 'none'),
  textOf('cursor.color', 0, 50),
  numberOf('cursor.size', 8, 64),
  oneOf('clickEffect.style', 'pulse', 'ripple', 'glow', 'none'),
  textOf('clickEffect.color', 0, 50),
  numberOf('clickEffect.scale', 0.2, 3),
  numberOf('fade.inMs', 0, 3000),
  numberOf('fade.outMs', 0, 3000),
  oneOf('fade.color', 'black', 'white'),
  isTrueOrFalse('windowAnimation.intro'),
  isTrueOrFalse('windowAnimation.outro'),
  numberOf('windowAnimation.introDurationMs', 200, 2000),
  numberOf('windowAnimation.outroDurationMs', 200, 2000),
  isTrueOrFalse('debugHud'),
  { path: 'recordingTemplate', good: [{ id: 'auto' }], bad: [{}, { sectionHint: 'x' }, null, 'auto'] },
  oneOf('recordingTemplate.id', 'auto', ...templates),
  { ...oneOf('recordingTemplate.effectiveId', ...templates), bad: ['auto', '', null, 7] },
  textOf('recordingTemplate.sectionHint', 1, 120),
  { path: selection, good: [chosen], bad: [{}, null, ...Object.keys(chosen).map((name) => without(name))] },
  { ...oneOf(`${selection}.selectedId`, ...templates), bad: ['auto', '', null, 7] },
  textOf(`${selection}.sectionHint`, 1, 120),
  numberOf(`${selection}.confidence`, 0, 1),
  textOf(`${selection}.reason`, 1, 500),
  oneOf(`${selection}.source`, 'heuristic', 'ai', 'fallback'),
  {
    path: `${selection}.signals`,
    good: [[], [x(1), x(240)], Array(8).fill('x'), [smiles(240)]],
    bad: [Array(9).fill('x'), [''], [x(241)], [7], [null], 'x', null],
  },
];

function without(name: string): object {
  return Object.fromEntries(Object.entries(chosen).filter(([one]) => one !== name));
}

function presentationWith(path: string, value: unknown): object {
  const parent = beside.find(
    ([prefix]) => path.startsWith(prefix) && !path.slice(prefix.length).includes('.'),
  );
  const template = path.startsWith(selection) && { id: 'auto' };
  if (!parent) {
    const alone = at(path, value);
    return template ? { recordingTemplate: { ...template, ...(alone.recordingTemplate as object) } } : alone;
  }
  const [prefix, demanded] = parent;
  const whole = { ...demanded, [path.slice(prefix.length)]: value };
  const nested = at(prefix.slice(0, -1), whole);
  return template ? { recordingTemplate: { ...template, ...(nested.recordingTemplate as object) } } : nested;
}

test.each(named(presentations))('POST /demos: %s', (path, limit) =>
  hold(
    limit,
    (value) => post('/api/v1/demos', { ...wish, presentation: presentationWith(path, value) }),
    `presentation.${path}`,
  ),
);

test.each(named(presentations))('POST /demos/{id}/restyle: %s', (path, limit) =>
  hold(
    limit,
    async (value) => {
      const presentation = presentationWith(path, value);
      const answer = await post(`/api/v1/demos/${demoId}/restyle`, { presentation });
      // A value is accepted too where the only refusal is that the previous job is still running.
      return answer.body.code === 'demo_busy' ? { ...answer, status: 202 } : answer;
    },
    `presentation.${path}`,
  ),
);

test.each(named(presentations))('POST /embed/generate: %s', (path, { good, bad }) =>
  hold(
    { path, good: good.slice(-1), bad: bad.slice(0, 2) },
    (value) => {
      const presentation = presentationWith(path, value);
      return post('/api/v1/embed/generate', { project_id: wish.project_id, presentation });
    },
    `presentation.${path}`,
  ),
);

test.each([
  '',
  'zoom.',
  'cursor.',
  'clickEffect.',
  'fade.',
  'windowAnimation.',
  'recordingTemplate.',
  `${selection}.`,
])('a member that nobody knows is named: %sunknown', (prefix) => {
  const path = `${prefix}unknown`;
  const unknown = { path, good: [], bad: [1] };
  const send = (value: unknown) =>
    post('/api/v1/demos', { ...wish, presentation: presentationWith(path, value) });
  return hold(unknown, send, `presentation.${path}`);
});
