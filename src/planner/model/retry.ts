import { APICallError, type LanguageModelMiddleware } from 'ai';

/** What one call of a plan reports about its requests, and the time that is left for them. */
export interface Attempts {
  /** Called for each request that is sent, including the first. */
  onSent(): void;
  /** Called for each request that was refused or never arrived. Such a request costs nothing. */
  onRefused(): void;
  /** The time until the plan's limit. */
  leftMs(): number;
}

/** The package `ai` waits 2 s, 4 s and 8 s where a provider names no time. A fourth wait of 16 s would outlast most plans. */
export const mostRetries = 3;
const firstWaitMs = 2000;
/** From this wait on, `ai` ignores Retry-After and would ask again too early. */
const longestWaitMs = 60_000;
/** The time that a wait has to leave for the answer. */
const leastAnswerMs = 500;

/**
 * The package `ai` tries again by itself and honours Retry-After, but it does not know the plan's limit and would wait until
 * that is over. So this middleware decides what may be tried again: not what does not fit into the time or is paid for already,
 * but everything for which Retry-After asks.
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
        // Where the date is over, `ai` waits as if no time were named.
        const wait = asked !== null && asked >= 0 ? asked : firstWaitMs * 2 ** (sent - 1);
        const fits = wait < longestWaitMs && wait + leastAnswerMs <= leftMs();
        throw retryable(error, fits && (error.isRetryable || asked !== null));
      }
    },
  };
}

/** Whether the provider began to answer, and then broke off or wrote something else. That work is paid for. */
const isAnswered = ({ statusCode }: APICallError) => statusCode !== undefined && statusCode < 400;

/** @returns null where the provider names no readable time, a negative number for a date that is over */
export function askedWaitMs(headers: Record<string, string> | undefined): number | null {
  const exact = Number.parseFloat(headers?.['retry-after-ms'] ?? '');
  const asked = headers?.['retry-after'] ?? '';
  const seconds = Number.parseFloat(asked);
  const ms = [exact, 1000 * seconds, Date.parse(asked) - Date.now()].find((one) => !Number.isNaN(one));
  return ms ?? null;
}

/** The same error, except for `isRetryable` and without the response's body. */
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
