import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';
import { reclaim } from '../../reclaim.ts';

// How the answer with a frame's picture begins; other answers are short or rare.
const pictureMember = Buffer.from('"screenshotData":"');
const longestHead = 256;
const quote = 0x22;
// Strings below 128 kB are given back with the young; longer ones wait for the whole heap to be searched. Whole groups of four.
const pieceLength = 96 * 1024;
// About 1 MB of buffers each.
const picturesAReclaim = 4;

/**
 * The DevTools protocol over a pair of pipes, one message a NUL byte, for `puppeteer.connect`. Frames' pictures do not go through
 * strings: as text inside of text, 400 kB each, they cost the main thread a search of the whole heap every sixth frame
 * (50 of them in a film of 10 s, 40 ms each). They are decoded as they come, and the message names them.
 */
export class ProtocolPipe implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #write: Writable;
  readonly #read: Readable;
  readonly #pictures = new Map<string, Buffer>();
  #pieces: Buffer[] = [];
  #count = 0;
  #closed = false;

  constructor(write: Writable, read: Readable) {
    this.#write = write;
    this.#read = read;
    read.on('data', (bytes: Buffer) => this.#receive(bytes));
    read.on('close', () => this.onclose?.());
    // Broken pipes mean that the browser is gone, which `close` says.
    read.on('error', () => undefined);
    write.on('error', () => undefined);
  }

  send(message: string): void {
    if (!this.#closed) this.#write.write(`${message}\0`);
  }

  close(): void {
    this.#closed = true;
    this.#pictures.clear();
    this.#read.destroy();
    this.#write.end();
  }

  /** The picture that a message names, once; what is no such name is taken for the picture itself, in base64. */
  picture(name: string): Buffer {
    const known = this.#pictures.get(name);
    this.#pictures.delete(name);
    return known ?? Buffer.from(name, 'base64');
  }

  #receive(bytes: Buffer): void {
    let start = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
      this.#pieces.push(bytes.subarray(start, end));
      start = end + 1;
      const [only, ...others] = this.#pieces;
      const message = others.length === 0 && only ? only : Buffer.concat(this.#pieces);
      this.#pieces = [];
      this.#deliver(message);
    }
    if (start < bytes.length) this.#pieces.push(bytes.subarray(start));
  }

  #deliver(message: Buffer): void {
    const member = message.subarray(0, longestHead).indexOf(pictureMember);
    const from = member + pictureMember.length;
    const to = member < 0 ? -1 : message.indexOf(quote, from);
    if (to < 0) {
      this.onmessage?.(message.toString());
      return;
    }
    const name = `picture ${++this.#count}`;
    if (this.#count % picturesAReclaim === 0) void reclaim();
    this.#pictures.set(name, decodeBase64(message.subarray(from, to)));
    this.onmessage?.(message.toString('utf8', 0, from) + name + message.toString('utf8', to));
  }
}

function decodeBase64(text: Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Math.ceil(text.length / 4) * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += pieceLength)
    length += bytes.write(
      text.toString('latin1', at, Math.min(at + pieceLength, text.length)),
      length,
      'base64',
    );
  return bytes.subarray(0, length);
}
