import { queryOptions } from '@tanstack/react-query';
import { inPlainWords, RefusedRequest } from './fault.ts';
import { goToSignIn } from './session.ts';

/** A session as its owner sees it. */
export interface ListedSession {
  id: string;
  device: string;
  network: string | null;
  createdAt: string;
  /** To within five minutes. */
  lastSeenAt: string;
  isCurrent: boolean;
}

/** Where the user is signed in, the last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['session', 'list'],
  queryFn: async () => (await ask<{ sessions: ListedSession[] }>('GET', 'list-sessions')).sessions,
});

export const revokeSession = (id: string) => ask('POST', 'revoke-session', { id });
export const revokeOtherSessions = () => ask<{ revoked: number }>('POST', 'revoke-other-sessions');
export const mailVerification = () => ask('POST', 'send-verification-email');
/** Every other session ends. */
export const changePassword = (change: { currentPassword: string; newPassword: string }) =>
  ask('POST', 'change-password', change);

/** Everything that is theirs, for good. */
export const deleteAccount = (given: { password: string; email: string }) =>
  ask('POST', 'delete-account', given);

/** The session's routes are no operations, so they are not part of `/api/trpc`. @throws RefusedRequest */
async function ask<Answer>(method: 'GET' | 'POST', name: string, body?: object): Promise<Answer> {
  const answer = await fetch(`/api/auth/${name}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (answer.ok) return (await answer.json()) as Answer;
  if (answer.status === 401) goToSignIn();
  const told = (await answer.json()) as { error: string; code: string; requestId: string };
  throw new RefusedRequest({
    message: inPlainWords(told.error),
    code: told.code,
    status: answer.status,
    requestId: told.requestId,
    retryAfterSec: Number(answer.headers.get('Retry-After')) || null,
  });
}
