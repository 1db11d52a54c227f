import type { Sql } from 'postgres';
import { z } from 'zod';
import { notFound } from '../../errors.ts';
import { newSecret, type Secrets } from '../../secrets.ts';
import type { CommandContext, StoredEvent } from '../../store/types.ts';
import { projection } from '../projection.ts';
import type { ProjectEvent } from '../projects/events.ts';
import { ownedProject } from '../projects/owned.ts';
import type { DomainServices } from '../services.ts';
import { resetDecider } from './decide.ts';
import { type ResetEvent, resetMethods, resetStream } from './events.ts';

/** Read model: the reset of each project that has one. Its secret is sealed. */
export const resetsProjection = projection<ResetEvent | ProjectEvent>({
  name: 'project_resets',
  version: 1,
  tables: ['project_resets'],
  on: {
    ResetSet: ({ data: { projectId, userId, url, method, sealedSecret } }) => [
      { op: 'delete', table: 'project_resets', key: { project_id: projectId } },
      {
        op: 'insert',
        table: 'project_resets',
        row: { project_id: projectId, user_id: userId, url, method, sealed_secret: sealedSecret },
      },
    ],
    ResetSecretRotated: ({ data }) => keepSecret(data),
    ResetSecretResealed: ({ data }) => keepSecret(data),
    ResetRemoved: ({ data }) => [
      { op: 'delete', table: 'project_resets', key: { project_id: data.projectId } },
    ],
    ProjectDeleted: ({ data }) => [
      { op: 'delete', table: 'project_resets', key: { project_id: data.projectId } },
    ],
  },
});

const keepSecret = ({ projectId, sealedSecret }: { projectId: string; sealedSecret: string }) => [
  {
    op: 'update' as const,
    table: 'project_resets',
    key: { project_id: projectId },
    set: { sealed_secret: sealedSecret },
  },
];

type ProjectRef = { projectId: string; userId: string };

export const resetRequest = z.object({
  url: z.string().meta({ format: 'uri', examples: ['https://example.com/test-data/reset'] }),
  method: z.enum(resetMethods),
});
type ResetRequest = z.infer<typeof resetRequest>;

/** What is called before each film, with the secret in clear. */
export type Reset = ResetRequest & { secret: string };

/** @throws AppError 404 (project). */
export async function setReset(
  services: DomainServices,
  context: CommandContext,
  { url, method, ...ref }: ProjectRef & ResetRequest,
): Promise<Reset> {
  const { store, secrets } = services;
  const sealedSecret = secrets.seal(newSecret('sr_reset_'));
  const { value } = await store.execute(context, async (unit) => {
    await ownedProject(unit, ref.projectId, ref.userId);
    const stream = await unit.load(resetDecider, resetStream(ref.projectId));
    stream.decide({ type: 'set', ...ref, url, method, sealedSecret });
    return stream.state!;
  });
  return { url, method, secret: secrets.open(value.sealedSecret) };
}

/**
 * @returns the secret that the command made, whether just now or when it was first given
 * @throws AppError 404 (project, or it has no reset).
 */
export async function rotateResetSecret(
  { store, secrets }: DomainServices,
  context: CommandContext,
  ref: ProjectRef,
): Promise<string> {
  const sealedSecret = secrets.seal(newSecret('sr_reset_'));
  const { events } = await store.execute(context, async (unit) => {
    await ownedProject(unit, ref.projectId, ref.userId);
    const stream = await unit.load(resetDecider, resetStream(ref.projectId));
    stream.decide({ type: 'rotate', ...ref, sealedSecret });
  });
  const { data } = events[0] as StoredEvent<Extract<ResetEvent, { type: 'ResetSecretRotated' }>>;
  return secrets.open(data.sealedSecret);
}

/** @throws AppError 404 (project, or it has no reset). */
export async function removeReset(
  { store }: DomainServices,
  context: CommandContext,
  ref: ProjectRef,
): Promise<void> {
  await store.execute(context, async (unit) => {
    await ownedProject(unit, ref.projectId, ref.userId);
    (await unit.load(resetDecider, resetStream(ref.projectId))).decide({ type: 'remove', ...ref });
  });
}

/** What is called before each film of a project; null where the project has none. */
export async function findReset(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  projectId: string,
): Promise<Reset | null> {
  const [row] = await sql<(ResetRequest & { sealed_secret: string })[]>`
    select url, method, sealed_secret from project_resets where project_id = ${projectId}`;
  return row ? { url: row.url, method: row.method, secret: secrets.open(row.sealed_secret) } : null;
}

/** @throws AppError 404 where it is no project of this user, or one without a reset. */
export async function readReset(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  { projectId, userId }: ProjectRef,
): Promise<Reset> {
  const [row] = await sql`
    select from project_resets where project_id = ${projectId} and user_id = ${userId}`;
  const found = row && (await findReset({ sql, secrets }, projectId));
  if (!found) throw notFound('reset');
  return found;
}

/** A part of a statement: whether the project that `column` names has a reset. */
export const hasReset = (sql: Sql, column: string) =>
  sql`exists (select from project_resets where project_resets.project_id = ${sql(column)})`;

/** What anybody who sees the project may know of it. */
export async function shownReset(sql: Sql, projectId: string): Promise<ResetRequest | null> {
  const [row] = await sql<ResetRequest[]>`
    select url, method from project_resets where project_id = ${projectId}`;
  return row ?? null;
}
