import { type AuditReport, audit } from '../../src/admin/audit/audit.ts';
import { createDemo } from '../../src/domain/demos/create.ts';
import { reportFailure, startGeneration } from '../../src/domain/demos/jobs/generation.ts';
import type { DomainServices } from '../../src/domain/services.ts';
import type { MediaStorage } from '../../src/media/index.ts';
import { freshCommand, openProject, openUser } from '../support/services.ts';

/** An account that lived: credits, the month's demos used up, deducts, and one job that failed and was given back. */
export async function livedAccount(services: DomainServices): Promise<string> {
  const userId = await openUser(services, { plan: 'free', credits: 20 });
  const projectId = await openProject(services, userId);
  const jobs: string[] = [];
  for (let n = 0; n < 14; n++) jobs.push((await demo(services, userId, projectId)).jobId);
  await fail(services, jobs[12]!);
  await fail(services, jobs[3]!);
  return userId;
}

export const demo = (services: DomainServices, userId: string, projectId: string) =>
  createDemo(services, freshCommand(userId), {
    userId,
    projectId,
    prompt: 'Show the pricing',
    format: 'mp4',
    resolution: '1080p',
    aspect: '16:9',
    durationTarget: '10s',
    presentation: null,
    mode: 'script',
    pageUrl: null,
    context: null,
    contextHash: null,
    triggeredBy: 'api',
  });

async function fail(services: DomainServices, jobId: string): Promise<void> {
  const job = await startGeneration(services, jobId);
  if (!job) throw new Error(`${jobId} is not wanted`);
  await reportFailure(services, job, { code: 'page_not_found', message: 'There is no such page.' });
}

/** The report alone, without what is told on the way. */
export async function reportOf(
  services: DomainServices,
  media: MediaStorage,
  userId: string | null = null,
): Promise<AuditReport> {
  const running = audit(services, media, { userId });
  for (;;) {
    const step = await running.next();
    if (step.done) return step.value;
  }
}
