import { newId } from '../../ids.ts';
import { newSecret } from '../../secrets.ts';
import type { CommandContext } from '../../store/types.ts';
import type { DomainServices } from '../services.ts';
import { projectDecider } from './decide.ts';
import { type ProjectEvent, projectStream, type ViewportName } from './events.ts';

/** @returns the new project's id and its signing secret in clear. */
export async function createProject(
  { store, secrets }: DomainServices,
  context: CommandContext,
  project: { userId: string; name: string; url: string; viewport: ViewportName },
): Promise<{ projectId: string; signingSecret: string }> {
  const projectId = newId('proj');
  const { events } = await store.execute(context, (unit) => {
    const sealedSigningSecret = secrets.seal(newSecret('sr_sign_'));
    unit
      .begin(projectDecider, projectStream(projectId))
      .decide({ type: 'create', projectId, ...project, sealedSigningSecret });
  });
  // Of a command that was given before, what it made then.
  const { data } = events[0] as Extract<ProjectEvent, { type: 'ProjectCreated' }>;
  return { projectId: data.projectId, signingSecret: secrets.open(data.sealedSigningSecret) };
}
