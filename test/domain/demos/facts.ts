import type { DemoEvent, DemoFact, JobKind } from '../../../src/domain/demos/events.ts';

/** Facts of one demo, for telling a history in a line each. */
export const one = { demoId: 'demo_1', projectId: 'proj_1', userId: 'user_1' };

export const created = (changes: Partial<DemoFact<'DemoCreated'>> = {}): DemoEvent => ({
  type: 'DemoCreated',
  data: {
    ...one,
    source: 'generated',
    prompt: 'Show the pricing',
    format: 'mp4',
    resolution: '1080p',
    aspect: '16:9',
    durationTarget: '10s',
    mode: 'script',
    presentation: null,
    pageUrl: null,
    context: null,
    contextHash: null,
    ...changes,
  },
});

export const queued = (
  jobId: string,
  kind: JobKind = 'generate',
  changes: Partial<DemoFact<'GenerationQueued'>> = {},
): DemoEvent => ({
  type: 'GenerationQueued',
  data: {
    ...one,
    jobId,
    kind,
    triggeredBy: kind === 'restyle' ? 'restyle' : 'api',
    oldVersion: kind === 'generate' ? null : 1,
    newVersion: kind === 'generate' ? 1 : 2,
    presentation: null,
    aspect: '16:9',
    ...changes,
  },
});

export const started = (jobId: string, kind: JobKind = 'generate'): DemoEvent => ({
  type: 'GenerationStarted',
  data: { ...one, jobId, kind },
});

export const recipe = {
  title: 'Pricing',
  actionScript: { title: 'Pricing', steps: [{ type: 'navigate' as const, url: 'https://example.com/' }] },
  aiPlan: { source: 'heuristic', summary: 'The prices', scenes: [] },
  presentation: { recordingTemplate: { id: 'auto' as const, effectiveId: 'pricing-focus' as const } },
};

export const planned = (jobId: string, shown: 'now' | 'when published' = 'now'): DemoEvent => ({
  type: 'DemoPlanned',
  data: { ...one, jobId, ...recipe, shown },
});

export const recording = (jobId: string): DemoEvent => ({
  type: 'RecordingStarted',
  data: { ...one, jobId },
});

export const film = {
  videoKey: 'demos/demo_1/v1/video.mp4',
  gifKey: 'demos/demo_1/v1/animation.gif',
  thumbnailKey: 'demos/demo_1/v1/thumbnail.png',
  durationMs: 10_000,
  snapshots: [],
  recordingLog: [{ step: 0, type: 'navigate', status: 'ok' }],
};

export const published = (
  jobId: string,
  kind: JobKind = 'generate',
  changes: Partial<DemoFact<'DemoPublished'>> = {},
): DemoEvent => ({
  type: 'DemoPublished',
  data: { ...one, jobId, ...recipe, ...film, kind, version: kind === 'generate' ? 1 : 2, ...changes },
});

export const failed = (jobId: string, status: 'ready' | 'failed'): DemoEvent => ({
  type: 'GenerationFailed',
  data: { ...one, jobId, code: 'dns', message: 'There is no such host.', recordingLog: null, status },
});

export const cancelled = (jobId: string, status: 'ready' | 'failed'): DemoEvent => ({
  type: 'GenerationCancelled',
  data: { ...one, jobId, status },
});

export const deleted: DemoEvent = { type: 'DemoDeleted', data: one };

/** Everything up to a first version that is ready. */
export const readyDemo = [
  created(),
  queued('job_1'),
  started('job_1'),
  planned('job_1'),
  recording('job_1'),
  published('job_1'),
];
