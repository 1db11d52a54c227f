import postgres, { type ISql, type Sql } from 'postgres';

/** What is tied to one connection and goes with it: advisory locks, a transaction over many statements, temporary tables. */
export type Session = ISql;

/**
 * A connection of its own for work that must not be cut in two. Once it breaks, every further statement fails: a pool would
 * send it down another connection, without the locks and outside of the transaction. (`sql.begin` and `sql.reserve` of
 * postgres.js 3.4 are no use for what lasts: on a broken connection their next statement ends the process.)
 */
export async function withSession<T>(sql: Sql, work: (session: Session) => Promise<T>): Promise<T> {
  const session = openSession(sql);
  try {
    return await work(session.sql);
  } finally {
    await session.close();
  }
}

/** The same for what does not fit into a function. */
export function openSession(sql: Sql): { sql: Session; close(): Promise<void> } {
  let lost = false;
  const options = {
    ...sql.options,
    ...{ max: 1, idle_timeout: 0, max_lifetime: null },
    onclose: () => {
      lost = true;
    },
  };
  // Options that were parsed once are taken as they are; their type says nothing of it.
  const connection = postgres(options as unknown as postgres.Options<Record<string, postgres.PostgresType>>);
  const check = () => {
    if (lost)
      throw new Error('The database connection broke in the middle of something that belongs together.');
  };
  const checked = new Proxy(connection, {
    apply(target, self, given) {
      check();
      return Reflect.apply(target, self, given);
    },
    get(target, name) {
      if (name === 'unsafe') check();
      return Reflect.get(target, name);
    },
  });
  return { sql: checked, close: () => connection.end({ timeout: 1 }) };
}

/** Commits what `work` did, or undoes all of it. */
export async function inTransaction<T>(
  session: Session,
  work: () => Promise<T>,
  mode: 'read committed' | 'repeatable read' = 'read committed',
): Promise<T> {
  await session.unsafe(`begin isolation level ${mode}`);
  try {
    const result = await work();
    await session`commit`;
    return result;
  } catch (error) {
    // Where the connection is gone, so is the transaction.
    await Promise.resolve()
      .then(() => session`rollback`)
      .catch(() => undefined);
    throw error;
  }
}
