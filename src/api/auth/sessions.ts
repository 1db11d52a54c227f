import type { FastifyRequest } from 'fastify';
import type { Auth, Place, Session, Visitor } from '../../auth/index.ts';
import type { Config } from '../../config.ts';
import type { DomainServices } from '../../domain/services.ts';
import { rememberAccounts } from '../../domain/sign-up/open-account.ts';
import { forbidden, unauthorized } from '../../errors.ts';
import { networkOf, shownNetwork } from '../http/network.ts';
import type { Authenticate } from './credentials.ts';
import type { Provenance } from './origin.ts';

/** Sessions as the API uses them, together with the account of each user. */
export interface Sessions {
  auth: Auth;
  /** The session cookie as a credential. */
  bySession: Authenticate;
  /** null where nobody is signed in: no cookie, a forged one, or a session that has ended. */
  find(request: Provenance): Promise<Session | null>;
  visitorOf(request: Provenance & { ip?: string }): Visitor;
  /** The session of a request that has to come from somebody signed in. @throws AppError 401 */
  demand(request: Provenance): Promise<Session>;
  /** @throws AppError 403 `email_not_verified` where the settings want a verified address and this user's is not. */
  refuseUnverified(user: { emailVerified: boolean }): void;
  waitsForVerification(user: { emailVerified: boolean }): boolean;
  /** Opens the account of a user who has none yet. */
  openAccount(user: { id: string; email: string }): Promise<void>;
}

export function createSessions(
  services: DomainServices,
  auth: Auth,
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'signIn'>,
): Sessions {
  const remember = rememberAccounts(services);
  const openAccount = ({ id, email }: { id: string; email: string }) => remember({ userId: id, email });
  const visitorOf = ({ headers, ip }: Provenance & { ip?: string }): Visitor => ({
    https: isHttps(config, headers),
    cookie: headers.cookie,
    userAgent: headers['user-agent'],
    ...(ip !== undefined && { place: placeOf(ip) }),
  });
  const demand = async (request: Provenance) => {
    const session = await auth.findSession(visitorOf(request));
    if (session === undefined) throw unauthorized();
    if (session === null) throw ended();
    return session;
  };
  const waitsForVerification = ({ emailVerified }: { emailVerified: boolean }) =>
    config.signIn.requiresVerifiedEmail && !emailVerified;
  const refuseUnverified = (user: { emailVerified: boolean }) => {
    if (waitsForVerification(user)) throw unverified();
  };
  const find = async (request: Provenance) => (await auth.findSession(visitorOf(request))) ?? null;
  return {
    auth,
    find,
    demand,
    refuseUnverified,
    waitsForVerification,
    visitorOf,
    openAccount,
    async bySession(headers) {
      const session = await auth.findSession(visitorOf({ headers }));
      if (session === undefined) return null;
      if (session === null) throw ended();
      refuseUnverified(session.user);
      await openAccount(session.user);
      return { userId: session.user.id, via: 'session', keyId: null };
    },
  };
}

export const placeOf = (ip: string): Place => ({ network: networkOf(ip), shown: shownNetwork(ip) });

const ended = () => unauthorized('This session has ended, or was not started here; sign in again.');
const unverified = () =>
  forbidden(
    'email_not_verified',
    'Confirm your email address first: open the link that was mailed to you. The page /security sends another one.',
  );

/** Whether the browser uses https, by the public address, else by the header of a trusted proxy. */
function isHttps(
  { publicUrl, trustProxy }: Pick<Config, 'publicUrl' | 'trustProxy'>,
  headers: FastifyRequest['headers'],
): boolean {
  if (publicUrl !== null) return publicUrl.startsWith('https:');
  const forwarded = trustProxy === false ? undefined : headers['x-forwarded-proto'];
  return [forwarded].flat().at(-1)?.split(',').at(-1)?.trim() === 'https';
}
