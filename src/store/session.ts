import postgres, { type ISql, type Sql } from 'postgres';

/**
 * A connection of its own, for what is tied to one connection and ends with it: advisory locks, a transaction over
 * many statements, temporary tables.
 */
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

/** Does the same for what does not fit into a function. */
export function openSession(sql: Sql): { sql: Session; close(): Promise<void> } {
  const loss = createLoss();
  const options = {
    ...sql.options,
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    onclose: loss.declare,
  };
  // Options that were parsed once are taken as they are; their type says nothing of it.
  const connection = postgres(options as unknown as postgres.Options<Record<string, postgres.PostgresType>>);
  const checked = new Proxy(connection, {
    apply: (target, self, given) => loss.endsWith(Reflect.apply(target, self, given)),
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'unsafe' || typeof member !== 'function') return member;
      return (...given: unknown[]) => loss.endsWith(Reflect.apply(member, target, given));
    },
  });
  return { sql: checked, close: () => connection.end({ timeout: 1 }) };
}

/**
 * Fails, once a connection is gone, every statement that waits for it and every later one: also those that the driver
 * had not sent yet and would otherwise send down its next connection.
 */
function createLoss() {
  let lost: Error | null = null;
  const waiting = new Set<(reason: Error) => void>();
  return {
    declare() {
      lost = new Error('The database connection broke in the middle of something that belongs together.');
      for (const fail of waiting) fail(lost);
      waiting.clear();
    },
    /** A statement that fails with the connection. Whatever else came, such as a quoted name, is given back as it is. */
    endsWith(made: unknown): unknown {
      if (!(made instanceof Promise)) return made;
      if (lost) throw lost;
      const settled = made.then.bind(made);
      // A statement is sent when it is first waited for. Until then it may become a mere part of another statement,
      // so it is noted only here.
      const then: typeof settled = (onValue, onError) => {
        if (lost) return Promise.reject(lost).then(onValue, onError);
        const { promise, resolve, reject } = Promise.withResolvers<unknown>();
        waiting.add(reject);
        settled(resolve, reject).finally(() => waiting.delete(reject));
        return promise.then(onValue, onError);
      };
      return Object.assign(made, { then });
    },
  };
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
