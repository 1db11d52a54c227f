import { invalid, notFound } from '../../errors.ts';
import { isSameSite } from '../../site.ts';
import type { CommandContext } from '../../store/types.ts';
import { newestShownDemo, readPublicDemo } from '../demos/views/catalogue.ts';
import { findSigner } from '../projects/projects.ts';
import type { DomainServices } from '../services.ts';
import { specifyEmbed } from './embed-spec.ts';
import type { RuntimePayload } from './payload.ts';
import { showEmbed } from './show.ts';
import { checkForm, checkSignature, type SignedQuery } from './signature.ts';

/** The project for which a signed address speaks. */
export interface SignedProject {
  projectId: string;
  userId: string;
  url: string;
}

/**
 * Checks a signed address and finds the project for which it speaks. The secret is read each time, so that a rotated
 * one is refused at once.
 * @throws AppError 401 (form, time, signature), 404 (project).
 */
export async function openSigned(services: DomainServices, query: SignedQuery): Promise<SignedProject> {
  checkForm(query, services.clock.now());
  const project = await findSigner(services, query.projectId);
  if (!project) throw notFound('project');
  checkSignature(project.signingSecret, query);
  const { userId, url } = project;
  return { projectId: query.projectId, userId, url };
}

/**
 * The demo that a signed address shows, and whether this call started it.
 * @param asked a person pressed the button that tries again.
 * @throws AppError 400 (a page of another site), 404 (demo), 429 `quota_exceeded`.
 */
export async function showSigned(
  services: DomainServices,
  context: CommandContext,
  { project, payload, asked }: { project: SignedProject; payload: RuntimePayload | null; asked: boolean },
): Promise<{ demoId: string; started: boolean }> {
  const { projectId, userId, url } = project;
  if (payload === null || payload.demoId !== undefined) {
    const demoId = payload?.demoId ?? (await newestShownDemo(services.sql, projectId));
    const demo = demoId && (await readPublicDemo(services.sql, demoId));
    if (!demo || demo.projectId !== projectId) throw notFound('demo');
    return { demoId: demo.id, started: false };
  }
  if (payload.url !== undefined && !isSameSite(payload.url, url))
    throw invalid(
      `\`url\` must be on the site of the project, but ${new URL(payload.url).host} came.`,
      'page_not_on_site',
    );
  return showEmbed(services, context, {
    userId,
    project,
    asked,
    context: null,
    spec: specifyEmbed(project, { ...payload, pageUrl: payload.url }),
  });
}
