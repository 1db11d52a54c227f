import type { Sql } from 'postgres';
import { projection } from '../projection.ts';
import type { UploadEvent } from './events.ts';

/** Read model: every upload that counts against a plan, also of demos that were deleted. */
export const uploadsProjection = projection<UploadEvent>({
  name: 'uploads',
  version: 1,
  tables: ['uploads'],
  on: {
    UploadCounted: ({ data: { userId, demoId, month }, recordedAt }) => [
      {
        op: 'insert',
        table: 'uploads',
        row: { demo_id: demoId, user_id: userId, month, created_at: recordedAt },
      },
    ],
  },
});

export async function countUploads(sql: Sql, userId: string, month: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from uploads where user_id = ${userId} and month = ${month}`;
  return row?.count ?? 0;
}
