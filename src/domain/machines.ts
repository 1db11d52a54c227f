import type { ISql } from 'postgres';
import { z } from 'zod';

/** How one kind of process is confined on a machine. */
export const isolationSchema = z.object({
  /** Such as `browser` or `ffmpeg`. */
  part: z.string(),
  /** What is on, in words. */
  state: z.string(),
  /** What is off, and what turns it on; empty where nothing is missing. */
  off: z.array(z.string()),
});
export type Isolation = z.infer<typeof isolationSchema>;

export const machineSchema = z.object({
  host: z.string(),
  examinedAt: z.iso.datetime(),
  isolation: z.array(isolationSchema),
});
export type Machine = z.infer<typeof machineSchema>;

const forgottenAfter = '30 days';

/** Keeps what a machine found out about itself. Machines of which nothing was heard for a month are forgotten. */
export async function noteMachine(sql: ISql, host: string, isolation: Isolation[], now: Date): Promise<void> {
  await sql`delete from machines where examined_at < ${now}::timestamptz - ${forgottenAfter}::interval`;
  await sql`
    insert into machines values (${host}, ${JSON.stringify(isolation)}::text::json, ${now})
    on conflict (host) do update set isolation = excluded.isolation, examined_at = excluded.examined_at`;
}

export async function listMachines(sql: ISql): Promise<Machine[]> {
  const rows = await sql<{ host: string; isolation: Isolation[]; examinedAt: Date }[]>`
    select host, isolation, examined_at as "examinedAt" from machines order by host`;
  return rows.map((row) => ({ ...row, examinedAt: row.examinedAt.toISOString() }));
}
