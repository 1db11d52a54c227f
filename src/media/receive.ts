import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/**
 * Writes a body to a new file as it comes, one chunk at a time: memory does not grow with its size. Leaves the rest of the body
 * unread where it gives up, so that the sender can still be answered, and leaves no file.
 *
 * @param sizeBytes what was promised.
 * @throws AppError 413 `body_too_large` where more comes, 400 `body_incomplete` where it ends before.
 */
export async function receive(body: Readable, path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    let received = 0;
    for await (const chunk of chunksOf(body)) {
      received += chunk.length;
      if (received > sizeBytes) throw tooLong(sizeBytes);
      await file.writeFile(chunk);
      giveBack(chunk);
    }
    if (received < sizeBytes) throw incomplete(received, sizeBytes);
    await file.close();
  } catch (fault) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw fault;
  }
}

/**
 * Frees a chunk's memory now. Left to the garbage collector, which hardly sees memory outside of its heap, the chunks of 200 MB
 * piled up to 70 MB.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  // A slice of something larger is not ours alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** A sender who goes away in the middle is no fault of ours. */
async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch (fault) {
    throw new AppError('body_incomplete', 400, 'The connection broke before the whole body was sent.', {
      cause: fault,
    });
  }
}

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
