import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilmWarning } from '../../src/domain/demos/film-warnings.ts';
import {
  type GenerationJob,
  reportFailure,
  reportPlan,
  reportPublished,
  reportRecording,
  startGeneration,
} from '../../src/domain/demos/jobs/generation.ts';
import { noteTake } from '../../src/domain/demos/jobs/takes.ts';
import { mediaPrefix, takeKey } from '../../src/domain/demos/media-keys.ts';
import { newId } from '../../src/ids.ts';
import type { ActionScript } from '../../src/recorder/contract/script.ts';
import type { TestApi } from './api.ts';

export interface QueuedDemo {
  id: string;
  jobId: string;
  wsUrl: string;
  pollUrl: string;
}

/** Creates a demo as a caller does. No worker is there to take it up. */
export async function queueDemo(api: TestApi, more: object = {}): Promise<QueuedDemo> {
  const project = await api.request('POST', '/api/v1/projects', {
    body: { name: 'Example', url: 'https://example.com/' },
  });
  const body = { project_id: (project.body as { id?: string }).id, prompt: 'Show the pricing', ...more };
  const answer = await api.request('POST', '/api/v1/demos', { body });
  if (answer.status !== 202) throw new Error(`no demo was queued: ${answer.status} ${answer.text}`);
  return answer.body as unknown as QueuedDemo;
}

export interface Files {
  video: Uint8Array;
  thumbnail?: Uint8Array;
  gif?: Uint8Array;
  /** What the film is composed of, where it is to be kept. */
  take?: Uint8Array;
  /** There is something to hear. */
  audible?: boolean;
}

/** What a worker reports of a job, to be reported step by step. */
export function workerOf(api: TestApi, jobId: string) {
  let job: GenerationJob;
  return {
    async start() {
      const started = await startGeneration(api.services, jobId);
      if (!started) throw new Error(`${jobId} is not wanted`);
      job = started;
    },
    plan: (title = 'Pricing at a glance') =>
      reportPlan(api.services, job, {
        title,
        aiPlan: { source: 'heuristic', summary: 'Pricing', scenes: [] },
        script: { title, steps: [{ type: 'navigate', url: 'https://example.com/' }] },
        template: { effectiveId: 'pricing-focus' },
        unmet: [],
        warnings: [],
      }),
    record: () => reportRecording(api.services, job),
    fail: (message: string) => reportFailure(api.services, job, { code: 'page_not_found', message }),
    /**
     * @param script the script as it was played, where it is not the plan's
     * @param filmWarnings what was found in the film
     */
    async publish(files: Files, script?: ActionScript, filmWarnings?: FilmWarning[]) {
      const prefix = mediaPrefix(job.demoId, job.version);
      const putAt = async (key: string, bytes: Uint8Array) => {
        const path = join(tmpdir(), newId('cmd'));
        await writeFile(path, bytes);
        await api.media.putFile(key, path);
        return key;
      };
      const put = async (name: string, bytes: Uint8Array | undefined) =>
        bytes ? putAt(`${prefix}${name}`, bytes) : null;
      if (files.take) {
        await noteTake(api.services, job.demoId, job.version);
        await putAt(takeKey(job.demoId, job.version), files.take);
      }
      const videoKey = (await put(`video.${job.format}`, files.video))!;
      const [thumbnailKey, gifKey] = [
        await put('thumb.png', files.thumbnail),
        await put('demo.gif', files.gif),
      ];
      const film = {
        videoKey,
        thumbnailKey,
        gifKey,
        durationMs: 4000,
        snapshots: [],
        recordingLog: [],
        title: null,
        script,
        takeVersion: files.take && job.version,
        audible: files.audible,
        filmWarnings,
      };
      await reportPublished(api.services, job, film);
    },
  };
}

/** A demo that is published with these files. */
export async function publishDemo(api: TestApi, files: Files, more: object = {}): Promise<QueuedDemo> {
  const demo = await queueDemo(api, more);
  await finish(api, demo.jobId, files);
  return demo;
}

export async function finish(api: TestApi, jobId: string, files: Files): Promise<void> {
  const worker = workerOf(api, jobId);
  await worker.start();
  await worker.plan();
  await worker.record();
  await worker.publish(files);
}
