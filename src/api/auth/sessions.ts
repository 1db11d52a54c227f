import type { FastifyRequest } from 'fastify';
import type { Auth, Session, Visitor } from '../../auth/index.ts';
import type { Config } from '../../config.ts';
import type { DomainServices } from '../../domain/services.ts';
import { rememberAccounts } from '../../domain/sign-up/open-account.ts';
import { unauthorized } from '../../errors.ts';
import type { Authenticate } from './credentials.ts';
import type { Provenance } from './origin.ts';

/** Sessions as the API uses them, together with the account of each user. */
export interface Sessions {
  auth: Auth;
  /** The session cookie as a credential. */
  bySession: Authenticate;
  /** null where nobody is signed in: no cookie, a forged one, or a session that has ended. */
  find(request: Provenance): Promise<Session | null>;
  visitorOf(request: Provenance): Visitor;
  /** Opens the account of a user who has none yet. */
  openAccount(user: { id: string; email: string }): Promise<void>;
}

export function createSessions(
  services: DomainServices,
  auth: Auth,
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
): Sessions {
  const remember = rememberAccounts(services);
  const openAccount = ({ id, email }: { id: string; email: string }) => remember({ userId: id, email });
  const visitorOf = ({ headers }: Provenance): Visitor => ({
    https: isHttps(config, headers),
    cookie: headers.cookie,
    userAgent: headers['user-agent'],
  });
  const find = async (request: Provenance) => (await auth.findSession(visitorOf(request))) ?? null;
  return {
    auth,
    find,
    visitorOf,
    openAccount,
    async bySession(headers) {
      const session = await auth.findSession(visitorOf({ headers }));
      if (session === undefined) return null;
      if (session === null)
        throw unauthorized('This session has ended, or was not started here; sign in again.');
      await openAccount(session.user);
      return { userId: session.user.id, via: 'session', keyId: null };
    },
  };
}

/** Whether the browser uses https, by the public address, else by the header of a trusted proxy. */
function isHttps(
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
  headers: FastifyRequest['headers'],
): boolean {
  if (publicUrl !== null) return publicUrl.startsWith('https:');
  const forwarded = trustProxy === false ? undefined : headers['x-forwarded-proto'];
  return [forwarded].flat().at(-1)?.split(',').at(-1)?.trim() === 'https';
}
