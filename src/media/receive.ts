import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/** Written in pieces of this size, since each writing costs a few kilobytes of garbage; 64 KiB at a time, it showed. */
const pieceBytes = 2 ** 20;

/**
 * Writes a body to a new file as it comes, a piece at a time: memory does not grow with its size. Leaves the rest of the body
 * unread where it gives up, so that the sender can still be answered, and leaves no file.
 *
 * @param sizeBytes what was promised.
 * @throws AppError 413 `body_too_large` where more comes, 400 `body_incomplete` where it ends before.
 */
export async function receive(body: Readable, path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await writeAll(body, file, sizeBytes);
    await file.close();
  } catch (fault) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    // A sender who goes away in the middle is no fault of ours.
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
  // The system may take less at once; whatever keeps it from taking the rest, it says then.
  if (bytesWritten < length) await file.writeFile(Buffer.concat(piece).subarray(bytesWritten));
  for (const chunk of piece) giveBack(chunk);
}

/**
 * Frees a chunk's memory now. Left to the garbage collector, which hardly sees memory outside of its heap, the chunks of 200 MB
 * piled up to 70 MB.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  // A slice of something larger is not ours alone.
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
