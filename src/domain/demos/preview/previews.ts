import { randomBytes } from 'node:crypto';
import type { CommandContext } from '../../../store/types.ts';
import { wellFormedData } from '../../../text.ts';
import type { DomainServices } from '../../services.ts';
import { previewPrefix } from '../media-keys.ts';
import { enqueuePreview, previewKey } from '../tasks.ts';
import type { PreviewAnswer, SeenPage } from './answer.ts';
import type { ComparisonJob } from './comparison-job.ts';
import type { PreviewJob } from './preview-job.ts';

/**
 * The way of a preview from the API to a worker and back. The row is the truth; the doorbell only says that it is time to look,
 * and a remark of it may be lost.
 */
type Services = Pick<DomainServices, 'sql' | 'doorbell'>;

const answered = 'preview-answered';
const abandoned = 'preview-abandoned';

/** An id that nobody can guess: whoever knows it sees the stills. */
export const newPreviewId = () => `prev_${randomBytes(16).toString('hex')}`;

export async function askForPreview(
  { sql, store, clock }: DomainServices,
  context: CommandContext,
  job: PreviewJob | ComparisonJob,
  progressId: string | null,
): Promise<void> {
  await sql`
    insert into previews (id, job, user_id, progress_id, created_at)
    values (${job.jobId}, ${sql.json(asJson(job))}, ${job.userId}, ${progressId}, ${clock.now()})`;
  await store.execute(context, (unit) => enqueuePreview(unit, job.jobId, job.userId));
}

/** What is to be previewed; null where nobody waits for it any more. */
export async function previewJob(
  { sql }: Services,
  previewId: string,
): Promise<PreviewJob | ComparisonJob | null> {
  const [row] = await sql<{ job: PreviewJob | ComparisonJob | null }[]>`
    select job from previews where id = ${previewId} and answer is null`;
  return row?.job ?? null;
}

/** Keeps what was seen of the page for whoever looks how far the preview is. */
export async function tellSeen(
  { sql }: Pick<Services, 'sql'>,
  previewId: string,
  page: SeenPage,
): Promise<void> {
  await sql`update previews set page = ${sql.json(asJson(page))} where id = ${previewId}`;
}

/** What was seen by the newest preview of that name; null while nothing was, and where the user has none of that name. */
export async function seenBy(
  { sql }: Pick<Services, 'sql'>,
  userId: string,
  progressId: string,
): Promise<SeenPage | null> {
  const [row] = await sql<{ page: SeenPage | null }[]>`
    select page from previews where user_id = ${userId} and progress_id = ${progressId}
    order by created_at desc limit 1`;
  return row?.page ?? null;
}

/** @returns false where nobody waits for the answer any more */
export async function answerPreview(
  { sql, doorbell }: Services,
  previewId: string,
  answer: PreviewAnswer,
): Promise<boolean> {
  const rows = await sql`
    update previews set answer = ${sql.json(asJson(answer))}
    where id = ${previewId} and job is not null and answer is null
    returning id`;
  doorbell.tick({ type: answered, previewId });
  return rows.length > 0;
}

/** The answer, which is then forgotten; null while there is none. */
export async function takeAnswer({ sql }: Services, previewId: string): Promise<PreviewAnswer | null> {
  const [row] = await sql<{ answer: PreviewAnswer }[]>`
    with taken as (select id, answer from previews where id = ${previewId} and answer is not null)
    update previews set job = null, answer = null from taken where previews.id = taken.id
    returning taken.answer`;
  return row?.answer ?? null;
}

/** Nobody waits any more: a job that waits is removed, and one that runs stops. */
export async function abandonPreview({ sql, doorbell }: Services, previewId: string): Promise<void> {
  await sql`update previews set job = null where id = ${previewId}`;
  await sql`select graphile_worker.remove_job(${previewKey(previewId)})`;
  doorbell.tick({ type: abandoned, previewId });
}

/** Calls back when a worker has answered, or may have: a remark can be lost together with the connection. */
export function onAnswer({ doorbell }: Services, previewId: string, look: () => void): () => void {
  const offs = [
    doorbell.bus.on('tick', ({ data }) => {
      if (data.type === answered && data.previewId === previewId) look();
    }),
    doorbell.bus.on('reconnected', look),
  ];
  return () => {
    for (const off of offs) off();
  };
}

export const onAbandoned = ({ doorbell }: Services, previewId: string, stop: () => void): (() => void) =>
  doorbell.bus.on('tick', ({ data }) => {
    if (data.type === abandoned && data.previewId === previewId) stop();
  });

/** What was asked and seen goes at once, for a user who is deleted. The stills go with the row, within the hour. */
export async function forgetPreviewsOf(
  { sql }: Pick<Services, 'sql'>,
  userIds: readonly string[],
): Promise<void> {
  await sql`update previews set job = null, answer = null, page = null where user_id = any(${userIds})`;
}

const keptMs = 60 * 60_000;

/** Forgets previews of more than an hour ago. @param removeFiles removes the stills of one */
export async function forgetOldPreviews(
  { sql, clock }: Pick<DomainServices, 'sql' | 'clock'>,
  removeFiles: (prefix: string) => Promise<void>,
): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs);
  const old = await sql<{ id: string }[]>`select id from previews where created_at < ${before}`;
  for (const { id } of old) {
    await removeFiles(previewPrefix(id));
    await sql`delete from previews where id = ${id}`;
  }
  return old.length;
}

/** What is undefined is left out, and so is what PostgreSQL refuses in a text. */
const asJson = (value: object) => JSON.parse(JSON.stringify(wellFormedData(value)));
