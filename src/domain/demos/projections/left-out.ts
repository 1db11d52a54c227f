import type { Sql } from 'postgres';
import { AppError } from '../../../errors.ts';
import { newId } from '../../../ids.ts';
import type { CommandContext } from '../../../store/types.ts';
import { projection } from '../../projection.ts';
import type { DomainServices } from '../../services.ts';
import { demoDecider } from '../decide.ts';
import { type DemoEvent, demoStream, type Trigger } from '../events.ts';

/** Read model: refreshes that were due and were not queued, since the quota was used up. */
export const leftOutProjection = projection<DemoEvent>({
  name: 'demo_refreshes_left_out',
  version: 1,
  tables: ['demo_refreshes_left_out'],
  on: {
    RefreshLeftOut: ({ data, recordedAt }) => [
      {
        op: 'insert',
        table: 'demo_refreshes_left_out',
        row: {
          id: data.jobId,
          demo_id: data.demoId,
          triggered_by: data.triggeredBy,
          version: data.version,
          error: data.message,
          created_at: recordedAt,
        },
      },
    ],
    DemoDeleted: ({ data }) => [
      { op: 'delete', table: 'demo_refreshes_left_out', key: { demo_id: data.demoId } },
    ],
  },
});

export interface LeftOutRow {
  id: string;
  triggered_by: Trigger;
  version: number | null;
  error: string;
  /** A time as JSON writes it. */
  created_at: string;
}

/** The newest hundred of a demo, newest first; a part of a statement. */
export const refreshesLeftOut = (sql: Sql, demoId: string) => sql`
  select id, triggered_by, version, error, created_at from demo_refreshes_left_out
  where demo_id = ${demoId} order by id desc limit 100`;

/**
 * Notes in a demo's history that its refresh was due and the quota was used up. Does nothing where the demo is gone.
 */
export async function leaveOutRefresh(
  services: DomainServices,
  context: CommandContext,
  request: { demoId: string; userId: string; triggeredBy: Trigger; refusal: AppError },
): Promise<void> {
  const { demoId, userId, triggeredBy, refusal } = request;
  const why = { code: refusal.code, message: refusal.message };
  try {
    await services.store.execute(context, async (unit) => {
      const demo = await unit.load(demoDecider, demoStream(demoId));
      demo.decide({ type: 'leaveOutRefresh', by: userId, jobId: newId('job'), triggeredBy, ...why });
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error;
  }
}
