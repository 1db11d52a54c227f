/**
 * Files in an archive are cut into parts, since the header of a tar member names its size and nobody knows the size of a table before it
 * is read. The first part has the file's name, and further ones have `~2`, `~3` … behind it, which is in no name of ours.
 */
const partBytes = 8 * 2 ** 20;
/** A member that is larger was not written by us, and is not read into memory. */
export const largestPartBytes = 2 * partBytes;

/** @yields at least one part, which may be empty */
export async function* cut(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  let isFirst = true;
  for await (const chunk of content)
    for (let start = 0; start < chunk.length; ) {
      const piece = chunk.subarray(start, start + partBytes - sizeBytes);
      chunks.push(piece);
      sizeBytes += piece.length;
      start += piece.length;
      if (sizeBytes < partBytes) continue;
      yield Buffer.concat(chunks);
      [chunks, sizeBytes, isFirst] = [[], 0, false];
    }
  if (sizeBytes > 0 || isFirst) yield Buffer.concat(chunks);
}

export const partName = (name: string, number: number) => (number === 1 ? name : `${name}~${number}`);

export const fileOf = (part: string) => part.replace(/~\d+$/, '');

/** A file of an archive. Its content has to be read to its end before the next file comes. */
export interface ArchivedFile {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** Puts parts, which stand one after the other, together again. */
export async function* joined(
  parts: AsyncIterable<{ name: string; bytes: Buffer }>,
): AsyncGenerator<ArchivedFile> {
  const iterator = parts[Symbol.asyncIterator]();
  let coming = await iterator.next();
  async function* contentOf(name: string): AsyncGenerator<Buffer> {
    while (!coming.done && fileOf(coming.value.name) === name) {
      yield coming.value.bytes;
      coming = await iterator.next();
    }
  }
  try {
    while (!coming.done) {
      const name = fileOf(coming.value.name);
      const content = contentOf(name);
      yield { name, content };
      // Whoever was not interested has not read it.
      for await (const _ of content);
    }
  } finally {
    await iterator.return?.();
  }
}
