import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter } from 'age-encryption';
import { extract } from 'tar-stream';
import {
  keysFile,
  type Manifest,
  type Member,
  manifestName,
  readManifest,
  sealName,
  sha256,
} from './manifest.ts';
import { type ArchivedFile, fileOf, joined, largestPartBytes } from './parts.ts';

interface Part {
  name: string;
  bytes: Buffer;
}

/**
 * Reads a whole archive and holds every member against the manifest. Nothing else is touched.
 * @returns the manifest, and the keys that the archive holds
 * @throws Error that says why the archive cannot be believed
 */
export async function verifyArchive(
  path: string,
  passphrase: string | null,
): Promise<{ manifest: Manifest; keys: string[] }> {
  const found: Member[] = [];
  let keys: string[] | null = null;
  const manifest: Buffer[] = [];
  let seal: string | null = null;
  for await (const { name, bytes } of readParts(path, passphrase)) {
    if (seal !== null) throw refusal(path, `${name} stands behind its end`);
    if (name === sealName) seal = bytes.toString('utf8').trim();
    else if (fileOf(name) === manifestName) manifest.push(bytes);
    else {
      if (name === keysFile) keys = bytes.toString('utf8').trim().split(',');
      found.push({ name, sizeBytes: bytes.length, sha256: sha256(bytes) });
    }
  }
  if (seal === null) throw refusal(path, 'its end is missing');
  const bytes = Buffer.concat(manifest);
  if (sha256(bytes) !== seal) throw refusal(path, 'its manifest was changed');
  const told = parsed(path, bytes);
  compare(path, told.members, found);
  if (!keys) throw refusal(path, `it holds no ${keysFile}`);
  return { manifest: told, keys };
}

/** The files of an archive that was verified, each part once more held against the manifest before it is handed on. */
export function readFiles(
  path: string,
  passphrase: string | null,
  { members }: Manifest,
): AsyncGenerator<ArchivedFile> {
  async function* believed(): AsyncGenerator<Part> {
    const place = members[Symbol.iterator]();
    for await (const part of readParts(path, passphrase)) {
      if (fileOf(part.name) === manifestName) return;
      const expected = place.next().value;
      if (expected?.name !== part.name || expected.sha256 !== sha256(part.bytes))
        throw refusal(path, `${part.name} has changed since the archive was verified`);
      yield part;
    }
  }
  return joined(believed());
}

function parsed(path: string, bytes: Buffer): Manifest {
  try {
    return readManifest(bytes);
  } catch (error) {
    throw refusal(path, error instanceof Error ? error.message : String(error));
  }
}

function compare(path: string, expected: readonly Member[], found: readonly Member[]): void {
  for (const [index, member] of expected.entries()) {
    const came = found[index];
    if (came?.name !== member.name)
      throw refusal(path, `${member.name} was expected, and ${came ? `${came.name} came` : 'nothing came'}`);
    if (came.sizeBytes !== member.sizeBytes || came.sha256 !== member.sha256)
      throw refusal(
        path,
        `${member.name} was changed: ${member.sizeBytes} bytes with SHA-256 ${member.sha256} were expected, ${came.sizeBytes} bytes with ${came.sha256} came`,
      );
  }
  const more = found[expected.length];
  if (more) throw refusal(path, `the manifest does not name ${more.name}`);
}

async function* readParts(path: string, passphrase: string | null): AsyncGenerator<Part> {
  const tar = extract();
  const isSealed = await beginsLikeAge(path);
  if (isSealed && passphrase === null)
    throw new Error(
      `${path} is encrypted. Give its passphrase: SHOWREEL_BACKUP_PASSPHRASE or --passphrase-file.`,
    );
  const reading = feed(path, isSealed ? passphrase : null, tar);
  // What ends the reading is thrown where the entries are waited for.
  reading.catch((error: Error) => tar.destroy(error));
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header;
      if (size > largestPartBytes) throw new Error(`${name} is larger than any part of an archive`);
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      yield { name, bytes: Buffer.concat(chunks) };
    }
    await reading;
  } catch (error) {
    const told = await reading.then(
      () => error,
      (fault: unknown) => fault,
    );
    throw refusal(path, sentenceOf(told));
  } finally {
    tar.destroy();
    await reading.catch(() => undefined);
  }
}

async function feed(path: string, passphrase: string | null, tar: ReturnType<typeof extract>): Promise<void> {
  const file = createReadStream(path, { highWaterMark: 2 ** 18 });
  if (passphrase === null) return pipeline(file, tar);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const opened = await decrypter
    .decrypt(Readable.toWeb(file) as unknown as ReadableStream<Uint8Array>)
    .catch((error: Error) => {
      file.destroy();
      throw /no identity matched/.test(error.message) ? new Error('its passphrase is another one') : error;
    });
  return pipeline(Readable.fromWeb(opened as Parameters<typeof Readable.fromWeb>[0]), tar);
}

async function beginsLikeAge(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(21), 0, 21, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === 'age-encryption.org/v1';
  } finally {
    await file.close();
  }
}

const refusal = (path: string, why: string) =>
  new Error(`The archive ${path} is not whole, or was changed: ${why}.`);

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
