import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';

/** A request body that is still on its way, and what the headers say of it. */
export interface IncomingBody {
  stream: Readable;
  /** From Content-Length. */
  sizeBytes: number;
  /** From Content-Type, in lower case, without parameters. */
  mediaType: string;
  /** Whether the sender has gone away or broken off: then nothing is kept. */
  isAbandoned(): boolean;
}

export interface IncomingRequest {
  header(name: string): string | undefined;
  body: Readable | null;
  isCallerGone(): boolean;
}

/**
 * Checks a body by its headers, before a byte of it is read.
 * @throws AppError 411 `length_required`, 413 `body_too_large`, 415 `unsupported_media_type`, in this order.
 */
export function openBody(
  request: IncomingRequest,
  { mediaTypes, limitBytes, what }: { mediaTypes: readonly string[]; limitBytes: number; what: string },
): IncomingBody {
  const length = request.header('content-length');
  if (length === undefined || !request.body)
    throw new AppError(
      'length_required',
      411,
      'The Content-Length header is required: the size of the body in bytes, sent in one piece and not in chunks.',
    );
  const sizeBytes = Number(length);
  if (sizeBytes > limitBytes)
    throw new AppError(
      'body_too_large',
      413,
      `${what} may have ${limitBytes} bytes (${limitBytes / 2 ** 20} MB), but ${sizeBytes} are announced.`,
    );
  const mediaType = (request.header('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (!mediaTypes.includes(mediaType))
    throw new AppError(
      'unsupported_media_type',
      415,
      `The Content-Type header must be ${mediaTypes.join(' or ')}, but ${mediaType ? `"${mediaType.slice(0, 60)}"` : 'none'} came.`,
    );
  return { stream: request.body, sizeBytes, mediaType, isAbandoned: request.isCallerGone };
}

/** @throws AppError 400 where the sender has gone: nobody could be told of the upload, so nothing of it is kept. */
export function demandPresence(body: IncomingBody): void {
  if (body.isAbandoned())
    throw new AppError('upload_abandoned', 400, 'The connection ended before the upload was taken in.');
}
