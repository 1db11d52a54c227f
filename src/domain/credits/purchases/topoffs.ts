import type { Sql } from 'postgres';
import { z } from 'zod';
import { projection } from '../../projection.ts';
import type { CreditEvent } from '../events.ts';
import { packIds } from '../packs.ts';
import { initialCredits } from '../state.ts';

const topoffFields = z.object({
  enabled: z.boolean().meta({ examples: [true] }),
  packId: z.enum(packIds).meta({ examples: ['20'] }),
  threshold: z
    .number()
    .int()
    .meta({ description: 'A pack is bought when at most this many credits are left', examples: [3] }),
  disabledReason: z
    .string()
    .nullable()
    .meta({
      description: 'Why the service turned it off by itself, such as a declined card',
      examples: [null],
    }),
});
export const topoffSchema = topoffFields.meta({ id: 'AutoTopoff' });
export type AutoTopoffSetting = z.infer<typeof topoffSchema>;

const { enabled, packId, threshold } = initialCredits.topoff;
const untilSet: AutoTopoffSetting = { enabled, packId, threshold, disabledReason: null };

/** Read model: whose credits are bought automatically. */
export const autoTopoffsProjection = projection<CreditEvent>({
  name: 'credit_auto_topoffs',
  version: 1,
  tables: ['credit_auto_topoffs'],
  on: {
    CreditAccountOpened: ({ data, recordedAt }) => [
      {
        op: 'insert',
        table: 'credit_auto_topoffs',
        row: {
          user_id: data.userId,
          enabled,
          pack_id: packId,
          threshold,
          disabled_reason: null,
          updated_at: recordedAt,
        },
      },
    ],
    AutoTopoffSet: ({ data, recordedAt }) => [
      {
        op: 'update',
        table: 'credit_auto_topoffs',
        key: { user_id: data.userId },
        set: {
          enabled: data.enabled,
          pack_id: data.packId,
          threshold: data.threshold,
          disabled_reason: null,
          updated_at: recordedAt,
        },
      },
    ],
    AutoTopoffTurnedOff: ({ data, recordedAt }) => [
      {
        op: 'update',
        table: 'credit_auto_topoffs',
        key: { user_id: data.userId },
        set: { enabled: false, disabled_reason: data.reason, updated_at: recordedAt },
      },
    ],
  },
});

export async function readTopoff(sql: Sql, userId: string): Promise<AutoTopoffSetting> {
  const [row] = await sql<AutoTopoffSetting[]>`
    select enabled, pack_id as "packId", threshold, disabled_reason as "disabledReason"
    from credit_auto_topoffs where user_id = ${userId}`;
  return row ? { ...row } : untilSet;
}
