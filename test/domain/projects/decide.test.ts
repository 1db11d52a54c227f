import { describe, expect, it } from 'vitest';
import { type ProjectCommand, projectDecider } from '../../../src/domain/projects/decide.ts';
import type { ProjectEvent } from '../../../src/domain/projects/events.ts';
import { given } from '../../support/given.ts';

const one = { projectId: 'proj_1', userId: 'user_1' };
const by = 'user_1';
const made = {
  ...one,
  name: 'Example',
  url: 'https://example.com/',
  viewport: 'desktop' as const,
  sealedSigningSecret: 'v1.sealed',
};
const created: ProjectEvent = { type: 'ProjectCreated', data: made };
const issued: ProjectEvent = {
  type: 'WebhookSecretIssued',
  data: { ...one, sealedWebhookSecret: 'v1.hook' },
};
const scheduled = (schedule: 'manual' | 'on-deploy'): ProjectEvent => ({
  type: 'RefreshScheduleChanged',
  data: { ...one, schedule },
});
const schedule = (name: 'manual' | 'on-deploy'): ProjectCommand => ({
  ...{ type: 'schedule', by, schedule: name, sealedWebhookSecret: 'v1.hook' },
});
const deleted: ProjectEvent = { type: 'ProjectDeleted', data: one };

it('is created once', () => {
  given(projectDecider, [])
    .when({ type: 'create', ...made })
    .gives([created]);
  given(projectDecider, [created])
    .when({ type: 'create', ...made })
    .fails('project_exists', 409);
});

describe('editing', () => {
  it('keeps only what changes', () =>
    given(projectDecider, [created])
      .when({ type: 'edit', by, changes: { name: 'Other', url: made.url, viewport: undefined } })
      .gives([{ type: 'ProjectEdited', data: { ...one, name: 'Other' } }]));
  it('that changes nothing is nothing', () =>
    given(projectDecider, [created])
      .when({ type: 'edit', by, changes: { name: 'Example' } })
      .gives([]));
  it('is remembered', () =>
    expect(
      given(projectDecider, [
        created,
        { type: 'ProjectEdited', data: { ...one, url: 'https://example.org/', viewport: 'mobile' } },
      ]).state,
    ).toMatchObject({ name: 'Example', url: 'https://example.org/', viewport: 'mobile' }));
});

describe('the schedule', () => {
  it('brings a webhook secret when it is first on-deploy', () =>
    given(projectDecider, [created])
      .when(schedule('on-deploy'))
      .gives([scheduled('on-deploy'), issued]));
  it('keeps the secret that is there', () =>
    given(projectDecider, [created, issued])
      .when(schedule('on-deploy'))
      .gives([scheduled('on-deploy')]));
  it('that does not change is nothing', () =>
    given(projectDecider, [created]).when(schedule('manual')).gives([]));
});

it('does not exist for another user, nor after it was deleted', () => {
  const wishes = (by: string): ProjectCommand[] => [
    { type: 'edit', by, changes: { name: 'Mine' } },
    { type: 'schedule', by, schedule: 'daily', sealedWebhookSecret: 'v1.hook' },
    { type: 'rotateSigningSecret', by, sealedSigningSecret: 'v1.new' },
    { type: 'rotateWebhookSecret', by, sealedWebhookSecret: 'v1.new' },
    { type: 'delete', by },
  ];
  for (const wish of wishes('user_2'))
    given(projectDecider, [created]).when(wish).fails('project_not_found', 404);
  for (const wish of wishes(by))
    given(projectDecider, [created, deleted]).when(wish).fails('project_not_found', 404);
});
