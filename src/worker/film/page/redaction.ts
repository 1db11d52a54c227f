import { RecordingFault } from '../../../recorder/contract/fault.ts';
import { type BrowserSession, redact } from '../../../recorder/index.ts';

/** Removes the words that the film hides from everything that is told of the film. */
export interface Redaction {
  apply<T>(value: T): T;
  /** A fault names elements of the page: the same fault without the hidden words. */
  applyToFault(fault: unknown): unknown;
}

/** The hidden words are read from `mask` each time: every page of the film adds some. */
export function createRedaction(mask: BrowserSession['tab']['mask']): Redaction {
  const apply = <T>(value: T): T => redact(value, mask.words);
  return {
    apply,
    applyToFault(fault) {
      if (!(fault instanceof RecordingFault)) return fault;
      const message = apply(fault.message);
      if (message === fault.message) return fault;
      // Without the cause, since the cause goes to the log with the hidden words in it.
      const redacted = new RecordingFault(fault.kind, message, { retryable: fault.retryable });
      redacted.picture = fault.picture;
      return redacted;
    },
  };
}
