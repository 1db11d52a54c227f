import { open } from 'node:fs/promises';
import { AppError } from '../errors.ts';
import { runConfined, sealedInput } from './confined.ts';
import type { ProbeTools } from './tools.ts';
import { countFrames } from './video.ts';

const limits = { writes: null, timeoutMs: 15_000, memoryBytes: 1024 ** 3, writesBytes: 0 };

/** A few kilobytes can decompress to gigabytes. So the size is read from the picture's header before anything decompresses it. */
const most = { side: 8192, pixels: 8192 * 4320 };

/** @throws AppError 415 `invalid_png` where the file is no PNG, too large, damaged or truncated */
export async function checkPng(tools: ProbeTools, path: string): Promise<void> {
  const refuse = refusal('invalid_png', 'a PNG');
  const head = await headOf(path);
  if (head.readBigUInt64BE(0) !== 0x89504e470d0a1a0an || head.toString('latin1', 12, 16) !== 'IHDR')
    throw refuse('it does not begin like one');
  checkSize(head.readUInt32BE(16), head.readUInt32BE(20), refuse);
  const strictly = ['-xerror', '-err_detect', 'crccheck+explode'];
  await decode(tools, path, [...strictly, ...sealedInput('png_pipe', path)], 1, refuse);
}

/** @throws AppError 415 `invalid_gif` where the file is no GIF, too large, damaged, or not animated */
export async function checkGif(tools: ProbeTools, path: string): Promise<void> {
  const refuse = refusal('invalid_gif', 'an animated GIF');
  const head = await headOf(path);
  if (!/^GIF8[79]a$/.test(head.toString('latin1', 0, 6))) throw refuse('it does not begin like one');
  checkSize(head.readUInt16LE(6), head.readUInt16LE(8), refuse);
  // Two frames prove that the GIF is animated. Decoding all of 25 MB can take minutes.
  await decode(tools, path, ['-xerror', ...sealedInput('gif', path)], 2, refuse);
}

type Refuse = (reason: string, detail?: string) => AppError;

const refusal =
  (code: string, what: string): Refuse =>
  (reason, detail) =>
    new AppError(code, 415, `The body is not ${what}: ${reason}.`, { ...(detail && { detail }) });

function checkSize(width: number, height: number, refuse: Refuse): void {
  if (width < 1 || height < 1) throw refuse('it has no size');
  if (width > most.side || height > most.side || width * height > most.pixels)
    throw refuse(
      `it is ${width}×${height} pixels, and ${most.side} a side and ${most.pixels / 1_000_000} million in all are the most`,
    );
}

async function decode(
  tools: ProbeTools,
  path: string,
  input: string[],
  frames: number,
  refuse: Refuse,
): Promise<void> {
  const args = ['-nostdin', ...input, '-frames:v', String(frames), '-f', 'framecrc', '-'];
  const { output, complaint } = await runConfined(tools, 'ffmpeg', args, { ...limits, reads: path });
  if (output === null) throw refuse('it is damaged or not whole', complaint);
  const found = countFrames(output);
  if (found < frames)
    throw refuse(found === 0 ? 'no picture of it can be decoded' : 'it has only one picture', complaint);
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(32);
    await file.read(head, 0, 32, 0);
    return head;
  } finally {
    await file.close();
  }
}
