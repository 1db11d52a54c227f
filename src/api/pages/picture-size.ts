import type { MediaStorage } from '../../media/index.ts';

/** Gone, away, or too slow. */
const passing = new Set(['ENOENT', 'storage_unavailable', 'ERR_STREAM_PREMATURE_CLOSE']);

const signature = '89504e470d0a1a0a';

/** A page that waits for its bucket longer than this is shown without the size. */
const patienceMs = 1_000;

/** The size of a PNG in pixels, from its first 24 bytes; null where the file is missing or is no PNG, or where the bucket is away. */
export async function pictureSize(
  media: MediaStorage,
  key: string,
): Promise<{ width: number; height: number } | null> {
  const begin = media.read(key, { start: 0, end: 23 });
  const timer = setTimeout(() => begin.destroy(), patienceMs);
  try {
    const parts: Buffer[] = [];
    for await (const part of begin) parts.push(part as Buffer);
    const head = Buffer.concat(parts);
    if (head.length < 24 || head.toString('hex', 0, 8) !== signature) return null;
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  } catch (fault) {
    // A refresh may have replaced the file since the row was read. The page is then shown without the size.
    if (passing.has(String((fault as NodeJS.ErrnoException).code))) return null;
    throw fault;
  } finally {
    clearTimeout(timer);
  }
}
