import { randomBytes } from 'node:crypto';
import { type RunningAdmin, startAdmin } from '../admin/index.ts';
import type { Config } from '../config.ts';
import { type AdminAccess, adminAccessPath, readAdminAccess } from './data/admin-access.ts';
import { writePrivateFile } from './data/private-file.ts';
import type { Foundation } from './foundation.ts';

/** An embedded database always has one. Any other has one where it is given a credential. */
export const hasAdmin = ({ admin, databaseUrl }: Pick<Config, 'admin' | 'databaseUrl'>): boolean =>
  admin.token !== null || databaseUrl === null;

/**
 * Starts the admin where it has a credential. The credential comes from the setting. For an embedded database, which only this
 * machine's user can reach, one is generated.
 * @param baseUrl where people reach the service
 * @returns null where there is no credential
 * @throws Error with a sentence for a person where the address cannot be used
 */
export async function serveAdmin(
  { config, log, services, media, telemetry }: Foundation,
  baseUrl: string,
): Promise<RunningAdmin | null> {
  const { token: configured, host, port } = config.admin;
  if (!hasAdmin(config)) {
    log.info('no admin: set SHOWREEL_ADMIN_TOKEN to 32 characters or more to have one');
    return null;
  }
  const kept = configured === null ? (await readAdminAccess(config.dataDir))?.token : null;
  const made = configured === null ? (kept ?? randomBytes(32).toString('base64url')) : null;
  const token = configured ?? made!;
  const admin = await startAdmin({
    services,
    media,
    log,
    onAudited: countAudits(telemetry),
    baseUrl,
    token,
    host,
    port,
  }).catch((error: Error) => {
    throw new Error(
      `The admin cannot listen on ${host}, port ${port} (${error.message}). Set SHOWREEL_ADMIN_PORT or SHOWREEL_ADMIN_HOST to another address.`,
      { cause: error },
    );
  });
  await writePrivateFile(adminAccessPath(config.dataDir), {
    url: admin.url,
    token: made,
  } satisfies AdminAccess);
  log.info({ url: admin.url }, 'the admin is listening');
  return admin;
}

export const countAudits = (telemetry: Foundation['telemetry']) => (findings: number) =>
  telemetry?.count.ledgerCheck('audit', findings === 0 ? 'ok' : 'finding');
