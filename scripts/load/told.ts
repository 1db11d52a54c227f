import type { Sql } from 'postgres';
import type { User } from './user.ts';

/**
 * Compares what users were told with what is there: every acknowledged command has to have had its effect, and once.
 * @returns a sentence for each that has not
 */
export async function findLosses(sql: Sql, user: User): Promise<string[]> {
  const losses = [...(await findLostProjects(user)), ...(await findLostDemos(user))];
  const { body } = await user.call('GET', '/api/v1/credits');
  const [row] = await sql<{ bought: number; spent: number; userId: string }[]>`
    select coalesce(sum((data ->> 'amount')::int) filter (where type = 'CreditsPurchased'), 0)::int as bought,
      coalesce(sum((data ->> 'amount')::int) filter (where type in ('CreditsDeducted', 'CreditsRefunded')), 0)::int as spent
    from events where stream = 'credits-' || (select user_id from accounts where email = ${user.email})`;
  if (row!.bought !== user.bought)
    losses.push(`${user.email} bought ${user.bought} credits, and the ledger has ${row!.bought}`);
  if (body.balance !== row!.bought + row!.spent)
    losses.push(
      `${user.email} has ${body.balance} credits, and the ledger makes ${row!.bought + row!.spent}`,
    );
  const jobs = [...user.demos.values()].flatMap((demo) => [...demo.jobs]);
  const known = await sql<{ id: string; status: string }[]>`
    select id, status from demo_jobs where id = any(${[...jobs, ...user.cancelled]}::text[])`;
  const statusOf = new Map(known.map(({ id, status }) => [id, status]));
  for (const id of jobs) if (!statusOf.has(id)) losses.push(`${id} was queued, and is not there`);
  for (const id of user.cancelled) {
    const status = statusOf.get(id) ?? 'cancelled';
    if (status !== 'cancelled') losses.push(`${id} was cancelled, and is ${status}`);
  }
  return losses;
}

async function findLostProjects(user: User): Promise<string[]> {
  const shown = await all(user, '/projects', 'projects');
  const names = new Map(shown.map(({ id, name }) => [id, name]));
  const wrong = [...user.projects].filter(([id, name]) => names.get(id) !== name);
  const undead = [...names.keys()].filter((id) => !user.projects.has(id));
  return [
    ...wrong.map(
      ([id, name]) => `project ${id} is called ${names.get(id) ?? 'nothing, it is gone'}, not ${name}`,
    ),
    ...undead.map(
      (id) =>
        `project ${id} is there, which ${user.deletedProjects.has(id) ? 'was deleted' : 'nobody was told of'}`,
    ),
  ];
}

async function findLostDemos(user: User): Promise<string[]> {
  const shown = new Set((await all(user, '/demos', 'demos')).map(({ id }) => id));
  const lost = [...user.demos.keys()].filter((id) => !shown.has(id));
  const undead = [...shown].filter((id) => !user.demos.has(id));
  return [
    ...lost.map((id) => `demo ${id} is gone`),
    ...undead.map(
      (id) =>
        `demo ${id} is there, which ${user.deletedDemos.has(id) ? 'was deleted' : 'nobody was told of'}`,
    ),
  ];
}

async function all(user: User, path: string, name: string): Promise<{ id: string; name?: string }[]> {
  const found: { id: string; name?: string }[] = [];
  for (let cursor: unknown = ''; cursor !== null; ) {
    const { body } = await user.call('GET', `/api/v1${path}?limit=100${cursor ? `&cursor=${cursor}` : ''}`);
    found.push(...(body[name] as { id: string }[]));
    cursor = body.next_cursor ?? null;
  }
  return found;
}
