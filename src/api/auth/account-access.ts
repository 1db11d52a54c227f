import type { FastifyRequest } from 'fastify';
import type {
  AuthUser,
  PasswordChange,
  Session,
  SignedAnswer,
  SignInInput,
  SignUpInput,
} from '../../auth/index.ts';
import type { Config } from '../../config.ts';
import { deleteAccount } from '../../domain/account-deletion/delete-account.ts';
import { findLink } from '../../domain/account-links/links.ts';
import { badLink, resetPassword, verifyEmail } from '../../domain/account-links/redeem.ts';
import { askForNotice, askForResetMail, askForVerifyMail } from '../../domain/account-links/tasks.ts';
import { recordAccess } from '../../domain/accounts/record.ts';
import type { DomainServices } from '../../domain/services.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { createSlowAllowance } from '../slow-allowance.ts';
import { createGuessLimit } from './guesses.ts';
import { refuseKnownPassword } from './known-passwords.ts';
import { placeOf, type Sessions } from './sessions.ts';

export interface AccountAccessParts {
  services: DomainServices;
  sessions: Sessions;
  config: Pick<Config, 'limits' | 'signIn' | 'mail'>;
}

export type AccountAccess = ReturnType<typeof createAccountAccess>;

type Signed = Promise<SignedAnswer<{ user: AuthUser }>>;

/**
 * What people do with the ways into their account. The JSON operations under `/api/auth` and the pages both call it, so that
 * limits, checks and events are the same for both.
 */
export function createAccountAccess({ services, sessions, config }: AccountAccessParts) {
  const { auth, visitorOf } = sessions;
  const { limits, signIn: rules } = config;
  const guesses = createGuessLimit(services, auth, limits);
  const mails = createSlowAllowance(services.sql, 'account-mails', limits.mailsPerHour);
  const sendsMail = config.mail !== null;

  const checkPassword = async (field: 'password' | 'newPassword', password: string, owner: Owner) => {
    if (rules.refusesKnownPasswords) await refuseKnownPassword(field, password, owner);
  };
  const record = (userId: string, request: FastifyRequest, command: Parameters<typeof recordAccess>[3]) =>
    recordAccess(services, commandOf(userId, request), userId, command);
  /** The reader is counted by what was typed, whether or not there is such an account. */
  const countMail = async (kind: 'reset' | 'verify', reader: string) => {
    if (!sendsMail) throw mailOff();
    if (!limits.enabled) return;
    const spent = await mails.take(`${kind}:${services.secrets.sign('mail-reader', reader)}`);
    if (spent) throw tooManyMails(limits.mailsPerHour, spent.retryAfterSec);
  };

  return {
    sendsMail,

    async signUp(input: SignUpInput, request: FastifyRequest): Signed {
      await checkPassword('password', input.password, input);
      const signed = await auth.signUp(input, visitorOf(request));
      await sessions.openAccount(signed.body.user);
      if (sendsMail) await askForVerifyMail(services, signed.body.user.id);
      return signed;
    },

    signIn: (input: SignInInput, request: FastifyRequest): Signed =>
      guesses.guarded(input.email, placeOf(request.ip), () => auth.signIn(input, visitorOf(request))),

    async changePassword(change: PasswordChange, session: Session, request: FastifyRequest) {
      const { user } = session;
      await checkPassword('newPassword', change.newPassword, user);
      const changed = await guesses.guarded(user.email, placeOf(request.ip), () =>
        auth.changePassword(change, visitorOf(request)),
      );
      await sessions.openAccount(user);
      await record(user.id, request, { type: 'changePassword', by: 'password' });
      if (sendsMail) await askForNotice(services, user.id);
      return changed;
    },

    /** Does the same for every address, so that neither answer nor time tells whether it has an account. */
    async requestReset(email: string): Promise<void> {
      await countMail('reset', email.toLowerCase());
      await askForResetMail(services, email);
    },

    /** @returns whose password a link sets; null where the link does not work. */
    findReset: (token: string) => findLink(services, 'reset', token),

    async resetPassword(given: { token: string; newPassword: string }, request: FastifyRequest) {
      const owner = await findLink(services, 'reset', given.token);
      if (!owner) throw badLink();
      await checkPassword('newPassword', given.newPassword, owner);
      const { userId, email } = await resetPassword(services, { ...given, requestId: request.id });
      await guesses.forget(email);
      await auth.trustPlace(userId, placeOf(request.ip));
      if (sendsMail) await askForNotice(services, userId);
    },

    async sendVerification({ user }: Session): Promise<void> {
      if (user.emailVerified) return;
      await countMail('verify', user.id);
      await askForVerifyMail(services, user.id);
    },

    findVerification: (token: string) => findLink(services, 'verify', token),

    verifyEmail: (token: string, request: FastifyRequest) =>
      verifyEmail(services, { token, requestId: request.id }),

    /**
     * Deletes the account and everything in it at once and for good. The password says that it is the owner and not whoever found
     * their browser open; the address, typed, says that they mean it.
     */
    async deleteAccount(
      given: { password: string; email: string },
      { user }: Session,
      request: FastifyRequest,
    ): Promise<SignedAnswer<{ success: true }>> {
      if (given.email.toLowerCase() !== user.email) throw otherEmail(user.email, given.email);
      const visitor = visitorOf(request);
      await guesses.guarded(user.email, placeOf(request.ip), () =>
        auth.checkPassword(given.password, visitor),
      );
      await sessions.openAccount(user);
      await deleteAccount(services, commandOf(user.id, request), user.id);
      await guesses.forget(user.email);
      return auth.signOut(visitor);
    },

    async listSessions({ id, user }: Session) {
      const all = await auth.listSessions(user.id);
      return all.map((one) => ({ ...one, isCurrent: one.id === id }));
    },

    /** Ends one session of the user, this one too. @throws AppError 404 (session). */
    async revokeSession({ user }: Session, id: string, request: FastifyRequest): Promise<void> {
      const sessionIds = await auth.revokeSessions(user.id, { id });
      if (sessionIds.length === 0) throw notFound('session');
      await sessions.openAccount(user);
      await record(user.id, request, { type: 'revokeSessions', sessionIds });
    },

    /** @returns how many sessions ended */
    async revokeOtherSessions({ id, user }: Session, request: FastifyRequest): Promise<number> {
      const sessionIds = await auth.revokeSessions(user.id, { allBut: id });
      await sessions.openAccount(user);
      await record(user.id, request, { type: 'revokeSessions', sessionIds });
      return sessionIds.length;
    },
  };
}

interface Owner {
  email: string;
  name?: string | undefined;
}

const commandOf = (userId: string, request: FastifyRequest) => ({
  commandId: newId('cmd'),
  metadata: { actor: userId, requestId: request.id },
});

const otherEmail = (email: string, given: string) =>
  invalid(`\`email\` must be the address of this account (${email}), but "${given}" came.`, 'wrong_email');

const mailOff = () =>
  new AppError(
    'mail_off',
    501,
    'This service sends no mail. Ask whoever runs it for a link that sets a new password.',
  );

const tooManyMails = (perHour: number, retryAfterSec: number) =>
  new AppError(
    'rate_limited',
    429,
    `More than ${perHour} mails were asked for this account within an hour; try again in ${retryAfterSec} s.`,
    { retryAfterSec },
  );
