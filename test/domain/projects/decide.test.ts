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
const scheduled = (schedule: 'manual' | 'daily' | 'on-deploy'): ProjectEvent => ({
  type: 'RefreshScheduleChanged',
  data: { ...one, schedule },
});
const schedule = (name: 'manual' | 'daily' | 'on-deploy'): ProjectCommand => ({
  type: 'schedule',
  by,
  schedule: name,
  sealedWebhookSecret: 'v1.hook',
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

describe('a scheduled refresh', () => {
  const [first, second] = ['2026-02-10T03:00:00.000Z', '2026-02-11T03:00:00.000Z'] as const;
  const start = (dueAt: string, nextDueAt: string) =>
    ({ type: 'startScheduledRefresh', dueAt, nextDueAt }) as const;
  const started: ProjectEvent = {
    type: 'ScheduledRefreshStarted',
    data: { ...one, dueAt: first, nextDueAt: second },
  };
  it('begins once for a moment, and not for an earlier one', () => {
    given(projectDecider, [created, scheduled('daily')])
      .when(start(first, second))
      .gives([started]);
    for (const dueAt of [first, '2026-02-09T03:00:00.000Z'])
      given(projectDecider, [created, scheduled('daily'), started])
        .when(start(dueAt, second))
        .gives([]);
  });
  it('does not begin where no clock drives the project, or it is gone', () => {
    for (const past of [
      [created],
      [created, scheduled('on-deploy')],
      [created, scheduled('daily'), deleted],
      [],
    ])
      given(projectDecider, past).when(start(first, second)).gives([]);
  });
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
