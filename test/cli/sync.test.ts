import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseStoryboard } from '../../src/cli/sync/file.ts';
import { planSync, type State } from '../../src/cli/sync/plan.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { publishWaiting } from '../support/ready-demo.ts';
import { runProgram } from '../support/run-program.ts';

const file = (text: string) => parseStoryboard(text, 'showreel.yaml');
const tour = `
looks:
  house: { background: midnight, cursor: { style: dot } }
pages:
  - url: https://example.com
    refresh: on-deploy
    demos:
      - { sentence: Show what it does, look: house }`;

/** A project of the page of `tour` and its demos, as the service lists them. */
function stateOf(...demos: object[]): State {
  const project = { id: 'proj_1', url: 'https://example.com/', name: 'Mine', viewport: 'desktop' };
  const usual = {
    prompt: 'Show what it does',
    status: 'ready',
    source: 'generated',
    context_hash: null,
    duration_target: '10s',
    resolution: '1080p',
    format: 'mp4',
    presentation: '{"background":"midnight","cursor":{"style":"dot","size":28},"padding":0.2}',
  };
  const listed = demos.map((demo, index) => ({
    id: `demo_${index}`,
    created_at: `2026-01-0${index + 1}`,
    ...usual,
    ...demo,
  }));
  return { projects: [{ ...project, refresh_schedule: 'on-deploy', demos: listed }] } as unknown as State;
}
const planned = (state: State, prune = false, text = tour) => {
  const { actions, unnamed } = planSync(file(text), state, { prune });
  return { actions: actions.map(({ kind }) => kind), unnamed: unnamed.map(({ demoId }) => demoId) };
};

test('a sync does not name a window that follows its page', () => {
  const presentation = '{"background":"brand","mockup":"macos-light","cursor":{"style":"dot"}}';
  const state = stateOf({ presentation, window_follows_page: true });
  const [action] = planSync(file(tour), state, { prune: false }).actions;
  expect(action).toMatchObject({ kind: 'restyle-demo', presentation: { background: 'midnight' } });
  expect(action).not.toHaveProperty('presentation.mockup');
});

describe('the plan of a sync', () => {
  test.each([
    ['nothing is there', { projects: [] }, ['create-project', 'create-demo'], []],
    ['all is there', stateOf({}), [], []],
    ['the film is being made', stateOf({ status: 'recording', presentation: null }), [], []],
    ['the first film has failed', stateOf({ status: 'failed' }), ['create-demo'], ['demo_0']],
    ['the film has another length', stateOf({ duration_target: '30s' }), ['create-demo'], ['demo_0']],
    ['the look is another one', stateOf({ presentation: '{"background":"aurora"}' }), ['restyle-demo'], []],
    ['there are demos besides', stateOf({}, { prompt: 'Another' }), [], ['demo_1']],
    [
      'a page shows itself, and a film was uploaded',
      stateOf({}, { prompt: 'x', context_hash: 'y' }, { prompt: 'z', source: 'upload' }),
      [],
      [],
    ],
  ] as const)('where %s', (_, state, actions, unnamed) => {
    expect(planned(state as State)).toEqual({ actions, unnamed });
  });

  test('deletes what the file does not name only where it is told to', () => {
    const state = stateOf({}, { prompt: 'Another' });
    expect(planned(state, true)).toEqual({ actions: ['delete-demo'], unnamed: [] });
  });

  test('leaves what a look does not name as it is', () => {
    const shown = { background: 'aurora', padding: 0.2, cursor: { style: 'arrow', size: 40 } };
    const state = stateOf({
      presentation: JSON.stringify({ ...shown, recordingTemplate: { id: 'auto', effectiveId: 'cinematic' } }),
    });
    expect(planSync(file(tour), state, { prune: false }).actions).toEqual([
      expect.objectContaining({
        presentation: { background: 'midnight', padding: 0.2, cursor: { style: 'dot', size: 40 } },
      }),
    ]);
  });

  test('can be made of the file that the documents show', async () => {
    const page = await readFile(join(import.meta.dirname, '../../src/docs/pages/cli.md'), 'utf8');
    const shown = /```yaml[^\n]*\n(.*?)```/s.exec(page)![1]!;
    expect(planned({ projects: [] }, false, shown).actions).toEqual(['create-project', 'create-demo']);
  });

  test.each([
    ['pages: [{url: nowhere, demos: []}]', 'pages.0.url (line 1)'],
    [
      'pages:\n  - url: https://a.example\n    demos:\n      - sentense: x',
      '(line 4): Unrecognized key: "sentense"',
    ],
    ['pages: [{url: "https://a.example", demos: [{sentence: x, look: y}]}]', 'no look "y"'],
    ['pages: [{url: "https://a.example", demos: [{sentence: x}, {sentence: "x "}]}]', 'is named twice'],
    ['pages: [', 'no valid YAML'],
  ])('is not made of %j', (text, said) => {
    expect(() => file(text)).toThrow(said);
  });
});

describe('showreel sync', () => {
  let api: TestApi;
  let folder: string;
  beforeAll(async () => {
    api = await startApi();
    folder = await mkdtemp(join(tmpdir(), 'showreel-sync-'));
  });
  afterAll(async () => {
    await api?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const showreel = (...args: string[]) => {
    const program = join(import.meta.dirname, '../../scripts/showreel');
    const env = { ...childEnvironment, SHOWREEL_URL: api.baseUrl, SHOWREEL_API_KEY: api.key };
    return runProgram(program, args, { env, cwd: folder });
  };
  const write = (text: string) => writeFile(join(folder, 'showreel.yaml'), text);
  const sync = async (...args: string[]) =>
    JSON.parse((await showreel('sync', '--yes', '--json', ...args)).stdout);
  const demos = async () =>
    (await api.request('GET', '/api/v1/demos')).body.demos as unknown as {
      id: string;
      presentation: string;
    }[];

  test('init writes a file that sync takes, and does not overwrite it', async () => {
    const init = ['init', '--page', 'https://first.example/', '--sentence', 'Show it'];
    expect((await showreel(...init)).code).toBe(0);
    expect(file(await readFile(join(folder, 'showreel.yaml'), 'utf8')).pages).toHaveLength(1);
    expect(await showreel(...init)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is there already'),
    });
  });

  test('shows its plan, does nothing unasked, and two at the same time make one demo', async () => {
    await write(tour);
    const shown = await showreel('sync', '--dry-run');
    expect(shown.stdout).toContain('+ demo     https://example.com  “Show what it does”');
    expect(await showreel('sync')).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(await demos()).toEqual([]);
    await Promise.all([sync(), sync()]);
    expect(await demos()).toHaveLength(1);
    const { projects } = (await api.request('GET', '/api/v1/projects')).body as unknown as {
      projects: object[];
    };
    expect(projects).toEqual([
      expect.objectContaining({ name: 'example.com', refresh_schedule: 'on-deploy' }),
    ]);
    expect((await sync()).actions).toEqual([]);
  });

  test('gives a demo the look of the file once, and deletes it only with --prune', async () => {
    const [demo] = await demos();
    await publishWaiting(api.services, demo!.id);
    expect((await sync()).actions).toEqual([]);
    await write(tour.replace('midnight', 'aurora'));
    expect((await sync()).actions).toEqual([
      expect.objectContaining({ kind: 'restyle-demo', demoId: demo!.id }),
    ]);
    expect((await sync()).actions).toEqual([]);

    await write(tour.replace('Show what it does', 'Show the pricing'));
    const left = await sync();
    expect([left.applied.length, left.unnamed]).toEqual([1, [expect.objectContaining({ demoId: demo!.id })]]);
    await sync('--prune');
    expect((await demos()).map(({ id }) => id)).not.toContain(demo!.id);

    // What was deleted comes back, although its first creation is remembered for a day.
    await write(tour);
    await sync('--prune');
    expect(await demos()).toHaveLength(1);
    expect((await sync()).actions).toEqual([]);
  });
});
