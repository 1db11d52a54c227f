import type { Sql } from 'postgres';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import { equalInConstantTime, type Secrets } from '../../secrets.ts';
import type { ProjectableEvent, RowChange, RowValue } from '../../store/types.ts';
import { idField, nullableText, timeField } from '../fields.ts';
import { readCursor, toPage } from '../input.ts';
import type { ReadModel } from '../projection.ts';
import { type ProjectEvent, refreshSchedules, viewportNames } from './events.ts';

/** Read model: the projects, each with the number of its demos. `demos/projections/counts.ts` counts the demos. */
export const projectsReadModel: ReadModel<ProjectEvent> = {
  name: 'projects',
  version: 1,
  tables: ['projects'],
  on: {
    ProjectCreated: (event) => [{ op: 'insert', table: 'projects', row: newRow(event) }],
    ProjectEdited: (event) => {
      const { projectId: _, userId: __, ...changes } = event.data;
      return update(event, changes);
    },
    RefreshScheduleChanged: (event) => update(event, { refresh_schedule: event.data.schedule }),
    SigningSecretRotated: (event) => update(event, { signing_secret: event.data.sealedSigningSecret }),
    WebhookSecretIssued: (event) => update(event, { webhook_secret: event.data.sealedWebhookSecret }),
    // Nothing that anybody sees has changed, so the project keeps its time of change.
    ProjectSecretsResealed: ({ data: { projectId, sealedSigningSecret, sealedWebhookSecret } }) => [
      {
        op: 'update',
        table: 'projects',
        key: { id: projectId },
        set: { signing_secret: sealedSigningSecret, webhook_secret: sealedWebhookSecret },
      },
    ],
    ProjectDeleted: ({ data }) => [{ op: 'delete', table: 'projects', key: { id: data.projectId } }],
  },
};

type Created = ProjectableEvent<Extract<ProjectEvent, { type: 'ProjectCreated' }>>;

const newRow = ({ data, recordedAt }: Pick<Created, 'data' | 'recordedAt'>) => ({
  id: data.projectId,
  user_id: data.userId,
  name: data.name,
  url: data.url,
  viewport: data.viewport,
  refresh_schedule: 'manual' as const,
  signing_secret: data.sealedSigningSecret,
  webhook_secret: null,
  demo_count: 0,
  created_at: recordedAt,
  updated_at: recordedAt,
});

/** As `readProject` would show it, without asking the database for what it was told a moment ago. */
export function newProject(event: Pick<Created, 'data' | 'recordedAt'>, secrets: Secrets): ProjectView {
  const { signing_secret: _, ...row } = newRow(event);
  return toView(row, secrets);
}

function update(event: ProjectableEvent<ProjectEvent>, set: Record<string, RowValue>): RowChange[] {
  const key = { id: event.data.projectId };
  return [{ op: 'update', table: 'projects', key, set: { ...set, updated_at: event.recordedAt } }];
}

/** What a demo that comes or goes changes in its project. */
export const countDemosOfProject = (projectId: string, by: 1 | -1): RowChange[] => [
  { op: 'update', table: 'projects', key: { id: projectId }, add: { demo_count: by } },
];

export const projectFields = z.object({
  id: idField('project'),
  user_id: idField('user'),
  name: z.string().meta({ examples: ['Example'] }),
  url: z.string().meta({ format: 'uri', examples: ['https://example.com/'] }),
  viewport: z.enum(viewportNames),
  refresh_schedule: z.enum(refreshSchedules),
  webhook_secret: nullableText(
    null,
    'For `X-Webhook-Secret`; null until the schedule is first `on-deploy` or the secret is rotated',
  ),
  created_at: timeField('2026-03-02T09:12:40.000Z'),
  updated_at: timeField('2026-03-02T09:12:40.000Z'),
  demo_count: z.number().meta({ examples: [1] }),
});
export const projectSchema = projectFields.meta({ id: 'Project' });
export type ProjectView = z.infer<typeof projectSchema>;

type Row = Omit<ProjectView, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };

/** @throws AppError 404 where it is not one of this user's. */
export async function readProject(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  projectId: string,
  userId: string,
): Promise<ProjectView> {
  const [row] = await sql<Row[]>`
    select id, user_id, name, url, viewport, refresh_schedule, webhook_secret, demo_count, created_at, updated_at
    from projects where id = ${projectId} and user_id = ${userId}`;
  if (!row) throw notFound('project');
  return toView(row, secrets);
}

/** Newest first. */
export async function listProjects(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const before = readCursor(cursor, /^proj_\w{1,64}$/);
  const found = await sql<Row[]>`
    select id, user_id, name, url, viewport, refresh_schedule, webhook_secret, demo_count, created_at, updated_at
    from projects
    where user_id = ${userId} ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit + 1}`;
  const { rows, nextCursor } = toPage(found, limit, (row) => row.id);
  return { projects: rows.map((row) => toView(row, secrets)), next_cursor: nextCursor };
}

/** A part of a statement: the page of the project that `column` names. */
export const urlOfProject = (sql: Sql, column: string) =>
  sql`(select url from projects where projects.id = ${sql(column)})`;

/** @throws AppError 404 where it is not one of this user's. */
export async function readSigningSecret(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  projectId: string,
  userId: string,
): Promise<string> {
  const [row] = await sql<{ signing_secret: string }[]>`
    select signing_secret from projects where id = ${projectId} and user_id = ${userId}`;
  if (!row) throw notFound('project');
  return secrets.open(row.signing_secret);
}

/** What a signed address is checked against; null where there is no such project. */
export async function findSigner(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  projectId: string,
): Promise<{ userId: string; url: string; signingSecret: string } | null> {
  const [row] = await sql<{ user_id: string; url: string; signing_secret: string }[]>`
    select user_id, url, signing_secret from projects where id = ${projectId}`;
  return row ? { userId: row.user_id, url: row.url, signingSecret: secrets.open(row.signing_secret) } : null;
}

/**
 * Whose project a webhook secret speaks for; `no-project` where no project has that id, null where the project has
 * another secret or none.
 */
export async function checkWebhookSecret(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  projectId: string,
  presented: string,
): Promise<{ userId: string } | 'no-project' | null> {
  const [row] = await sql<{ user_id: string; webhook_secret: string | null }[]>`
    select user_id, webhook_secret from projects where id = ${projectId}`;
  if (!row) return 'no-project';
  const known = row.webhook_secret && secrets.open(row.webhook_secret);
  return known && equalInConstantTime(known, presented) ? { userId: row.user_id } : null;
}

const toView = (row: Row, secrets: Secrets): ProjectView => ({
  ...row,
  webhook_secret: row.webhook_secret && secrets.open(row.webhook_secret),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
