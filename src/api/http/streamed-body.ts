import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';

/** A body that can be compared with another of the same length once it has been read to its end, by whomever. */
export interface StreamedBody {
  stream: Readable;
  /** SHA-256, hex. Reads what has not been read yet. @throws where the sender goes away before the end. */
  digest(): Promise<string>;
}

/** Whoever stops reading leaves the request itself alive: its sender still gets an answer. */
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

/** The connection is closed or closing: whatever we answer, nobody will read it. */
export const isGone = ({ socket }: IncomingMessage) => socket.destroyed || !socket.writable;
