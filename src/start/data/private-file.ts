import { rename, writeFile } from 'node:fs/promises';

/** Writes JSON that only this user may read. The file appears complete or not at all. */
export async function writePrivateFile(path: string, content: object): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
