import type { Doorbell, StoredEvent } from '../../store/types.ts';
import { Interruption } from '../queue/interruption.ts';

/** A signal that aborts when any process cancels the job or deletes its demo. */
export function watchCancellation(
  doorbell: Doorbell,
  { demoId, jobId }: { demoId: string; jobId: string },
): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const off = doorbell.bus.on('event', ({ data: event }) => {
    if (endsJob(event, demoId, jobId))
      controller.abort(new Interruption('cancelled', 'The job was cancelled.'));
  });
  return { signal: controller.signal, end: off };
}

function endsJob({ type, data }: StoredEvent, demoId: string, jobId: string): boolean {
  const about = data as { demoId?: string; jobId?: string };
  return (
    (type === 'GenerationCancelled' && about.jobId === jobId) ||
    (type === 'DemoDeleted' && about.demoId === demoId)
  );
}
