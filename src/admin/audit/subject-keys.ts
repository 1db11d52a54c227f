import type { ISql } from 'postgres';
import { accountStream } from '../../domain/accounts/events.ts';
import { sealedFrom } from '../../store/index.ts';
import type { Finding } from './finding.ts';

/** A deletion of thousands of demos takes minutes, and its job comes two minutes after it. */
const deletionMs = 60 * 60_000;

/**
 * Finds users whose texts cannot be read although they have an account, and users whose texts can be read although their account was
 * deleted. No seal covers keys, since they have to go.
 */
export async function findWrongKeys(sql: ISql, now: Date): Promise<Finding[]> {
  const prefix = accountStream('');
  const lost = await sql<{ userId: string }[]>`
    select user_id as "userId" from accounts left join subject_keys on subject = user_id
    where sealed_key is null and (subject is not null or exists (
      select from events where stream = (${prefix}::text || user_id) collate "default" and version = 1 and schema_version > ${sealedFrom}
    ))
    order by user_id limit 1000`;
  const left = await sql<{ userId: string }[]>`
    select subject as "userId" from subject_keys
    where sealed_key is not null and not exists (select from accounts where user_id = subject) and exists (
      select from events where stream = (${prefix}::text || subject) collate "default" and type = 'AccountDeleted'
        and recorded_at < ${new Date(now.getTime() - deletionMs)}
    )
    order by subject limit 1000`;
  const accuse =
    (what: string) =>
    ({ userId }: { userId: string }) => ({
      userId,
      version: null,
      rule: 'key' as const,
      what,
    });
  return [
    ...lost.map(accuse('the key of the user’s events is gone although the account was not deleted')),
    ...left.map(
      accuse(
        'the account was deleted and the key of its events is still there: run `showreel admin delete` once more',
      ),
    ),
  ];
}
