import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from './private-file.ts';

/** The address and the key with which the owner of an embedded database uses the service. Stored in the data folder, mode 0600. */
export interface Credentials {
  baseUrl: string;
  email: string;
  password: string;
  liveKey: string;
  userId: string;
}

export const credentialsPath = (dataDir: string) => join(dataDir, 'credentials.json');

/** Reads the file; null where there is none, or where it has another content. */
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

export const writeCredentials = (dataDir: string, credentials: Credentials): Promise<void> =>
  writePrivateFile(credentialsPath(dataDir), credentials);
