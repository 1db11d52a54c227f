import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { JobObserver } from '../worker/index.ts';
import type { Instruments } from './instruments.ts';
import { tracer } from './tracing.ts';

/** Times every run of a job. Its span belongs to the trace of the request that asked for the job, in whatever process that was. */
export const observeJobs =
  (instruments: Instruments): JobObserver =>
  async ({ task, queueId, attempt, waitedMs, origin }, run) => {
    const from = propagation.extract(ROOT_CONTEXT, { traceparent: origin.traceparent });
    const attributes = {
      'showreel.job.queue_id': queueId,
      'showreel.job.attempt': attempt,
      ...(origin.requestId && { 'showreel.request.id': origin.requestId }),
    };
    const span = tracer().startSpan(task, { kind: SpanKind.CONSUMER, attributes }, from);
    const sinceMs = performance.now();
    instruments.jobBegan(task, waitedMs);
    let outcome: 'done' | 'failed' = 'failed';
    try {
      await context.with(trace.setSpan(from, span), run);
      outcome = 'done';
    } finally {
      // The error is not recorded: its text may quote the page.
      if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
      instruments.jobEnded(task, performance.now() - sinceMs, outcome);
      span.end();
    }
  };
