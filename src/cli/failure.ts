/** What ends a command: its exit code, and what the person can do about it. */
import { ShowreelError } from '../client/index.ts';

/** Scripts rely on these numbers. The README lists them. */
export const exitCodes = {
  done: 0,
  /** The command was carried out, and something failed: a film, a download, a page of a sitemap. */
  failed: 1,
  /** The command or what it sent was wrong. */
  usage: 2,
  /** No credential, or one that the service refuses. */
  unauthorized: 3,
  missing: 4,
  /** Too many requests, or neither generations nor credits are left. */
  exhausted: 5,
  /** The service cannot be reached, or it has a fault. */
  unreachable: 6,
  /** As shells say it of a program that Ctrl-C has ended. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A failure that the person is told in these words. */
export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  /** A stable name in snake_case: the service's own, or one of the command line. */
  readonly code: string;
  /** What to do about it. */
  readonly hint: string | null;
  /** The id of the refused request in the service's log. */
  readonly requestId: string | null;

  constructor(
    exitCode: ExitCode,
    message: string,
    more: { code: string; hint?: string | null; requestId?: string | null },
  ) {
    super(message);
    this.exitCode = exitCode;
    this.code = more.code;
    this.hint = more.hint ?? null;
    this.requestId = more.requestId || null;
  }
}

export const usageFailure = (message: string, hint?: string) =>
  new CommandFailure(exitCodes.usage, message, { code: 'wrong_usage', hint: hint ?? null });

/** Says of any error what it means for the person at the command line. */
export function toFailure(error: unknown, baseUrl: string | null): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (error instanceof ShowreelError) return refused(error);
  const message = error instanceof Error ? error.message : String(error);
  if (isUnreachable(error)) {
    return new CommandFailure(exitCodes.unreachable, `Nothing answers at ${baseUrl ?? 'that address'}.`, {
      code: 'unreachable',
      hint: 'Is the service running there? Name another one with --url or SHOWREEL_URL.',
    });
  }
  return new CommandFailure(exitCodes.failed, message, { code: 'failed' });
}

/** `fetch` hides why a connection failed behind a TypeError. */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError && /fetch failed|network|terminated/i.test(error.message);
}

const hints: Readonly<Record<string, string>> = {
  quota_exceeded: '`showreel credits` shows what is left. Credits are bought in the dashboard.',
  project_not_found: '`showreel projects` lists your projects.',
  demo_not_found: '`showreel demos list` lists your demos.',
  demo_busy: 'A film of this demo is being made. `showreel demos watch ID` shows how far it is.',
};

function refused({ status, message, code, requestId }: ShowreelError): CommandFailure {
  const exitCode = exitCodeOf(status);
  const hint =
    hints[code] ??
    (status === 401 ? 'Sign in with `showreel login`, or set SHOWREEL_API_KEY to a live key.' : null);
  return new CommandFailure(exitCode, message, { code, hint, requestId });
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.unauthorized;
  if (status === 404) return exitCodes.missing;
  if (status === 429) return exitCodes.exhausted;
  if (status >= 500) return exitCodes.unreachable;
  return status === 409 ? exitCodes.failed : exitCodes.usage;
}
