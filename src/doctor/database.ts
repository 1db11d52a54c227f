import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import { connect, requireSupportedServer } from '../database/connect.ts';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import type { Migration } from '../database/ledger.ts';
import { standing } from '../database/migrate.ts';
import type { Logger } from '../log.ts';
import { type Finding, failed, ok, sentenceOf, warned } from './check.ts';

/** Connects as the service does. An embedded server is started where it does not run, and stopped again. */
export async function tryDatabase({ databaseUrl, dataDir }: Config, log: Logger): Promise<Finding[]> {
  if (databaseUrl) return tryServer(databaseUrl);
  const server = await startEmbeddedPostgres({ dataDir, log });
  try {
    return await tryServer(server.url);
  } finally {
    await server.stop();
  }
}

async function tryServer(url: string): Promise<Finding[]> {
  const sql = connect(url, { max: 2, applicationName: 'showreel-doctor' });
  try {
    const findings = [await tryConnection(sql)];
    if (findings[0]!.state !== 'ok') return findings;
    const { pending, ahead } = await standing(sql);
    if (pending.length > 0) return [...findings, await judgePending(sql, pending)];
    if (ahead.length > 0) findings.push(beside(ahead));
    return [...findings, await tryAppend(sql), await tryNotices(sql)];
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function tryConnection(sql: Sql): Promise<Finding> {
  try {
    await requireSupportedServer(sql);
    const sinceMs = performance.now();
    const [row] = await sql<{ version: string; standby: boolean }[]>`
      select current_setting('server_version') as version, pg_is_in_recovery() as standby`;
    const tookMs = (performance.now() - sinceMs).toFixed(1);
    if (row!.standby)
      return failed('the server is a standby, which takes no changes', 'Name the primary in DATABASE_URL.');
    return ok(`PostgreSQL ${row!.version} answers in ${tookMs} ms`);
  } catch (error) {
    const advice =
      'Look at DATABASE_URL (host, port, user, password, name), and whether the server runs and lets this machine in.';
    return failed(sentenceOf(error), advice);
  }
}

/** An older version, while a newer one is put in its place. */
const beside = (ahead: readonly string[]): Finding =>
  warned(
    `the database is newer than this code, which still works with it (${ahead.join(', ')})`,
    'Finish the upgrade: start the newer version here too.',
  );

async function judgePending(sql: Sql, pending: readonly Migration[]): Promise<Finding> {
  const count = pending.length;
  const [row] = await sql<{ may: boolean }[]>`
    select has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as may`;
  if (row!.may)
    return warned(
      `${count} migrations are to be applied`,
      `The next start of the service applies them. ${whoGoesOn(pending)}`.trimEnd(),
    );
  return failed(
    `${count} migrations are to be applied, and this user may not create tables`,
    'Start the service once as the owner of the database; db/roles.sql then gives the rights to this user.',
  );
}

/** What they mean for processes that run at that time. */
function whoGoesOn(pending: readonly Migration[]): string {
  if (pending[0]!.number === 1) return '';
  const oldest = Math.max(...pending.map(({ number, compatibleFrom }) => compatibleFrom ?? number));
  const name = String(oldest).padStart(4, '0');
  return `Processes whose code has migration ${name} go on working meanwhile; stop older ones first.`;
}

class Undone extends Error {}

/** Appends an event, tries to change it, and takes all of it back. */
async function tryAppend(sql: Sql): Promise<Finding> {
  const id = `doctor-${randomUUID()}`;
  const event = { stream: id, version: 1, type: 'Tried', schema_version: 1, data: {}, metadata: {} };
  const events = [
    { ...event, command_id: id, ordinal: 0, hash: null, recorded_at: new Date().toISOString() },
  ];
  let isGuarded = false;
  const appended = await sql
    .begin(async (tx) => {
      await tx`select append_events(${[id]}, ${[id]}, ${[0]}::int[], ${JSON.stringify(events)}::text::json, '[]', '[]', '{}', '{}', null)`;
      await tx`savepoint appended`;
      isGuarded = await tx`update events set type = 'Changed' where stream = ${id}`.then(
        () => false,
        () => true,
      );
      await tx`rollback to savepoint appended`;
      throw new Undone();
    })
    .catch((error: unknown) => (error instanceof Undone ? null : sentenceOf(error)));
  if (appended !== null)
    return failed(`no event can be written: ${appended}`, 'Run db/roles.sql as the owner of the database.');
  if (!isGuarded)
    return failed(
      'events can be changed: the trigger that forbids it is off',
      'Find out who switched it off, and run `showreel admin audit --all`.',
    );
  return ok('events can be added, and neither changed nor removed');
}

/** What one session is told must reach another: a pooler that shares sessions between statements loses it. */
async function tryNotices(sql: Sql): Promise<Finding> {
  const channel = `showreel_doctor_${randomUUID().replaceAll('-', '')}`;
  const { promise: heard, resolve } = Promise.withResolvers<boolean>();
  const { unlisten } = await sql.listen(channel, () => resolve(true));
  const timer = setTimeout(() => resolve(false), 5_000);
  try {
    await sql.notify(channel, '');
    if (await heard) return ok('notices between connections arrive');
    return failed(
      'notices between connections do not arrive',
      'Connect to the server itself, or set the pooler to sessions (PgBouncer: pool_mode = session).',
    );
  } finally {
    clearTimeout(timer);
    await unlisten();
  }
}
