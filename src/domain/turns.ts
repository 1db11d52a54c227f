/**
 * Work on one record after the other, within this process. Twenty commands at once on one account would spend their
 * retries on each other's version conflicts and end as a 409 that nobody deserves; between processes, retries are enough.
 */
const last = new Map<string, Promise<unknown>>();

export async function inTurn<T>(record: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(record) ?? Promise.resolve();
  const mine = before.then(work, work);
  last.set(record, mine);
  try {
    return await mine;
  } finally {
    if (last.get(record) === mine) last.delete(record);
  }
}
