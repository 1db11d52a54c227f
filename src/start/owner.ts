import { hasNoAccount } from '../domain/accounts/accounts.ts';
import type { DomainServices } from '../domain/services.ts';
import { openOwnerAccount } from '../domain/sign-up/owner.ts';
import { type Credentials, readCredentials, writeCredentials } from './data/credentials.ts';

/**
 * Makes the owner of an embedded database on the first start: an account with a live key. Also writes the credentials file, which
 * says how to reach the service, and updates it when the address changes.
 */
export async function ensureOwner(
  services: DomainServices,
  dataDir: string,
  baseUrl: string,
): Promise<{ credentials: Credentials | null; isFirstStart: boolean }> {
  if (await hasNoAccount(services.sql)) {
    const { userId, email, password, liveKey } = await openOwnerAccount(services);
    const credentials = { baseUrl, email, password, liveKey, userId };
    await writeCredentials(dataDir, credentials);
    return { credentials, isFirstStart: true };
  }
  const kept = await readCredentials(dataDir);
  if (!kept || kept.baseUrl === baseUrl) return { credentials: kept, isFirstStart: false };
  const credentials = { ...kept, baseUrl };
  await writeCredentials(dataDir, credentials);
  return { credentials, isFirstStart: false };
}
