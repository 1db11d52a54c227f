import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FilmObserver } from '../worker/index.ts';
import type { Instruments } from './instruments.ts';
import { tracer } from './tracing.ts';

/** Counts films by what became of them, and gives each of their steps a span below that of the job. */
export const observeFilms =
  (instruments: Instruments): FilmObserver =>
  ({ kind, jobId, demoId }) => {
    const sinceMs = performance.now();
    // Steps are reported by the cell, whose messages arrive outside of the span of the job.
    const within = context.active();
    const job = trace.getSpan(within);
    job?.setAttributes({ 'showreel.job.id': jobId, 'showreel.demo.id': demoId, 'showreel.job.kind': kind });
    let step: { name: string; span: Span } | null = null;
    return {
      enter(name) {
        if (step?.name === name) return;
        step?.span.end();
        step = { name, span: tracer().startSpan(name, {}, within) };
      },
      end(film) {
        const code = film.outcome === 'failed' ? film.code : '';
        if (code) step?.span.setStatus({ code: SpanStatusCode.ERROR, message: code });
        step?.span.end();
        job?.setAttribute('showreel.film.outcome', film.outcome);
        // A run that is to be repeated is no end of a film.
        if (film.outcome === 'again') return;
        const lengthMs = film.outcome === 'published' ? film.lengthMs : null;
        instruments.film({ kind, outcome: film.outcome, code }, performance.now() - sinceMs, lengthMs);
      },
    };
  };
