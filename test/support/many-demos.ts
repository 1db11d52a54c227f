import type { Sql } from 'postgres';
import { newId } from '../../src/ids.ts';

/** Copies of a demo in the read model alone: lists show them, and nothing can be done with them. */
export async function copyDemo(sql: Sql, demoId: string, count: number): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'demos' and column_name not in ('id', 'title')`;
  const rest = columns.map(({ name }) => `"${name}"`).join(', ');
  const ids = Array.from({ length: count }, () => newId('demo'));
  await sql.unsafe(
    `insert into demos (id, title, ${rest})
     select copies.id, 'Film ' || copies.number, ${rest}
     from demos, unnest($1::text[]) with ordinality as copies (id, number) where demos.id = $2`,
    [ids, demoId],
  );
}
