import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';
import { type Contents, type Member, manifestName, sealName, sha256, writeManifest } from './manifest.ts';
import { cut, partName } from './parts.ts';

export interface ArchiveWriter {
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface Encryption {
  /** null: the archive is not encrypted. */
  passphrase: string | null;
  workFactor: number;
}

/**
 * Writes a tar archive as it is made: nothing of it lies on the disk twice. With a passphrase it is a file of age, which its tools open
 * too. The file has mode 0600, and has its name when it is complete.
 *
 * @param workFactor how much work it is to try a passphrase: 2^n steps of scrypt
 * @param fill adds the members, and tells what the manifest says of them
 * @throws Error where there is a file of this name, or where it cannot be written
 */
export async function writeArchive(
  path: string,
  { passphrase, workFactor }: Encryption,
  fill: (archive: ArchiveWriter) => Promise<Contents>,
): Promise<{ members: number; sizeBytes: number }> {
  const draft = `${path}.partial`;
  await refuseToOverwrite(path);
  // What an earlier attempt may have left there could be open to others.
  await rm(draft, { force: true });
  const tar = pack();
  const members: Member[] = [];
  const writing = writeOut(tar, draft, { passphrase, workFactor });
  // Where the disk is full, the writer of members hears of it too.
  writing.catch((error: Error) => tar.destroy(error));
  const put = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      tar.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
    });
  try {
    const contents = await fill({
      async add(name, content) {
        let number = 1;
        for await (const bytes of cut(content)) {
          const part = partName(name, number++);
          await put(part, bytes);
          members.push({ name: part, sizeBytes: bytes.length, sha256: sha256(bytes) });
        }
      },
    });
    const manifest = writeManifest(contents, members);
    let number = 1;
    for await (const bytes of cut(Readable.from([manifest])))
      await put(partName(manifestName, number++), bytes);
    await put(sealName, Buffer.from(`${sha256(manifest)}\n`));
    tar.finalize();
    await writing;
    const sizeBytes = await settle(draft, path);
    return { members: members.length, sizeBytes };
  } catch (error) {
    tar.destroy();
    const told = await writing.then(
      () => error,
      (fault: Error) => (fault.message === 'Premature close' ? error : fault),
    );
    await rm(draft, { force: true });
    throw told;
  }
}

async function writeOut(
  tar: ReturnType<typeof pack>,
  path: string,
  { passphrase, workFactor }: Encryption,
): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  if (passphrase === null) return pipeline(tar, file);
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  const sealed = await encrypter.encrypt(
    Readable.toWeb(Readable.from(tar)) as globalThis.ReadableStream<Uint8Array>,
  );
  return pipeline(Readable.fromWeb(sealed as ReadableStream), file);
}

async function refuseToOverwrite(path: string): Promise<void> {
  const found = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await found?.close();
  if (found) throw new Error(`${path} is there already. Name a file that is not there yet.`);
}

/** Names the file when it is safe on the disk. @returns its size */
async function settle(draft: string, path: string): Promise<number> {
  const file = await open(draft, 'r');
  await file.sync();
  const { size } = await file.stat();
  await file.close();
  await rename(draft, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync();
  await folder.close();
  return size;
}
