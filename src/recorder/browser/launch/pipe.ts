import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';
import { defaultLimits } from '../../contract/limits.ts';
import { reclaim } from '../../reclaim.ts';

// The answer with a frame's screenshot has this member near its start. Other answers are short or rare.
const screenshotMember = Buffer.from('"screenshotData":"');
const headLength = 256;
const quote = 0x22;
// V8's minor collections free strings below 128 kB, while longer ones stay until a collection of the whole heap. The length is a
// multiple of four, so that each piece is valid base64.
const base64PieceLength = 96 * 1024;
// That many screenshots are about 1 MB of buffers.
const picturesPerReclaim = 4;

/**
 * The DevTools protocol over a pair of pipes, for `puppeteer.connect`. A NUL byte ends each message. Screenshots of frames are
 * decoded as they arrive, and the message carries a name in place of the picture. As base64 strings of 400 kB each they made the
 * main thread collect its whole heap every sixth frame: 50 times in a film of 10 s, 40 ms each.
 */
export class ProtocolPipe implements ConnectionTransport {
  onmessage?: (message: string) => void;
  onclose?: () => void;
  readonly #write: Writable;
  readonly #read: Readable;
  readonly #pictures = new Map<string, Buffer>();
  #pieces: Buffer[] = [];
  #piecesBytes = 0;
  #count = 0;
  #closed = false;
  readonly #mostBytes: number;
  /** Called once, where a message is longer than it may be. Nothing is read any more then, so that it is never in memory as a whole. */
  onTooLong?: () => void;

  constructor(write: Writable, read: Readable, mostBytes = defaultLimits.messageBytes) {
    this.#write = write;
    this.#read = read;
    this.#mostBytes = mostBytes;
    read.on('data', (bytes: Buffer) => this.#receive(bytes));
    read.on('close', () => this.onclose?.());
    // A broken pipe means that the browser has ended, which `close` reports.
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

  /** Hands over the screenshot that a message names, once. Any other text is decoded as base64 of the picture itself. */
  takePicture(name: string): Buffer {
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
      this.#piecesBytes = 0;
      this.#deliver(message);
    }
    if (start === bytes.length) return;
    this.#pieces.push(bytes.subarray(start));
    this.#piecesBytes += bytes.length - start;
    if (this.#piecesBytes <= this.#mostBytes) return;
    this.#pieces = [];
    this.#read.pause();
    this.onTooLong?.();
  }

  #deliver(message: Buffer): void {
    const member = message.subarray(0, headLength).indexOf(screenshotMember);
    const from = member + screenshotMember.length;
    const to = member < 0 ? -1 : message.indexOf(quote, from);
    if (to < 0) {
      this.onmessage?.(message.toString());
      return;
    }
    const name = `picture ${++this.#count}`;
    if (this.#count % picturesPerReclaim === 0) void reclaim();
    this.#pictures.set(name, decodeBase64(message.subarray(from, to)));
    this.onmessage?.(message.toString('utf8', 0, from) + name + message.toString('utf8', to));
  }
}

function decodeBase64(text: Buffer): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Math.ceil(text.length / 4) * 3);
  let length = 0;
  for (let at = 0; at < text.length; at += base64PieceLength)
    length += bytes.write(
      text.toString('latin1', at, Math.min(at + base64PieceLength, text.length)),
      length,
      'base64',
    );
  return bytes.subarray(0, length);
}
