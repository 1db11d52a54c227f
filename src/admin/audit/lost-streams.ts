import type { ISql } from 'postgres';
import { accountStream } from '../../domain/accounts/events.ts';
import { apiKeyStream } from '../../domain/api-keys/events.ts';
import { backgroundStream } from '../../domain/backgrounds/events.ts';
import { demoStream } from '../../domain/demos/events.ts';
import { projectStream } from '../../domain/projects/events.ts';
import type { Finding } from './finding.ts';

const readModels = [
  { table: 'accounts', key: 'user_id', prefix: accountStream('') },
  { table: 'api_keys', key: 'id', prefix: apiKeyStream('') },
  { table: 'backgrounds', key: 'id', prefix: backgroundStream('') },
  { table: 'demos', key: 'id', prefix: demoStream('') },
  { table: 'projects', key: 'id', prefix: projectStream('') },
];

/**
 * Finds records that the API shows although the event they began with is not in the log. So the deletion of such an event shows also
 * before it was sealed.
 *
 * @param known streams that are accused already
 */
export async function findLostStreams(sql: ISql, known: ReadonlySet<string>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { table, key, prefix } of readModels) {
    const rows = await sql<{ stream: string }[]>`
      select ${prefix}::text || ${sql(key)} as stream from ${sql(table)} record
      where not exists (
        select from events where version = 1 and stream = (${prefix}::text || record.${sql(key)}) collate "default"
      )
      limit 1000`;
    const what = `expected the event that ${table} shows the record of, nothing came`;
    for (const { stream } of rows)
      if (!known.has(stream)) findings.push({ userId: null, stream, version: 1, rule: 'read_model', what });
  }
  return findings;
}
