import type { MediaStorage } from '../../media/index.ts';

const signature = '89504e470d0a1a0a';

/** The size of a PNG in pixels, from its first 24 bytes; null where the file is missing or is no PNG. */
export async function pictureSize(
  media: MediaStorage,
  key: string,
): Promise<{ width: number; height: number } | null> {
  try {
    const parts: Buffer[] = [];
    for await (const part of media.read(key, { start: 0, end: 23 })) parts.push(part as Buffer);
    const head = Buffer.concat(parts);
    if (head.length < 24 || head.toString('hex', 0, 8) !== signature) return null;
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  } catch (fault) {
    // A refresh may have replaced the file since the row was read. The page is then shown without the size.
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw fault;
  }
}
