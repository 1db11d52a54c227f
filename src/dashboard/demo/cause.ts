import type { DemoDetail } from '../parts/demo-state.ts';
import { linesOf } from './log-line.ts';

/** The picture's address stands in the log, and at the end of the error's sentence. */
export function causeOf({ error, log }: Pick<DemoDetail, 'error' | 'log'>) {
  const [, reason = error ?? '', told = null] =
    /^(.*?) A picture of the page at that moment: (\/failure\/[\w.-]+)$/s.exec(error ?? '') ?? [];
  const line = (linesOf({ log }) ?? []).find(({ status }) => status === 'failed');
  return { reason, picture: line?.snapshot ?? told };
}
