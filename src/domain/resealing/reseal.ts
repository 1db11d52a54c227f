/**
 * Resealing: after a new key of the service, every stored secret is sealed with it. `start` comes in, for the operator's command. It stands
 * above all slices with sealed secrets. The log is never rewritten: what a secret is sealed with now is a new event, and the texts of older events
 * stay sealed with the old key, which nobody needs any more.
 */
import type { ISql } from 'postgres';
import { newId } from '../../ids.ts';
import type { CommandContext } from '../../store/types.ts';
import { loginDecider } from '../logins/decide.ts';
import { loginStream } from '../logins/events.ts';
import { projectDecider } from '../projects/decide.ts';
import { projectStream } from '../projects/events.ts';
import { resetDecider } from '../resets/decide.ts';
import { resetStream } from '../resets/events.ts';
import type { DomainServices } from '../services.ts';
import { webhookDecider } from '../webhooks/decide.ts';
import { webhookEndpointStream } from '../webhooks/events.ts';

type Services = Pick<DomainServices, 'sql' | 'store' | 'secrets'>;

/** Where sealed texts lie, and how one row of them is sealed anew. */
interface Place {
  table: string;
  /** The column that names a row. */
  id: string;
  columns: readonly [string, ...string[]];
  reseal(services: Services, context: CommandContext, id: string): Promise<unknown>;
}

const places: readonly Place[] = [
  { table: 'projects', id: 'id', columns: ['signing_secret', 'webhook_secret'], reseal: resealProject },
  { table: 'project_logins', id: 'project_id', columns: ['sealed_login'], reseal: resealLogin },
  { table: 'project_resets', id: 'project_id', columns: ['sealed_secret'], reseal: resealReset },
  {
    table: 'webhook_endpoints',
    id: 'id',
    columns: ['sealed_secret', 'previous_sealed_secret'],
    reseal: resealEndpoint,
  },
  // Answers that are kept for a day, in no event. They go by a number that PostgreSQL gives each row.
  { table: 'idempotency_keys', id: 'ctid', columns: ['sealed_body'], reseal: resealAnswer },
  // What they seal stays as it is. A process may seal a new one with the old key for as long as it has not seen the new key.
  { table: 'subject_keys', id: 'subject', columns: ['sealed_key'], reseal: resealSubjectKey },
];

/** How many texts each key has sealed that are still in use, by the key's id. */
export async function countSealed(sql: ISql): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { table, columns } of places)
    for (const column of columns) {
      const rows = await sql<{ key: string; texts: number }[]>`
        select split_part(${sql(column)}, '.', 2) as key, count(*) as texts from ${sql(table)}
        where ${sql(column)} is not null group by 1`;
      for (const { key, texts } of rows) counts.set(key, (counts.get(key) ?? 0) + texts);
    }
  return counts;
}

const pageSize = 500;

/**
 * Seals everything with the key that seals now. It may be interrupted and called again: it looks for what is left, so nothing is done
 * twice. Users may change and delete secrets meanwhile.
 * @param onRow is told how many rows were sealed anew
 */
export async function resealAll(
  services: Services,
  context: Pick<CommandContext, 'metadata'>,
  onRow: (rows: number) => void = () => undefined,
): Promise<number> {
  let rows = 0;
  for (const place of places) {
    let before: string | undefined;
    for (let ids = await staleRows(services, place); ids.length > 0; ids = await staleRows(services, place)) {
      // A row that no event explains would come again for ever.
      if (ids[0] === before)
        throw new Error(`${place.table} ${before} could not be sealed anew. Compare it with the log.`);
      before = ids[0];
      for (const id of ids) {
        await place.reseal(services, { ...context, commandId: newId('cmd') }, id);
        onRow(++rows);
      }
    }
  }
  return rows;
}

async function staleRows({ sql, secrets }: Services, { table, id, columns }: Place): Promise<string[]> {
  const key = secrets.sealingKey();
  const isStale = columns
    .map((column) => sql`(${sql(column)} is not null and split_part(${sql(column)}, '.', 2) <> ${key})`)
    .reduce((one, other) => sql`${one} or ${other}`);
  const rows = await sql<{ id: string }[]>`
    select ${sql(id)}::text as id from ${sql(table)} where ${isStale} order by 1 limit ${pageSize}`;
  return rows.map((row) => row.id);
}

/** The secrets of a stream are read after it was loaded: where they change meanwhile, the append meets another version and begins anew. */
const resealed = ({ secrets }: Services, sealed: string) => secrets.seal(secrets.open(sealed));

async function resealProject(services: Services, context: CommandContext, id: string): Promise<void> {
  await services.store.execute(context, async (unit) => {
    const project = await unit.load(projectDecider, projectStream(id));
    const [row] = await services.sql<{ signing: string; webhook: string | null }[]>`
      select signing_secret as signing, webhook_secret as webhook from projects where id = ${id}`;
    if (!row) return;
    const sealedSigningSecret = resealed(services, row.signing);
    const sealedWebhookSecret = row.webhook && resealed(services, row.webhook);
    project.decide({ type: 'reseal', sealedSigningSecret, sealedWebhookSecret });
  });
}

async function resealLogin(services: Services, context: CommandContext, projectId: string): Promise<void> {
  await services.store.execute(context, async (unit) => {
    const login = await unit.load(loginDecider, loginStream(projectId));
    const userId = await ownerOf(services.sql, 'project_logins', projectId);
    if (login.state === null || userId === null) return;
    login.decide({ type: 'reseal', projectId, userId, sealedLogin: resealed(services, login.state) });
  });
}

async function resealReset(services: Services, context: CommandContext, projectId: string): Promise<void> {
  await services.store.execute(context, async (unit) => {
    const reset = await unit.load(resetDecider, resetStream(projectId));
    const userId = await ownerOf(services.sql, 'project_resets', projectId);
    if (reset.state === null || userId === null) return;
    const sealedSecret = resealed(services, reset.state.sealedSecret);
    reset.decide({ type: 'reseal', projectId, userId, sealedSecret });
  });
}

async function ownerOf(sql: ISql, table: string, projectId: string): Promise<string | null> {
  const [row] = await sql<{ userId: string }[]>`
    select user_id as "userId" from ${sql(table)} where project_id = ${projectId}`;
  return row?.userId ?? null;
}

async function resealEndpoint(
  services: Services,
  context: CommandContext,
  endpointId: string,
): Promise<void> {
  await services.store.execute(context, async (unit) => {
    const endpoint = await unit.load(webhookDecider, webhookEndpointStream(endpointId));
    const [row] = await services.sql<{ secret: string; previous: string | null }[]>`
      select sealed_secret as secret, previous_sealed_secret as previous from webhook_endpoints where id = ${endpointId}`;
    if (!row || !endpoint.state) return;
    const { userId } = endpoint.state;
    const sealedSecret = resealed(services, row.secret);
    const previousSealedSecret = row.previous && resealed(services, row.previous);
    endpoint.decide({ type: 'reseal', endpointId, userId, sealedSecret, previousSealedSecret });
  });
}

async function resealAnswer(services: Services, _: CommandContext, place: string): Promise<void> {
  const { sql } = services;
  const [row] = await sql<{ body: string | null }[]>`
    select sealed_body as body from idempotency_keys where ctid = ${place}::tid`;
  if (!row?.body) return;
  await sql`
    update idempotency_keys set sealed_body = ${resealed(services, row.body)}
    where ctid = ${place}::tid and sealed_body = ${row.body}`;
}

/** A key that is destroyed meanwhile stays destroyed. */
async function resealSubjectKey(services: Services, _: CommandContext, subject: string): Promise<void> {
  const { sql } = services;
  const [row] = await sql<{ sealedKey: string | null }[]>`
    select sealed_key as "sealedKey" from subject_keys where subject = ${subject}`;
  if (!row?.sealedKey) return;
  await sql`
    update subject_keys set sealed_key = ${resealed(services, row.sealedKey)}
    where subject = ${subject} and sealed_key = ${row.sealedKey}`;
}
