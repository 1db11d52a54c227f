import { useQuery } from '@tanstack/react-query';
import { inPlainWords } from './fault.ts';
import { doBeforeSignOut } from './leaving.ts';

interface Session {
  session: { createdAt: string; expiresAt: string };
  user: { id: string; name: string; email: string; emailVerified: boolean; createdAt: string };
  /** Whether the operator's area is theirs. The service asks again with every request. */
  isOperator: boolean;
}

/** Who is signed in. The session's routes are no operations, so they are not part of `/api/trpc`. */
export const useSession = () =>
  useQuery({
    queryKey: ['session'],
    staleTime: 60_000,
    queryFn: async (): Promise<Session | null> => {
      const answer = await fetch('/api/auth/get-session');
      if (!answer.ok) throw new Error('The session cannot be read.');
      const session = (await answer.json()) as Session | null;
      if (session === null) goToSignIn();
      return session;
    },
  });

let isLeaving = false;

export function goToSignIn(): void {
  if (isLeaving) return;
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/**
 * Does what ends the session, and leads to the landing page. What the page reads again meanwhile is refused, which sends nobody to
 * the sign-in.
 */
export async function leaveBy(ending: () => Promise<unknown>): Promise<void> {
  await doBeforeSignOut();
  isLeaving = true;
  try {
    await ending();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
  window.location.assign('/');
}

/** @throws Error with a sentence for a person */
export async function signOut(): Promise<void> {
  await leaveBy(async () => {
    const answer = await fetch('/api/auth/sign-out', { method: 'POST' });
    if (answer.ok) return;
    const { error } = (await answer.json()) as { error: string };
    throw new Error(inPlainWords(error));
  });
}
