import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { previewTask } from '../../src/domain/demos/tasks.ts';
import { preview } from '../../src/worker/demo/preview.ts';
import type { MakeFilm } from '../../src/worker/film/film.ts';
import type { MakePreview, PreviewedFilm, SeenOutline } from '../../src/worker/film/preview-film.ts';
import type { TestApi } from './api.ts';
import { perform, type QueuedJob, queuedJobs } from './jobs.ts';

/** What a worker makes of a preview in tests that need no browser. */
export const previewed: PreviewedFilm = {
  title: 'Pricing at a glance',
  aiPlan: { source: 'heuristic', summary: 'Pricing', scenes: [], unmet: [] },
  script: { title: 'Pricing at a glance', steps: [{ type: 'navigate', url: 'https://example.com/' }] },
  scenes: [
    {
      what: 'Open on the whole page',
      why: 'It begins here.',
      still: Buffer.from('one'),
      startMs: 0,
      durationMs: 2000,
      restMs: 1200,
      elements: [],
      step: 0,
    },
    {
      what: 'Show “Pricing”',
      why: 'The prompt.',
      still: Buffer.from('two'),
      startMs: 2000,
      durationMs: 8000,
      restMs: 5000,
      elements: [
        {
          name: 'Yearly',
          role: 'button',
          on: { x: 0.4, y: 0.3, width: 0.1, height: 0.05 },
          target: { selectors: ['#yearly'], showreel: { name: 'Yearly' } },
        },
      ],
      step: 1,
    },
  ],
  durationMs: 10_000,
  unmet: [{ said: 'press Teleport', reason: 'Nothing is called that.' }],
  warnings: [{ code: 'not_done', message: '“press Teleport” was not done.' }],
};

/** What a worker has seen before that. */
export const seen: SeenOutline = {
  title: 'Example',
  sections: [{ kind: 'pricing', name: 'Pricing' }],
  suggestions: ['Show “Pricing”', 'Show the whole page'],
  picture: Buffer.from('page'),
};

/** Waits until a preview is queued. */
export async function queuedPreview(api: Pick<TestApi, 'services'>): Promise<QueuedJob> {
  for (;;) {
    const [job] = await queuedJobs(api.services, previewTask);
    if (job) return job;
    await delay(10);
  }
}

/** Takes the queued preview and performs it, as a worker would. */
export async function performPreview(
  api: Pick<TestApi, 'services' | 'media'>,
  makePreview: MakePreview = async () => previewed,
  makeFilm: MakeFilm = () => Promise.reject(new Error('nothing is to be compared')),
): Promise<void> {
  const job = await queuedPreview(api);
  const folder = await mkdtemp(join(tmpdir(), 'showreel-preview-'));
  try {
    await perform([preview({ ...api, makePreview, makeFilm, previewMs: 10_000 })], job, folder);
    await api.services
      .sql`select graphile_worker.remove_job(key) from graphile_worker.jobs where task_identifier = ${previewTask}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
