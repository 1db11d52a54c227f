import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The address and the credential of the admin of a service on this machine. It is stored in the data folder with mode 0600. */
export interface AdminAccess {
  url: string;
  /** null where the credential is a setting: its users then have it from there. */
  token: string | null;
}

export const adminAccessPath = (dataDir: string) => join(dataDir, 'admin.json');

/** Reads the file; null where there is none, or where it has another content. */
export async function readAdminAccess(dataDir: string): Promise<AdminAccess | null> {
  const text = await readFile(adminAccessPath(dataDir), 'utf8').catch(() => null);
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<AdminAccess> | null;
    return kept?.url ? { url: kept.url, token: kept.token ?? null } : null;
  } catch {
    return null;
  }
}
