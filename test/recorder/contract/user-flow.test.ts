import { readFile } from 'node:fs/promises';
import { parse } from '@puppeteer/replay';
import { describe, expect, it, test } from 'vitest';
import { FlowFault, readUserFlow } from '../../../src/recorder/contract/user-flow.ts';

const exported = await readFile(
  new URL('../../fixtures/flows/chrome-recorder.json', import.meta.url),
  'utf8',
);
const click = { type: 'click', selectors: [['#go']], offsetX: 4, offsetY: 4 };
const flow = (...steps: unknown[]) => ({ title: 'Test', steps });

function refusal(given: unknown): string {
  try {
    readUserFlow(given);
  } catch (fault) {
    if (!(fault instanceof FlowFault)) throw fault;
    return `${fault.path.join('.')} ${fault.message}`;
  }
  throw new Error('it was taken');
}

test('a flow that Chrome’s Recorder exported is read whole, as text and as an object', () => {
  const read = readUserFlow(exported);
  expect(read).toEqual(JSON.parse(exported));
  expect(readUserFlow(JSON.parse(exported))).toEqual(read);
  expect(parse(read).steps).toHaveLength(read.steps.length);
});

test('a flow stays as it was written, members that we do not know too, and `type` comes first', () => {
  const camera = { name: 'showreel.camera', parameters: { zoom: 1.4, ease: 'slow', selectors: [['#go']] } };
  const written = {
    exportedBy: 'Recorder 1.2',
    title: 'Test',
    steps: [{ type: 'click', offsetY: 4, note: 'twice', selectors: [['#go']], offsetX: 4 }],
    timeout: 5000,
  };
  expect(JSON.stringify(readUserFlow(JSON.stringify(written)))).toBe(JSON.stringify(written));
  expect(JSON.stringify(readUserFlow(exported))).toBe(JSON.stringify(JSON.parse(exported)));
  const { steps } = readUserFlow(flow({ ...camera, type: 'customStep' }));
  expect(JSON.stringify(steps)).toBe(JSON.stringify([{ type: 'customStep', ...camera }]));
});

describe('a flow is refused, with the place in it', () => {
  const steps = (count: number) => flow(...Array.from({ length: count }, () => click));
  it.each([
    ['no JSON', '{', ' must be an object or its JSON text'],
    ['no object', 7, ' must be a user flow'],
    ['without a title', { steps: [click] }, 'title must be a string'],
    ['without steps', flow(), 'steps must have 1 to 100 steps, but 0'],
    ['with too many steps', steps(101), 'steps must have 1 to 100 steps, but 101'],
    [
      'too large',
      { title: 'x', steps: [{ ...click, note: 'y'.repeat(263_000) }] },
      ' must have at most 262144 bytes',
    ],
    [
      'that waits for nothing',
      flow(click, { type: 'waitForExpression', expression: '' }),
      'steps.1.expression is not as a waitForExpression step needs it',
    ],
    ['with a step that Recorder does not have', flow({ type: 'dragAndDrop' }), 'steps.0.type must be one of'],
    [
      'with an unknown custom step',
      flow({ type: 'customStep', name: 'x', parameters: {} }),
      'steps.0.name must be one of',
    ],
    [
      'with a frame from a file',
      flow({ ...click, target: 'file:///x' }),
      'steps.0.target must be "main" or the http',
    ],
    [
      'that opens a file',
      flow({ type: 'navigate', url: 'file:///etc/passwd' }),
      'steps.0.url must be an http or https',
    ],
    [
      'with a password',
      flow({ type: 'navigate', url: 'https://a:b@x.example/' }),
      'steps.0.url must be an http',
    ],
    [
      'that Recorder cannot read',
      flow({ ...click, offsetX: '4' }),
      'steps.0 is no step of a user flow: Step.offsetX',
    ],
    [
      'with half of a surrogate pair, which JSON text hides',
      '{"title":"Test","steps":[{"type":"navigate","url":"https://x.example/#\\ud83d"}]}',
      'steps.0.url must be valid Unicode text without the NUL character.',
    ],
    ['with a NUL in a title', '{"title":"a\\u0000b","steps":[]}', 'title must be valid Unicode text'],
    [
      'with endless nesting',
      `{"title":"Test","steps":[{"type":"waitForElement","properties":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}}]}`,
      ' must be nested at most 30 levels deep.',
    ],
    [
      'with a button that films do not have',
      flow({ ...click, button: 'auxiliary' }),
      'steps.0.button is not as a click step needs',
    ],
    [
      'with a zoom of nine',
      flow({ type: 'customStep', name: 'showreel.camera', parameters: { zoom: 9 } }),
      'steps.0.parameters.zoom is not as a showreel.camera step needs it',
    ],
  ])('%s', (_, given, wanted) => {
    expect(refusal(given).startsWith(wanted)).toBe(true);
  });

  it('in a message that does not repeat what the flow types', () => {
    expect(refusal(flow({ type: 'change', selectors: [], value: 'hunter2' }))).not.toContain('hunter2');
    expect(refusal(flow({ type: 'change', selectors: [['#a']], value: ['hunter2'] }))).not.toContain(
      'hunter2',
    );
  });
});

test.each([
  [
    {},
    'steps.1.parameters is not as a showreel.assert step needs it: expected `selectors`, `text` or `address`',
  ],
  [{ txt: 'x' }, 'Unrecognized key: "txt"'],
  [{ text: 7 }, 'steps.1.parameters.text is not as'],
  [
    { address: 'cart' },
    'steps.1.parameters.address is not as a showreel.assert step needs it: expected a path',
  ],
])('a flow that asserts %j is refused, with the place in it', (parameters, wanted) => {
  const assertion = { type: 'customStep', name: 'showreel.assert', parameters };
  expect(refusal(flow(click, assertion))).toContain(wanted);
});
