import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { ISql, Sql } from 'postgres';

/** Seals keys for the table, and opens them: with the keys of the service. */
interface KeyBox {
  seal(text: string): string;
  open(sealed: string): string;
}

/** What the personal members of a subject's events are sealed with. */
export type SubjectKey =
  | { kind: 'there'; key: KeyObject }
  /** It counts when it is written down, by the statement that appends what it has sealed. */
  | { kind: 'made'; key: KeyObject; sealedKey: string }
  | { kind: 'destroyed' };

/** A key that has to be written down. */
export interface MadeKey {
  subject: string;
  sealedKey: string;
}

/** The keys of the people whom events tell of. A destroyed key is forgotten in every process within a second. */
export interface SubjectKeys {
  /** Makes those that are missing. */
  forWriting(subjects: readonly string[]): Promise<ReadonlyMap<string, SubjectKey>>;
  /**
   * Leaves out those that are destroyed, and those that were never there.
   * @param through a connection with a snapshot of its own sees the keys of that moment
   */
  forReading(subjects: readonly string[], through: ISql): Promise<ReadonlyMap<string, KeyObject>>;
  /** Keys that were made are written down now. */
  keep(made: readonly MadeKey[]): void;
  /** What was believed of them is wrong. */
  forget(subjects: readonly string[]): void;
  /** For good: what was sealed with it is never read again, and no other key is made. It may be destroyed before it is made. */
  destroy(subject: string): Promise<void>;
  isDestroyed(subject: string): Promise<boolean>;
}

const rememberedMs = 1_000;
const mostRemembered = 10_000;
const keyBytes = 32;

export function createSubjectKeys({ sql, box }: { sql: Sql; box: KeyBox }): SubjectKeys {
  const remembered = new Map<string, { found: SubjectKey; untilMs: number }>();
  const recall = (subject: string): SubjectKey | undefined => {
    const entry = remembered.get(subject);
    return entry && entry.untilMs > performance.now() ? entry.found : undefined;
  };
  const remember = (subject: string, found: SubjectKey): SubjectKey => {
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(subject, { found, untilMs: performance.now() + rememberedMs });
    return found;
  };
  const readTogether = inOneQuery((subjects) => readKeys(sql, box, subjects));

  /** Those that are there or destroyed. */
  async function find(subjects: readonly string[]): Promise<Map<string, SubjectKey>> {
    const found = new Map<string, SubjectKey>();
    const unknown: string[] = [];
    for (const subject of subjects) {
      const known = recall(subject);
      if (known) found.set(subject, known);
      else unknown.push(subject);
    }
    if (unknown.length === 0) return found;
    const read = await readTogether(unknown);
    for (const subject of unknown) {
      // Meanwhile another command of this process may have made one.
      const key = recall(subject) ?? read.get(subject);
      if (key) found.set(subject, recall(subject) ?? remember(subject, key));
    }
    return found;
  }

  function make(subject: string): SubjectKey {
    const bytes = randomBytes(keyBytes);
    const sealedKey = box.seal(bytes.toString('base64url'));
    return remember(subject, { kind: 'made', key: createSecretKey(bytes), sealedKey });
  }

  return {
    async forWriting(subjects) {
      const found = await find(subjects);
      for (const subject of subjects) if (!found.has(subject)) found.set(subject, make(subject));
      return found;
    },
    async forReading(subjects, through) {
      const found = through === sql ? await find(subjects) : await readKeys(through, box, subjects);
      return new Map([...found].flatMap(([subject, one]) => ('key' in one ? [[subject, one.key]] : [])));
    },
    keep(made) {
      for (const { subject, sealedKey } of made) {
        const known = recall(subject);
        // Another command may have made another one by now, and what that one seals could never be opened.
        if (known?.kind === 'made' && known.sealedKey === sealedKey)
          remember(subject, { kind: 'there', key: known.key });
      }
    },
    forget(subjects) {
      for (const subject of subjects) remembered.delete(subject);
    },
    async destroy(subject) {
      await sql`
        insert into subject_keys (subject, destroyed_at) values (${subject}, clock_timestamp())
        on conflict (subject) do update set sealed_key = null, destroyed_at = excluded.destroyed_at
        where subject_keys.destroyed_at is null`;
      remember(subject, { kind: 'destroyed' });
    },
    async isDestroyed(subject) {
      return (await readKeys(sql, box, [subject])).get(subject)?.kind === 'destroyed';
    },
  };
}

async function readKeys(
  sql: ISql,
  box: KeyBox,
  subjects: readonly string[],
): Promise<Map<string, SubjectKey>> {
  const rows = await sql<{ subject: string; sealedKey: string | null }[]>`
    select subject, sealed_key as "sealedKey" from subject_keys where subject = any(${[...subjects]})`;
  return new Map(
    rows.map(({ subject, sealedKey }): [string, SubjectKey] => {
      if (sealedKey === null) return [subject, { kind: 'destroyed' }];
      const bytes = Buffer.from(box.open(sealedKey), 'base64url');
      return [subject, { kind: 'there', key: createSecretKey(bytes) }];
    }),
  );
}

/** Asks once for what several callers of the same moment ask for. */
function inOneQuery<T>(ask: (subjects: string[]) => Promise<T>): (subjects: readonly string[]) => Promise<T> {
  let next: { subjects: Set<string>; answer: Promise<T> } | null = null;
  return (subjects) => {
    if (!next) {
      const asked = new Set<string>();
      const answer = Promise.resolve().then(() => {
        next = null;
        return ask([...asked]);
      });
      next = { subjects: asked, answer };
    }
    for (const subject of subjects) next.subjects.add(subject);
    return next.answer;
  };
}
