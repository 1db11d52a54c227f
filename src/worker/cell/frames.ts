/**
 * How messages travel between the service and a cell: each frame has the lengths of its two parts, then JSON, then bytes. Node's own channel
 * between processes is not used, since a malformed message there is an exception that nobody can catch, and its messages have no limit.
 */

/** The largest parts of one frame. A page of 400 kB of text and 6 screens of pictures takes 2 MB; an uploaded background takes 20 MB. */
const most = { jsonBytes: 16 * 2 ** 20, extraBytes: 64 * 2 ** 20 };
const headBytes = 8;
/** In the JSON, an object with this member stands for so many of the bytes that follow. */
const marker = '$showreelBytes';

/** A frame that no cell of ours sends. */
export class FrameFault extends Error {
  override readonly name = 'FrameFault';
}

/** Pictures and other bytes may stand anywhere in the message. */
export function encodeFrame(message: object): Buffer {
  const extra: Uint8Array[] = [];
  const json = Buffer.from(
    JSON.stringify(message, function (this: Record<string, unknown>, key, value: unknown) {
      // `value` is what a Buffer's own toJSON made of it.
      const held = this[key];
      if (!(held instanceof Uint8Array)) return value;
      extra.push(held);
      return { [marker]: held.length };
    }),
  );
  const extraBytes = extra.reduce((sum, { length }) => sum + length, 0);
  if (json.length > most.jsonBytes || extraBytes > most.extraBytes)
    throw new FrameFault(`a message of ${json.length} and ${extraBytes} bytes is too long`);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(json.length, 0);
  head.writeUInt32BE(extraBytes, 4);
  return Buffer.concat([head, json, ...extra]);
}

/** Puts chunks of a stream together to messages. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #length = 0;

  /** @returns the messages that are complete with this chunk. @throws FrameFault */
  *push(chunk: Buffer): Generator<unknown> {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    for (;;) {
      if (this.#length < headBytes) return;
      const head = this.#first(headBytes);
      const [jsonBytes, extraBytes] = [head.readUInt32BE(0), head.readUInt32BE(4)];
      if (jsonBytes > most.jsonBytes || extraBytes > most.extraBytes)
        throw new FrameFault(`a message of ${jsonBytes} and ${extraBytes} bytes is too long`);
      const whole = headBytes + jsonBytes + extraBytes;
      if (this.#length < whole) return;
      const frame = this.#first(whole);
      const rest = this.#chunks[0]!.subarray(whole);
      this.#chunks = rest.length > 0 ? [rest] : [];
      this.#length = rest.length;
      yield decode(frame.subarray(headBytes, headBytes + jsonBytes), frame.subarray(headBytes + jsonBytes));
    }
  }

  /** The first chunk, made at least so long. */
  #first(bytes: number): Buffer {
    if (this.#chunks[0]!.length < bytes) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]!.subarray(0, bytes);
  }
}

function decode(json: Buffer, extra: Buffer): unknown {
  let at = 0;
  try {
    return JSON.parse(json.toString(), (_key, value: unknown) => {
      const length = (value as Record<string, unknown> | null)?.[marker];
      if (length === undefined) return value;
      if (!Number.isSafeInteger(length) || (length as number) < 0 || at + (length as number) > extra.length)
        throw new FrameFault('a message names bytes that it does not bring');
      at += length as number;
      // A copy: a part would keep the whole frame in memory.
      return Buffer.from(extra.subarray(at - (length as number), at));
    });
  } catch (cause) {
    throw cause instanceof FrameFault ? cause : new FrameFault('a message is no JSON', { cause });
  }
}
