import { newId } from '../../ids.ts';
import { newSecret } from '../../secrets.ts';
import type { CommandContext, StoredEvent } from '../../store/types.ts';
import type { DomainServices } from '../services.ts';
import { projectDecider } from './decide.ts';
import { type ProjectEvent, projectStream, type ViewportName } from './events.ts';
import { newProject, type ProjectView, readProject } from './projects.ts';

type Created = Extract<ProjectEvent, { type: 'ProjectCreated' }>;

/** @returns the project and its signing secret in clear. */
export async function createProject(
  services: DomainServices,
  context: CommandContext,
  project: { userId: string; name: string; url: string; viewport: ViewportName },
): Promise<{ projectId: string; project: ProjectView; signingSecret: string }> {
  const { store, secrets } = services;
  const projectId = newId('proj');
  const signingSecret = newSecret('sr_sign_');
  const { events, duplicate } = await store.execute(context, (unit) => {
    unit
      .begin(projectDecider, projectStream(projectId))
      .decide({ type: 'create', projectId, ...project, sealedSigningSecret: secrets.seal(signingSecret) });
  });
  const { data, recordedAt } = events[0] as StoredEvent<Created>;
  if (!duplicate) return { projectId, project: newProject({ data, recordedAt }, secrets), signingSecret };
  // The command was given before: the project that it made then is returned, which may have been changed since.
  return {
    projectId: data.projectId,
    project: await readProject(services, data.projectId, data.userId),
    signingSecret: secrets.open(data.sealedSigningSecret),
  };
}
