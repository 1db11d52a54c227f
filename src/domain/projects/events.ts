/**
 * Projects: a site with its viewport, refresh schedule and secrets. The slices above come in, to ask whose a project
 * is and to note its scheduled refreshes. It imports no other slice, and writes project streams.
 */
import { z } from 'zod';
import type { EventOf } from '../facts.ts';

export const viewportNames = ['desktop', 'mobile', 'tablet'] as const;
export const refreshSchedules = ['manual', 'daily', 'weekly', 'on-deploy'] as const;

const one = { projectId: z.string(), userId: z.string() };

/** The facts of `project-<projectId>`. Secrets are sealed: whoever reads the log without the master key learns none. */
export const projectFacts = {
  ProjectCreated: {
    schemaVersion: 1,
    data: z.object({
      ...one,
      name: z.string(),
      url: z.string(),
      viewport: z.enum(viewportNames),
      sealedSigningSecret: z.string(),
    }),
    personal: ['name', 'url'],
  },
  ProjectEdited: {
    schemaVersion: 1,
    data: z.object({
      ...one,
      name: z.string().optional(),
      url: z.string().optional(),
      viewport: z.enum(viewportNames).optional(),
    }),
    personal: ['name', 'url'],
  },
  RefreshScheduleChanged: {
    schemaVersion: 1,
    data: z.object({ ...one, schedule: z.enum(refreshSchedules) }),
  },
  SigningSecretRotated: { schemaVersion: 1, data: z.object({ ...one, sealedSigningSecret: z.string() }) },
  /** The first secret, and every later one in its place. */
  WebhookSecretIssued: { schemaVersion: 1, data: z.object({ ...one, sealedWebhookSecret: z.string() }) },
  /** The same secrets, sealed with another key of the service. */
  ProjectSecretsResealed: {
    schemaVersion: 1,
    data: z.object({ ...one, sealedSigningSecret: z.string(), sealedWebhookSecret: z.string().nullable() }),
  },
  /** A daily or weekly refresh is due; its job was added by the same append. */
  ScheduledRefreshStarted: {
    schemaVersion: 1,
    data: z.object({ ...one, dueAt: z.iso.datetime(), nextDueAt: z.iso.datetime() }),
  },
  /** What came of it: `overQuota` demos were left out since nothing was left to pay for them. */
  ScheduledRefreshEnded: {
    schemaVersion: 1,
    data: z.object({
      ...one,
      dueAt: z.iso.datetime(),
      queued: z.number().int().min(0),
      overQuota: z.number().int().min(0),
    }),
  },
  ProjectDeleted: { schemaVersion: 1, data: z.object(one) },
};
export type ProjectEvent = EventOf<typeof projectFacts>;
export type ViewportName = (typeof viewportNames)[number];
export type RefreshSchedule = (typeof refreshSchedules)[number];

export const projectStream = (projectId: string) => `project-${projectId}`;
