import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';

/** A body on its way, and what its head says of it. */
export interface IncomingBody {
  stream: Readable;
  /** From Content-Length. */
  sizeBytes: number;
  /** From Content-Type, in lower case, without parameters. */
  mediaType: string;
  /** Whether whoever sends it has gone away or broken off: then nothing is kept. */
  isAbandoned(): boolean;
}

export interface IncomingRequest {
  header(name: string): string | undefined;
  body: Readable | null;
  isCallerGone(): boolean;
}

/**
 * Judges a body by its head, before a byte of it is read.
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

/** @throws AppError 400: nobody is there any more to be told, and nothing is to be left of it. */
export function demandPresence(body: IncomingBody): void {
  if (body.isAbandoned())
    throw new AppError('upload_abandoned', 400, 'The connection ended before the upload was taken in.');
}
