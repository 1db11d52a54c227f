import type { Sql } from 'postgres';

/**
 * Puts a place to crash after every statement of a function: there the connection dies, as it does when the server or the
 * machine goes down, if `crash_plan` says so.
 * @returns the places, in the order of the text.
 */
export async function placeFaults(sql: Sql, name: string): Promise<string[]> {
  await sql.unsafe(`
    create table if not exists crash_plan (place text primary key);
    create sequence if not exists crashes;
    create or replace function maybe_crash(p_place text) returns void language plpgsql as $$
    begin
      if exists (select from crash_plan where place = p_place) then
        perform nextval('crashes');
        perform pg_terminate_backend(pg_backend_pid());
        perform pg_sleep(5);
      end if;
    end $$;`);
  const [row] = await sql<[{ text: string }]>`
    select pg_get_functiondef(oid) as text from pg_proc where proname = ${name} order by pronargs desc limit 1`;
  const bodyFrom = row.text.search(/^begin$/m);
  const places: string[] = [];
  // A line that ends in a semicolon ends a statement; what returns or raises is not come past.
  const body = row.text
    .slice(bodyFrom)
    .replaceAll(/^(?!\s*(?:return|raise|end\s*;?$|end\n|using errcode)).*;$/gm, (line) => {
      if (/errcode/.test(line)) return line;
      const place = `${name}:${places.length + 1}`;
      places.push(place);
      return `${line}\n  perform maybe_crash('${place}');`;
    });
  await sql.unsafe(row.text.slice(0, bodyFrom) + body);
  return places;
}

export async function crashAt(sql: Sql, place: string | null): Promise<void> {
  await sql`delete from crash_plan`;
  if (place) await sql`insert into crash_plan values (${place})`;
}

/** How often it crashed: a sequence, since that is not rolled back. */
export async function countCrashes(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select case when is_called then last_value else 0 end as count from crashes`;
  return row.count;
}
