/** Bits of an H.264 stream, the first one first (ITU-T H.264, 7.2 and 9.1). */
export class BitReader {
  readonly #bytes: Uint8Array;
  /** How many bits were read. */
  position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bits(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      value = value * 2 + (((this.#bytes[this.position >> 3] ?? 0) >> (7 - (this.position & 7))) & 1);
      this.position++;
    }
    return value;
  }

  flag(): boolean {
    return this.bits(1) === 1;
  }

  /** An Exp-Golomb code, `ue(v)`. */
  golomb(): number {
    let zeros = 0;
    while (zeros < 32 && !this.flag()) zeros++;
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** A signed Exp-Golomb code, `se(v)`. */
  signedGolomb(): number {
    const code = this.golomb();
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
  }
}

export class BitWriter {
  #bits: number[] = [];

  bits(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) this.#bits.push(Math.floor(value / 2 ** i) & 1);
  }

  golomb(value: number): void {
    const length = Math.floor(Math.log2(value + 1));
    this.bits(0, length);
    this.bits(value + 1, length + 1);
  }

  signedGolomb(value: number): void {
    this.golomb(value > 0 ? value * 2 - 1 : value * -2);
  }

  /** Fills the last byte with `bit`. */
  align(bit: 0 | 1): void {
    while (this.#bits.length % 8 !== 0) this.#bits.push(bit);
  }

  /** Whole bytes: `align` first. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.#bits.length / 8);
    for (const [at, bit] of this.#bits.entries()) bytes[at >> 3]! |= bit << (7 - (at & 7));
    return bytes;
  }
}

const escapeByte = 3;

/** The payload of a NAL unit without the bytes that keep start codes out of it (7.4.1.1). */
export function withoutEscapes(nal: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(nal.length);
  let [length, zeros] = [0, 0];
  for (const byte of nal) {
    if (zeros >= 2 && byte === escapeByte) {
      zeros = 0;
      continue;
    }
    bytes[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return bytes.subarray(0, length);
}

export function withEscapes(payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(payload.length * 1.5) + 1);
  let [length, zeros] = [0, 0];
  for (const byte of payload) {
    if (zeros >= 2 && byte <= escapeByte) {
      bytes[length++] = escapeByte;
      zeros = 0;
    }
    bytes[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return bytes.subarray(0, length);
}
