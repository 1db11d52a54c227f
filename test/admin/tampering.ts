import type { Sql } from 'postgres';

/**
 * Changes the log as somebody with the database administrator's rights would: the guards of the table are taken away first and
 * put back afterwards.
 */
export async function tamper(sql: Sql, ...statements: string[]): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`alter table events disable trigger events_append_only`;
    for (const statement of statements) {
      const { command, count } = await tx.unsafe(statement);
      // Otherwise a test would ask what is found in a log that nobody has touched.
      if (command === 'UPDATE' && count === 0) throw new Error(`This changed no event: ${statement}`);
    }
    await tx`alter table events enable always trigger events_append_only`;
  });
}

const columns = 'type, schema_version, data, metadata, command_id, ordinal, hash, recorded_at';

/** Two events of a stream exchange their places, hashes and all. */
export const swapEvents = (stream: string, one: number, other: number) => [
  `update events set version = version + 1000000 where stream = '${stream}' and version in (${one}, ${other})`,
  `update events set version = case version when ${1_000_000 + one} then ${other} else ${one} end
   where stream = '${stream}' and version > 1000000`,
];

/** A part of the stored value, written as jsonb writes it, becomes another one. */
export const flipByte = (stream: string, version: number, from: string, to: string) =>
  `update events set data = replace(data::jsonb::text, '${from}', '${to}')::json
   where stream = '${stream}' and version = ${version} and strpos(data::jsonb::text, '${from}') > 0`;

/** A bit of what an event has sealed becomes another one. */
export const flipSealedByte = (stream: string, version: number) =>
  `update events set data = jsonb_set(data::jsonb, '{$sealed,text}', to_jsonb(overlay(sealed placing
     case substr(sealed, 40, 1) when 'A' then 'B' else 'A' end from 40 for 1)))::json
   from (select data -> '$sealed' ->> 'text' as sealed from events where stream = '${stream}' and version = ${version}) as found
   where stream = '${stream}' and version = ${version} and sealed is not null`;

/** An event with other personal members, in clear text: what can be written without the key of its user. */
export const unseal = (stream: string, version: number, members: string) =>
  `update events set data = ((data::jsonb - '$sealed') || '${members}')::json, schema_version = schema_version - 1000
   where stream = '${stream}' and version = ${version} and schema_version > 1000`;

export const deleteEvent = (stream: string, version: number) =>
  `delete from events where stream = '${stream}' and version = ${version}`;

export const cutTail = (stream: string, fromVersion: number) =>
  `delete from events where stream = '${stream}' and version >= ${fromVersion}`;

/** A copy of an event at the end of its stream, with other data; its hash is the copied one's, for want of a better one. */
export const forgeEvent = (stream: string, copied: number, data: string) =>
  `insert into events (stream, version, ${columns})
   select stream, (select max(version) + 1 from events where stream = '${stream}'),
     type, schema_version, data::jsonb || '${data}', metadata, 'forged-' || gen_random_uuid(), ordinal, hash, recorded_at
   from events where stream = '${stream}' and version = ${copied}`;

/** Undoes a tampering, so that the next test has nobody else to accuse. */
export async function restoring(sql: Sql, stream: string, work: () => Promise<void>): Promise<void> {
  await sql`create table kept as select * from events where stream = ${stream}`;
  try {
    await work();
  } finally {
    await tamper(
      sql,
      `delete from events where stream = '${stream}'`,
      'insert into events overriding system value select * from kept',
      'drop table kept',
    );
  }
}
