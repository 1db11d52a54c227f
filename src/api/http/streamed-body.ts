import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';

/** A body whose content is hashed while it is read, so that it can be compared with an earlier one. */
export interface StreamedBody {
  stream: Readable;
  /** SHA-256, hex. Reads the rest of the body first. @throws AppError `body_incomplete` where the sender disconnects. */
  digest(): Promise<string>;
}

/** A reader that stops early does not destroy the request, so the sender still gets an answer. */
export function digestedBody(request: IncomingMessage): StreamedBody {
  const hash = createHash('sha256');
  const stream = Readable.from(read(), { objectMode: false, highWaterMark: 64 * 1024 });
  let whole = false;
  async function* read() {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      hash.update(chunk as Buffer);
      yield chunk;
    }
    whole = true;
  }
  return {
    stream,
    async digest() {
      try {
        if (!whole) for await (const _ of stream);
      } catch (fault) {
        const message = 'The connection broke before the whole body was sent.';
        throw new AppError('body_incomplete', 400, message, { cause: fault });
      }
      return hash.copy().digest('hex');
    },
  };
}

/** Whether the connection is closed or closing, so that nobody would read an answer. */
export const isGone = ({ socket }: IncomingMessage) => socket.destroyed || !socket.writable;
