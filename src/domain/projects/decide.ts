import { conflict, notFound } from '../../errors.ts';
import type { Decider } from '../../store/types.ts';
import type { ProjectEvent, RefreshSchedule, ViewportName } from './events.ts';

export interface ProjectChanges {
  name?: string | undefined;
  url?: string | undefined;
  viewport?: ViewportName | undefined;
}

/** `by` is the user who asks: another user's project does not exist for them. */
export type ProjectCommand =
  | {
      type: 'create';
      projectId: string;
      userId: string;
      name: string;
      url: string;
      viewport: ViewportName;
      sealedSigningSecret: string;
    }
  | { type: 'edit'; by: string; changes: ProjectChanges }
  /** `sealedWebhookSecret` is issued where the schedule needs one and there is none yet. */
  | { type: 'schedule'; by: string; schedule: RefreshSchedule; sealedWebhookSecret: string }
  | { type: 'rotateSigningSecret'; by: string; sealedSigningSecret: string }
  | { type: 'rotateWebhookSecret'; by: string; sealedWebhookSecret: string }
  | { type: 'delete'; by: string }
  | ServiceCommand;

/** Commands that the service gives itself, by the clock or after a new key, and not a user. Times are ISO 8601. */
type ServiceCommand =
  | { type: 'reseal'; sealedSigningSecret: string; sealedWebhookSecret: string | null }
  | { type: 'startScheduledRefresh'; dueAt: string; nextDueAt: string }
  | { type: 'endScheduledRefresh'; dueAt: string; queued: number; overQuota: number };

export interface Project {
  projectId: string;
  userId: string;
  name: string;
  url: string;
  viewport: ViewportName;
  schedule: RefreshSchedule;
  hasWebhookSecret: boolean;
  /** The due moment of the scheduled refresh that was begun last. */
  lastDueAt: string | null;
}
/** null: never created, or deleted. */
export type ProjectState = Project | null;

export const projectDecider: Decider<ProjectCommand, ProjectEvent, ProjectState> = {
  initial: null,
  evolve(state, event) {
    if (event.type === 'ProjectCreated') {
      const { projectId, userId, name, url, viewport } = event.data;
      const fresh = { schedule: 'manual', hasWebhookSecret: false, lastDueAt: null } as const;
      return { projectId, userId, name, url, viewport, ...fresh };
    }
    if (!state) return state;
    switch (event.type) {
      case 'ProjectEdited': {
        const { name = state.name, url = state.url, viewport = state.viewport } = event.data;
        return { ...state, name, url, viewport };
      }
      case 'RefreshScheduleChanged':
        return { ...state, schedule: event.data.schedule };
      case 'WebhookSecretIssued':
        return { ...state, hasWebhookSecret: true };
      case 'ScheduledRefreshStarted':
        return { ...state, lastDueAt: event.data.dueAt };
      case 'SigningSecretRotated':
      case 'ProjectSecretsResealed':
      case 'ScheduledRefreshEnded':
        return state;
      case 'ProjectDeleted':
        return null;
    }
  },
  decide(command, state) {
    if (command.type === 'create') {
      if (state) throw conflict('project_exists', 'This project exists already.');
      const { type: _, ...data } = command;
      return [{ type: 'ProjectCreated', data }];
    }
    if (!('by' in command)) return state ? ofService(command, state) : [];
    const project = demandOwn(state, command.by);
    const one = { projectId: project.projectId, userId: project.userId };
    switch (command.type) {
      case 'edit': {
        const changes = changed(project, command.changes);
        return changes ? [{ type: 'ProjectEdited', data: { ...one, ...changes } }] : [];
      }
      case 'schedule': {
        const { schedule, sealedWebhookSecret } = command;
        if (schedule === project.schedule) return [];
        const events: ProjectEvent[] = [{ type: 'RefreshScheduleChanged', data: { ...one, schedule } }];
        if (schedule === 'on-deploy' && !project.hasWebhookSecret)
          events.push({ type: 'WebhookSecretIssued', data: { ...one, sealedWebhookSecret } });
        return events;
      }
      case 'rotateSigningSecret': {
        const { sealedSigningSecret } = command;
        return [{ type: 'SigningSecretRotated', data: { ...one, sealedSigningSecret } }];
      }
      case 'rotateWebhookSecret': {
        const { sealedWebhookSecret } = command;
        return [{ type: 'WebhookSecretIssued', data: { ...one, sealedWebhookSecret } }];
      }
      case 'delete':
        return [{ type: 'ProjectDeleted', data: one }];
    }
  },
};

function ofService(command: ServiceCommand, project: Project): ProjectEvent[] {
  if (command.type === 'reseal') {
    const { type: _, ...sealed } = command;
    const { projectId, userId } = project;
    return [{ type: 'ProjectSecretsResealed', data: { projectId, userId, ...sealed } }];
  }
  const one = { projectId: project.projectId, userId: project.userId, dueAt: command.dueAt };
  if (command.type === 'endScheduledRefresh') {
    const { queued, overQuota } = command;
    return [{ type: 'ScheduledRefreshEnded', data: { ...one, queued, overQuota } }];
  }
  const isClockDriven = project.schedule === 'daily' || project.schedule === 'weekly';
  const isNew = project.lastDueAt === null || project.lastDueAt < command.dueAt;
  if (!isClockDriven || !isNew) return [];
  return [{ type: 'ScheduledRefreshStarted', data: { ...one, nextDueAt: command.nextDueAt } }];
}

/** @throws AppError 404 where there is no such project, or where it is somebody else's. */
export function demandOwn(state: ProjectState, userId: string): Project {
  if (!state || state.userId !== userId) throw notFound('project');
  return state;
}

/** Only what differs from what is there; null where nothing does. */
function changed(project: Project, wanted: ProjectChanges) {
  const changes: { name?: string; url?: string; viewport?: ViewportName } = {};
  if (wanted.name !== undefined && wanted.name !== project.name) changes.name = wanted.name;
  if (wanted.url !== undefined && wanted.url !== project.url) changes.url = wanted.url;
  if (wanted.viewport !== undefined && wanted.viewport !== project.viewport)
    changes.viewport = wanted.viewport;
  return Object.keys(changes).length > 0 ? changes : null;
}
