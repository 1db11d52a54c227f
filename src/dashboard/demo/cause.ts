import { type DemoDetail, readJson } from '../parts/demo-state.ts';
import type { LogLine } from './log-line.ts';

/** The picture's address stands in the log, and at the end of the error's sentence. */
export function causeOf({ error, recording_log }: Pick<DemoDetail, 'error' | 'recording_log'>) {
  const [, reason = error ?? '', told = null] =
    /^(.*?) A picture of the page at that moment: (\/failure\/[\w.-]+)$/s.exec(error ?? '') ?? [];
  const line = (readJson<LogLine[]>(recording_log) ?? []).find(({ status }) => status === 'failed');
  return { reason, picture: line?.snapshot ?? told };
}
