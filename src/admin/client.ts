import { createTRPCClient, httpBatchStreamLink, TRPCClientError } from '@trpc/client';
import type { AdminRouter } from './router.ts';

export type AdminClient = ReturnType<typeof createAdminClient>;

/** A typed client of the admin. @param operator who does it: it is kept in the events of whatever changes something. */
export function createAdminClient({
  url,
  token,
  operator,
}: {
  url: string;
  token: string;
  operator: string;
}) {
  const headers = { authorization: `Bearer ${token}`, 'x-operator': encodeURIComponent(operator) };
  return createTRPCClient<AdminRouter>({ links: [httpBatchStreamLink({ url, headers })] });
}

/** The sentence and code that the service answered with; null for any other error. */
export function refusalOf(error: unknown): { message: string; code: string } | null {
  if (!(error instanceof TRPCClientError)) return null;
  const code = (error.data as { code?: string } | undefined)?.code;
  return code ? { message: error.message, code } : null;
}

export type { AuditReport } from './audit/audit.ts';
export type { ReplayedEvent } from './ledger.ts';
export type { BuildStep } from './projections-router.ts';
