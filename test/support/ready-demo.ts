import { createDemo } from '../../src/domain/demos/create.ts';
import { reportPlan, reportPublished, startGeneration } from '../../src/domain/demos/jobs/generation.ts';
import type { DomainServices } from '../../src/domain/services.ts';
import type { ActionScript } from '../../src/recorder/contract/script.ts';
import { freshCommand } from './services.ts';

const url = 'https://example.com/';

/** Creates a generated demo, which then waits for a worker. */
export const waitingDemo = (
  services: DomainServices,
  owner: { userId: string; projectId: string; pageUrl?: string },
  actionScript?: ActionScript,
) =>
  createDemo(services, freshCommand(owner.userId), {
    pageUrl: null,
    ...owner,
    presentation: null,
    prompt: 'Show it',
    format: 'mp4',
    resolution: '720p',
    aspect: '16:9',
    durationTarget: '5s',
    mode: 'script',
    context: null,
    contextHash: null,
    actionScript,
    triggeredBy: 'api',
  });

/** Creates a generated demo with its first version. Only the log knows that version: it has no files. */
export async function readyDemo(
  services: DomainServices,
  owner: { userId: string; projectId: string; pageUrl?: string },
): Promise<string> {
  const { demoId, jobId } = await waitingDemo(services, owner);
  await publish(services, jobId);
  return demoId;
}

/** Gives a demo that waits for a worker its first version. */
export async function publishWaiting(services: DomainServices, demoId: string): Promise<void> {
  const [job] = await services.sql<{ id: string }[]>`select id from demo_jobs where demo_id = ${demoId}`;
  await publish(services, job!.id);
}

async function publish(services: DomainServices, jobId: string): Promise<void> {
  const job = (await startGeneration(services, jobId))!;
  const script = { title: 'It', steps: [{ type: 'navigate' as const, url }] };
  const aiPlan = { source: 'heuristic' as const, summary: '', scenes: [] };
  const template = { effectiveId: 'cinematic' as const };
  await reportPlan(services, job, { title: 'It', aiPlan, script, template, unmet: [], warnings: [] });
  await reportPublished(services, job, {
    videoKey: 'v',
    gifKey: 'g',
    thumbnailKey: 't',
    durationMs: 5000,
    snapshots: [],
    recordingLog: [],
    title: null,
  });
}
