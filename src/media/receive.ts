import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/** The size of one write. Each write leaves a few kilobytes of garbage: with pieces of 64 KiB, memory grew measurably. */
const pieceBytes = 2 ** 20;

/**
 * Writes a request's body to a new file, piece by piece, so that memory does not grow with its size. Where it fails, it removes the
 * file and leaves the rest of the body unread, so that the sender can still get an answer.
 *
 * @param sizeBytes the size that the sender announced
 * @throws AppError 413 `body_too_large` where the body is longer, 400 `body_incomplete` where it is shorter
 */
export async function receive(body: Readable, path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await writeAll(body, file, sizeBytes);
    await file.close();
  } catch (fault) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    // A sender that disconnects in the middle is no fault of this service.
    throw body.destroyed && !body.readableEnded ? broken(fault) : fault;
  }
}

async function writeAll(body: Readable, file: FileHandle, sizeBytes: number): Promise<void> {
  let received = 0;
  let written = 0;
  let piece: Buffer[] = [];
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > sizeBytes) throw tooLong(sizeBytes);
    piece.push(chunk);
    if (received - written < pieceBytes && received < sizeBytes) continue;
    await write(file, piece, received - written);
    written = received;
    piece = [];
  }
  if (received < sizeBytes) throw incomplete(received, sizeBytes);
}

async function write(file: FileHandle, piece: Buffer[], length: number): Promise<void> {
  const { bytesWritten } = await file.writev(piece);
  // The system may write less than it was given. The next call then reports what prevents it from writing the rest.
  if (bytesWritten < length) await file.writeFile(Buffer.concat(piece).subarray(bytesWritten));
  for (const chunk of piece) giveBack(chunk);
}

/**
 * Frees a chunk's memory at once. The garbage collector hardly notices memory outside its heap: without this, an upload of 200 MB
 * held up to 70 MB.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  // A slice of a larger buffer belongs to others too.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

const broken = (cause: unknown) =>
  new AppError('body_incomplete', 400, 'The connection broke before the whole body was sent.', { cause });

const tooLong = (sizeBytes: number) =>
  new AppError(
    'body_too_large',
    413,
    `The body is longer than the ${sizeBytes} bytes that its Content-Length header promises.`,
  );

const incomplete = (received: number, sizeBytes: number) =>
  new AppError(
    'body_incomplete',
    400,
    `The body ended after ${received} of the ${sizeBytes} bytes that its Content-Length header promises.`,
  );
