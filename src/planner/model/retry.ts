import { APICallError, type LanguageModelMiddleware } from 'ai';

/** What was sent in one call of a plan, and what is left to it. */
export interface Attempts {
  /** Each request that is sent, the first one too. */
  onSent(): void;
  /** Each request that was refused or never arrived: nobody is paid for it. */
  onRefused(): void;
  /** Until the plan's time is over. */
  leftMs(): number;
}

/** `ai` waits 2 s, 4 s, 8 s where a provider names no time; a fourth wait of 16 s outlasts most plans. */
export const mostRetries = 3;
const firstWaitMs = 2000;
/** `ai` follows no Retry-After from here on, and would be back too early. */
const longestWaitMs = 60_000;
/** What a wait has to leave for the answer. */
const leastAnswerMs = 500;

/**
 * `ai` tries again by itself and honours Retry-After, but knows nothing of a plan's time: it would wait until that is over. So
 * it is told to let go of what does not fit, of what is paid for already, and to try again wherever Retry-After says so.
 */
export function withinTime({ onSent, onRefused, leftMs }: Attempts): LanguageModelMiddleware {
  let sent = 0;
  return {
    specificationVersion: 'v4',
    async wrapGenerate({ doGenerate }) {
      onSent();
      sent++;
      try {
        return await doGenerate();
      } catch (error) {
        if (!APICallError.isInstance(error)) throw error;
        if (isAnswered(error)) throw retryable(error, false);
        onRefused();
        const asked = askedWaitMs(error.responseHeaders);
        // A date that is over: `ai` waits as if none were named.
        const wait = asked !== null && asked >= 0 ? asked : firstWaitMs * 2 ** (sent - 1);
        const fits = wait < longestWaitMs && wait + leastAnswerMs <= leftMs();
        throw retryable(error, fits && (error.isRetryable || asked !== null));
      }
    },
  };
}

/** It began to answer, and broke off or wrote something else: that was work. */
const isAnswered = ({ statusCode }: APICallError) => statusCode !== undefined && statusCode < 400;

/** @returns null where a provider says nothing that can be read, less than 0 for a date that is over */
export function askedWaitMs(headers: Record<string, string> | undefined): number | null {
  const exact = Number.parseFloat(headers?.['retry-after-ms'] ?? '');
  const asked = headers?.['retry-after'] ?? '';
  const seconds = Number.parseFloat(asked);
  const ms = [exact, 1000 * seconds, Date.parse(asked) - Date.now()].find((one) => !Number.isNaN(one));
  return ms ?? null;
}

/** The error as it was, except for that; its headers and body stay out of what is told. */
function retryable(error: APICallError, isRetryable: boolean): APICallError {
  if (error.isRetryable === isRetryable) return error;
  const { message, url, requestBodyValues, statusCode, responseHeaders, cause } = error;
  return new APICallError({
    message,
    url,
    requestBodyValues,
    isRetryable,
    cause,
    ...(statusCode !== undefined && { statusCode }),
    ...(responseHeaders && { responseHeaders }),
  });
}
