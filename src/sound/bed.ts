import { copyFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProbeTools, runConfined } from '../probe/index.ts';
import { audioFormat, decodingOf } from './audio-format.ts';

/**
 * Decodes music into a WAV file of the film's length: a longer piece ends early, and a shorter one begins again.
 * @param folder where the file is made. The operator's file is copied there, since ffmpeg's user has to own what it reads
 * @returns null where the file cannot be decoded
 */
export async function decodeBed(
  music: string,
  filmMs: number,
  { tools, folder, signal }: { tools: ProbeTools; folder: string; signal: AbortSignal },
): Promise<string | null> {
  const format = audioFormat(await headOf(music));
  if (!format) return null;
  const [given, path] = [join(folder, 'music.given'), join(folder, 'music.wav')];
  await copyFile(music, given);
  const { output } = await runConfined(
    tools,
    'ffmpeg',
    [
      ...decodingOf(format, given, ['-stream_loop', '-1']),
      ...['-t', (filmMs / 1000).toFixed(3), '-ac', '2', '-ar', '48000', '-c:a', 'pcm_s16le', path],
    ],
    {
      reads: given,
      writes: folder,
      timeoutMs: 60_000,
      memoryBytes: 2 ** 30,
      writesBytes: 64 * 2 ** 20,
      signal,
    },
  );
  signal.throwIfAborted();
  return output === null ? null : path;
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(16);
    await file.read(head, 0, 16, 0);
    return head;
  } finally {
    await file.close();
  }
}
