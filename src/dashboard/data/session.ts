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

export function goToSignIn(): void {
  const { pathname, search } = window.location;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/** @throws Error with a sentence for a person */
export async function signOut(): Promise<void> {
  await doBeforeSignOut();
  const answer = await fetch('/api/auth/sign-out', { method: 'POST' });
  if (answer.ok) return window.location.assign('/');
  const { error } = (await answer.json()) as { error: string };
  throw new Error(inPlainWords(error));
}
