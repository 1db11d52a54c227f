import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How to reach the admin of a service on this machine; kept in the data folder, mode 0600. */
export interface AdminAccess {
  url: string;
  /** null where it is a setting: then whoever may use it has it from there. */
  token: string | null;
}

export const adminAccessPath = (dataDir: string) => join(dataDir, 'admin.json');

/** null where there is none, or where the file is not one of ours. */
export async function readAdminAccess(dataDir: string): Promise<AdminAccess | null> {
  const text = await readFile(adminAccessPath(dataDir), 'utf8').catch(() => null);
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<AdminAccess> | null;
    return kept?.url ? { url: kept.url, token: kept.token ?? null } : null;
  } catch {
    return null;
  }
}
