import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the owner of an embedded database needs to use the service; kept in the data folder, mode 0600. */
export interface Credentials {
  baseUrl: string;
  email: string;
  password: string;
  liveKey: string;
  userId: string;
}

export const credentialsPath = (dataDir: string) => join(dataDir, 'credentials.json');

/** null where there are none, or where the file is not one of ours. */
export async function readCredentials(dataDir: string): Promise<Credentials | null> {
  const text = await readFile(credentialsPath(dataDir), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as Partial<Credentials>;
    return kept.liveKey && kept.userId ? (kept as Credentials) : null;
  } catch {
    return null;
  }
}

/** The file appears whole or not at all. */
export async function writeCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  const path = credentialsPath(dataDir);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, path);
}
