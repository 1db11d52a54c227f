import { describe, expect, it } from 'vitest';
import { type DemoCommand, demoDecider } from '../../../src/domain/demos/decide.ts';
import type { DemoEvent } from '../../../src/domain/demos/events.ts';
import { given } from '../../support/given.ts';
import {
  cancelled,
  created,
  deleted,
  failed,
  film,
  one,
  planned,
  published,
  queued,
  readyDemo,
  recipe,
  recording,
  started,
} from './facts.ts';

const by = 'user_1';
const refresh = (jobId = 'job_2'): DemoCommand => ({ type: 'queueRefresh', by, jobId, triggeredBy: 'api' });
const restyle = (presentation = {}): DemoCommand => ({
  type: 'queueRestyle',
  by,
  jobId: 'job_2',
  presentation,
});
const publish = (jobId: string): DemoCommand => ({
  type: 'publish',
  jobId,
  film,
  title: null,
  actionScript: null,
});
const fail = (jobId: string): DemoCommand => ({
  type: 'fail',
  jobId,
  code: 'dns',
  message: 'There is no such host.',
  recordingLog: null,
});
const demo = (...past: DemoEvent[]) => given(demoDecider, past);
const statusAfter = (...past: DemoEvent[]) => demo(...past).state?.status;

describe('states', () => {
  it('goes pending → planning → recording → ready', () => {
    expect(readyDemo.slice(1).map((_, n) => statusAfter(...readyDemo.slice(0, n + 2)))).toEqual([
      'pending',
      'planning',
      'planning',
      'recording',
      'ready',
    ]);
  });
  it('goes ready → refreshing → recording → ready on a refresh', () => {
    const rest = [
      queued('job_2', 'refresh'),
      started('job_2', 'refresh'),
      planned('job_2', 'when published'),
      recording('job_2'),
      published('job_2', 'refresh'),
    ];
    expect(rest.map((_, n) => statusAfter(...readyDemo, ...rest.slice(0, n + 1)))).toEqual([
      'refreshing',
      'refreshing',
      'refreshing',
      'recording',
      'ready',
    ]);
  });
  it('goes ready → recording → ready on a restyle', () => {
    const rest = [queued('job_2', 'restyle'), started('job_2', 'restyle'), published('job_2', 'restyle')];
    expect(rest.map((_, n) => statusAfter(...readyDemo, ...rest.slice(0, n + 1)))).toEqual([
      'recording',
      'recording',
      'ready',
    ]);
  });
  it('is ready at once when it was uploaded', () =>
    expect(statusAfter(created({ source: 'upload' }))).toBe('ready'));
});

describe('a refresh', () => {
  it('makes the next version', () => {
    const { presentation } = recipe;
    demo(...readyDemo)
      .when(refresh())
      .gives([queued('job_2', 'refresh', { presentation })]);
  });
  it('of a demo that never became ready makes the first version', () =>
    demo(created(), queued('job_1'), failed('job_1', 'failed'))
      .when(refresh())
      .gives([queued('job_2', 'refresh', { oldVersion: null, newVersion: 1 })]));
  it('is refused while one runs', () =>
    demo(...readyDemo, queued('job_2', 'refresh'))
      .when(refresh('job_3'))
      .fails('demo_busy', 409));
  it('is refused while the first generation runs', () =>
    demo(created(), queued('job_1')).when(refresh()).fails('demo_busy', 409));
  it('of an upload is refused', () =>
    demo(created({ source: 'upload' }))
      .when(refresh())
      .fails('demo_is_upload', 400));
});

describe('the shape', () => {
  const look = { presentation: { ...recipe.presentation } };

  it('is kept by a refresh and by a restyle that names none', () => {
    const history = [created({ aspect: '4:5' }), ...readyDemo.slice(1)];
    demo(...history)
      .when(refresh())
      .gives([queued('job_2', 'refresh', { ...look, aspect: '4:5' })]);
    demo(...history)
      .when(restyle())
      .gives([queued('job_2', 'restyle', { ...look, aspect: '4:5' })]);
  });

  it('is another one from when a restyle into it is published, and not before', () => {
    const into = { ...restyle(), aspect: '9:16' } as DemoCommand;
    const begun = queued('job_2', 'restyle', { ...look, aspect: '9:16' });
    demo(...readyDemo)
      .when(into)
      .gives([begun]);
    const shown = published('job_2', 'restyle', { ...look, aspect: '9:16' });
    demo(...readyDemo, begun, started('job_2', 'restyle'))
      .when(publish('job_2'))
      .gives([shown]);
    demo(...readyDemo, begun, failed('job_2', 'ready'))
      .when(refresh('job_3'))
      .gives([queued('job_3', 'refresh', { ...look, aspect: '16:9' })]);
    demo(...readyDemo, begun, shown)
      .when(refresh('job_3'))
      .gives([queued('job_3', 'refresh', { ...look, aspect: '9:16', oldVersion: 2, newVersion: 3 })]);
  });
});

describe('a restyle', () => {
  it('keeps the template unless another is given', () =>
    demo(...readyDemo)
      .when(restyle({ padding: 0.2 }))
      .gives([
        queued('job_2', 'restyle', {
          presentation: { padding: 0.2, recordingTemplate: recipe.presentation.recordingTemplate },
        }),
      ]));
  it('says where its owner wants the page to be filmed again', () =>
    demo(...readyDemo)
      .when({
        ...(restyle({ padding: 0.2 }) as Extract<DemoCommand, { type: 'queueRestyle' }>),
        retake: true,
      })
      .gives([
        queued('job_2', 'restyle', {
          presentation: { padding: 0.2, recordingTemplate: recipe.presentation.recordingTemplate },
          retake: true,
        }),
      ]));
  it('takes another template where one is given', () =>
    demo(...readyDemo)
      .when(restyle({ recordingTemplate: { id: 'cinematic' } }))
      .gives([
        queued('job_2', 'restyle', {
          presentation: { recordingTemplate: { id: 'cinematic', effectiveId: 'cinematic' } },
        }),
      ]));
  it('without a recorded script is refused, also while it is being made', () => {
    demo(created(), queued('job_1')).when(restyle()).fails('demo_has_no_script', 400);
    demo(created(), queued('job_1'), failed('job_1', 'failed'))
      .when(restyle())
      .fails('demo_has_no_script', 400);
  });
  it('of an upload is refused', () =>
    demo(created({ source: 'upload' }))
      .when(restyle())
      .fails('demo_is_upload', 400));
  it('is refused while another job runs', () =>
    demo(...readyDemo, queued('job_2', 'refresh'))
      .when(restyle())
      .fails('demo_busy', 409));
  it('records the script that is there', () =>
    demo(
      ...readyDemo,
      queued('job_2', 'restyle', { presentation: { padding: 0.2 } }),
      started('job_2', 'restyle'),
    )
      .when(publish('job_2'))
      .gives([published('job_2', 'restyle', { presentation: { padding: 0.2 } })]));
});

describe('a job', () => {
  it('is started once', () => {
    demo(created(), queued('job_1'))
      .when({ type: 'start', jobId: 'job_1' })
      .gives([started('job_1')]);
    demo(created(), queued('job_1'), started('job_1'), recording('job_1'))
      .when({ type: 'start', jobId: 'job_1' })
      .gives([]);
  });
  it('shows its plan at once where there is no version yet', () =>
    demo(created(), queued('job_1'), started('job_1'))
      .when({ type: 'plan', jobId: 'job_1', recipe })
      .gives([planned('job_1', 'now')]));
  it('keeps its plan back where a good version is shown', () =>
    demo(...readyDemo, queued('job_2', 'refresh'))
      .when({ type: 'plan', jobId: 'job_2', recipe })
      .gives([planned('job_2', 'when published')]));
  it('is published with its plan, under the title and the script that it was given', () => {
    const actionScript = { title: 'Healed', steps: recipe.actionScript.steps };
    demo(created(), queued('job_1'), started('job_1'), planned('job_1'), recording('job_1'))
      .when({ type: 'publish', jobId: 'job_1', film, title: 'Prices', actionScript })
      .gives([published('job_1', 'generate', { title: 'Prices', actionScript })]);
  });
  it('cannot be published before it was planned', () =>
    demo(created(), queued('job_1'), started('job_1')).when(publish('job_1')).fails('demo_not_planned', 409));
  it('that fails first leaves the demo failed', () =>
    demo(created(), queued('job_1'))
      .when(fail('job_1'))
      .gives([failed('job_1', 'failed')]));
  it('that fails later leaves the last good version in place', () =>
    demo(...readyDemo, queued('job_2', 'refresh'))
      .when(fail('job_2'))
      .gives([failed('job_2', 'ready')]));
  it('that is over has no outcome any more', () => {
    const outcomes: DemoCommand[] = [
      { type: 'start', jobId: 'job_1' },
      { type: 'plan', jobId: 'job_1', recipe },
      { type: 'startRecording', jobId: 'job_1' },
      publish('job_1'),
      fail('job_1'),
    ];
    for (const outcome of outcomes) {
      demo(...readyDemo)
        .when(outcome)
        .gives([]);
      demo(created(), queued('job_1'), cancelled('job_1', 'failed')).when(outcome).gives([]);
      demo(...readyDemo, deleted)
        .when(outcome)
        .gives([]);
      demo(...readyDemo, queued('job_2', 'refresh'))
        .when(outcome)
        .gives([]);
    }
  });
});

describe('cancelling', () => {
  it('ends a first generation as failed', () =>
    demo(created(), queued('job_1'), started('job_1'))
      .when({ type: 'cancel', by })
      .gives([cancelled('job_1', 'failed')]));
  it('of a refresh leaves the last good version in place', () =>
    demo(...readyDemo, queued('job_2', 'refresh'))
      .when({ type: 'cancel', by })
      .gives([cancelled('job_2', 'ready')]));
  it('is refused where nothing runs', () =>
    demo(...readyDemo)
      .when({ type: 'cancel', by })
      .fails('nothing_running', 409));
});

describe('deleting', () => {
  it('ends what runs first', () =>
    demo(created(), queued('job_1'))
      .when({ type: 'delete', by })
      .gives([cancelled('job_1', 'failed'), deleted]));
  it('happens once', () =>
    demo(...readyDemo, deleted)
      .when({ type: 'delete', by })
      .fails('demo_not_found', 404));
});

describe('editing', () => {
  it('keeps only what changes', () =>
    demo(...readyDemo)
      .when({ type: 'edit', by, prompt: 'Show the pricing', context: 'For teams' })
      .gives([{ type: 'DemoEdited', data: { ...one, context: 'For teams' } }]));
  it('that changes nothing is nothing', () =>
    demo(...readyDemo)
      .when({ type: 'edit', by, prompt: 'Show the pricing' })
      .gives([]));
});

it('does not exist for another user', () => {
  const wishes: DemoCommand[] = [
    { type: 'edit', by: 'user_2', prompt: 'Mine' },
    { type: 'queueRefresh', by: 'user_2', jobId: 'job_2', triggeredBy: 'api' },
    { type: 'queueRestyle', by: 'user_2', jobId: 'job_2', presentation: {} },
    { type: 'cancel', by: 'user_2' },
    { type: 'delete', by: 'user_2' },
  ];
  for (const wish of wishes)
    demo(...readyDemo)
      .when(wish)
      .fails('demo_not_found', 404);
});

describe('the moment of its pictures', () => {
  const pick = (timeMs: number, pickId = 'cmd_1'): DemoCommand => ({
    type: 'pickMoment',
    by,
    pickId,
    timeMs,
    kinds: ['thumbnail'],
  });
  const picked = (timeMs: number, pickId = 'cmd_1'): DemoEvent => ({
    type: 'MomentPicked',
    data: { ...one, pickId, timeMs, kinds: ['thumbnail'] },
  });
  const set = (pickId: string): DemoCommand => ({
    type: 'setAsset',
    by,
    asset: { kind: 'thumbnail', key: 'k', origin: 'picked', pickId },
  });

  it('is one of the video that is shown', () => {
    demo(...readyDemo)
      .when(pick(10_000))
      .gives([picked(10_000)]);
    demo(...readyDemo)
      .when(pick(10_001))
      .fails('validation_failed', 400);
    demo(created(), queued('job_1')).when(pick(0)).fails('demo_has_no_video', 409);
  });
  it('gives the demo the picture of the moment that was picked last', () => {
    const again = [picked(1_000), picked(2_000, 'cmd_2')];
    demo(...readyDemo, ...again)
      .when(set('cmd_1'))
      .gives([]);
    demo(...readyDemo, ...again)
      .when(set('cmd_2'))
      .gives([{ type: 'DemoAssetSet', data: { ...one, kind: 'thumbnail', key: 'k', origin: 'picked' } }]);
  });
  it('ends with the version', () => {
    const next = [queued('job_2', 'restyle'), published('job_2', 'restyle')];
    demo(...readyDemo, picked(1_000), ...next)
      .when(set('cmd_1'))
      .gives([]);
  });
});

describe('sound', () => {
  const sound = { music: 'any', voice: { voice: null } };
  const other = { music: null, voice: { voice: 'echo' } };
  const heard = [created({ sound }), ...readyDemo.slice(1)];
  const soundOf = (events: readonly DemoEvent[]) =>
    events.map(({ data }) => ('sound' in data ? data.sound : undefined));
  const decided = (past: DemoEvent[], command: DemoCommand) =>
    soundOf(demoDecider.decide(command, foldOf(past)));
  const foldOf = (past: DemoEvent[]) => past.reduce(demoDecider.evolve, demoDecider.initial);

  it('goes from the request to the job, and from the job to the version', () => {
    const generate: DemoCommand = { type: 'queueGeneration', by, jobId: 'job_1', triggeredBy: 'api' };
    expect(decided([created({ sound })], generate)).toEqual([sound]);
    const job = [
      created({ sound }),
      queued('job_1', 'generate', { sound }),
      started('job_1'),
      planned('job_1'),
    ];
    expect(decided(job, publish('job_1'))).toEqual([sound]);
    expect(decided(readyDemo.slice(0, 1), generate)).toEqual([undefined]);
  });
  it('stays in a restyle that says nothing of it, and ends or changes in one that does', () => {
    const shown = published('job_1');
    const past = [...heard.slice(0, -1), { ...shown, data: { ...shown.data, sound } } as DemoEvent];
    expect(decided(past, restyle())).toEqual([sound]);
    expect(decided(past, refresh())).toEqual([sound]);
    expect(decided(past, { ...restyle(), sound: other } as DemoCommand)).toEqual([other]);
    expect(decided(past, { ...restyle(), sound: null } as DemoCommand)).toEqual([undefined]);
    // What is shown keeps its sound until the new version is there.
    const busy = [...past, queued('job_2', 'restyle', { sound: other })];
    expect(foldOf(busy)?.sound).toEqual(sound);
    expect(foldOf([...busy, cancelled('job_2', 'ready')])?.sound).toEqual(sound);
  });
});
