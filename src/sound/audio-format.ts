import { type SealedFormat, sealedInput } from '../probe/index.ts';

/** What a file of sound is, by its first bytes; null where it is none that ffmpeg gets to read. */
export function audioFormat(head: Buffer): SealedFormat | null {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav';
  if (text(0, 4) === 'OggS') return 'ogg';
  if (text(0, 4) === 'fLaC') return 'flac';
  if (text(4, 8) === 'ftyp') return 'mov';
  // An MP3 begins with a tag, or with eleven ones and a layer that is not reserved.
  const isFrame =
    head.length > 1 && head[0] === 0xff && (head[1]! & 0xe0) === 0xe0 && (head[1]! & 0x06) !== 0;
  return text(0, 3) === 'ID3' || isFrame ? 'mp3' : null;
}

/** Words for ffmpeg that read the sound of a file, and no cover that may come with it. @param before what stands before the input */
export const decodingOf = (format: SealedFormat, path: string, before: readonly string[] = []): string[] => [
  ...['-nostdin', '-y', ...before, ...sealedInput(format, path)],
  ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-bitexact'],
];
