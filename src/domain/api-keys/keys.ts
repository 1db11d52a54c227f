import type { Sql } from 'postgres';
import { z } from 'zod';
import { hashKey } from '../../secrets.ts';
import { idField, nullableText, nullableTimeField, timeField } from '../fields.ts';
import { readCursor, toPage } from '../input.ts';
import { projection } from '../projection.ts';
import { type ApiKeyEvent, type KeyType, keyTypes } from './events.ts';

/** Read model: the keys that work. */
export const apiKeysProjection = projection<ApiKeyEvent>({
  name: 'api_keys',
  version: 1,
  tables: ['api_keys'],
  documents: { api_keys: ['allowed_domains'] },
  on: {
    ApiKeyCreated: ({ data, recordedAt }) => [
      {
        op: 'insert',
        table: 'api_keys',
        row: {
          id: data.keyId,
          user_id: data.userId,
          key_hash: data.keyHash,
          key_prefix: data.prefix,
          name: data.name,
          type: data.keyType,
          project_id: data.projectId,
          allowed_domains: data.allowedDomains && JSON.stringify(data.allowedDomains),
          created_at: recordedAt,
        },
      },
    ],
    ApiKeyRevoked: ({ data }) => [{ op: 'delete', table: 'api_keys', key: { id: data.keyId } }],
  },
});

export interface KnownKey {
  keyId: string;
  userId: string;
  type: KeyType;
  projectId: string | null;
  allowedDomains: string[] | null;
}

/**
 * Finds whose key this is, for authentication; null where the key is unknown or was revoked. The same round trip
 * notes `last_used_at`, at most once a minute: noting it each time would make a write of every request that reads.
 */
export async function findKey(sql: Sql, presentedKey: string): Promise<KnownKey | null> {
  const [row] = await sql<
    {
      id: string;
      user_id: string;
      type: KnownKey['type'];
      project_id: string | null;
      allowed_domains: string | null;
    }[]
  >`
    with found as (
      select id, user_id, type, project_id, allowed_domains from api_keys
      where key_hash = ${hashKey(presentedKey)}
    ), noted as (
      insert into api_key_uses (key_id, last_used_at)
      select found.id, now() from found
      left join api_key_uses used on used.key_id = found.id
      where used.last_used_at is null or used.last_used_at < now() - interval '1 minute'
      on conflict (key_id) do update set last_used_at = excluded.last_used_at
    )
    select * from found`;
  if (!row) return null;
  return {
    keyId: row.id,
    userId: row.user_id,
    type: row.type,
    projectId: row.project_id,
    allowedDomains: row.allowed_domains ? (JSON.parse(row.allowed_domains) as string[]) : null,
  };
}

export const listedKeySchema = z
  .object({
    id: idField('key'),
    key_prefix: z.string().meta({ examples: ['sr_live_7hQm'] }),
    name: z.string().meta({ examples: ['CI'] }),
    type: z.enum(keyTypes),
    project_id: nullableText(null),
    allowed_domains: nullableText(null, 'A JSON array of domains, as text'),
    last_used_at: nullableTimeField('2026-03-02T09:14:05.120Z'),
    created_at: timeField('2026-03-02T09:10:00.000Z'),
  })
  .meta({ id: 'ApiKey' });

type ListedKey = Omit<z.infer<typeof listedKeySchema>, 'last_used_at' | 'created_at'> & {
  last_used_at: Date | null;
  created_at: Date;
};

/** Newest first. */
export async function listKeys(
  sql: Sql,
  userId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const before = readCursor(cursor, /^key_\w{1,64}$/);
  const found = await sql<ListedKey[]>`
    select id, key_prefix, name, type, project_id, allowed_domains, last_used_at, created_at
    from api_keys left join api_key_uses on key_id = id
    where user_id = ${userId} ${before === null ? sql`` : sql`and id < ${before}`}
    order by id desc
    limit ${limit + 1}`;
  const { rows, nextCursor } = toPage(found, limit, (row) => row.id);
  return {
    keys: rows.map((row) => ({
      ...row,
      last_used_at: row.last_used_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    })),
    next_cursor: nextCursor,
  };
}
