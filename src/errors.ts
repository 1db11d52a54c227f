/**
 * The only type of error that crosses rooms. Any other error is answered with a 500 that tells nothing of it.
 */
export class AppError extends Error {
  /** Stable, snake_case, part of the public contract. */
  readonly code: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** For the log only; never sent to a caller. */
  readonly detail: string | undefined;
  /** Seconds after which the same request may succeed (429 and 503). */
  readonly retryAfterSec: number | undefined;

  /** @param message one sentence on which a person can act; the caller sees it */
  constructor(
    code: string,
    status: number,
    message: string,
    options: { detail?: string; retryAfterSec?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.detail = options.detail;
    this.retryAfterSec = options.retryAfterSec;
  }
}

/** For bad input. The message names the field, what was expected and what came. */
export const invalid = (message: string, code = 'validation_failed') => new AppError(code, 400, message);
export const unauthorized = (message = 'A live API key or a signed-in session is required.') =>
  new AppError('unauthorized', 401, message);
export const forbidden = (code: string, message: string) => new AppError(code, 403, message);
/** Also the answer for a record of another user, so that nobody learns that it exists. */
export const notFound = (what: string) =>
  new AppError(`${what}_not_found`, 404, `No such ${what.replaceAll('_', ' ').replace('api', 'API')}.`);
export const conflict = (code: string, message: string) => new AppError(code, 409, message);
