/** What every command works with: the service, the key for it, and where to write. */
import { createClient, type ShowreelClient } from '../../client/index.ts';
import { CommandFailure, exitCodes, usageFailure } from '../failure.ts';
import type { Printer } from '../terminal/printer.ts';
import { readKept } from './credentials.ts';

export interface Session {
  /** Without a slash at the end. */
  baseUrl: string;
  apiKey: string;
  client: ShowreelClient;
  printer: Printer;
}

/** What a session is made of: the options of all commands, and the environment. */
export interface SessionParts {
  url: string | undefined;
  env: NodeJS.ProcessEnv;
  printer: Printer;
  /** The owner's key of a service that lives in this folder. Only a repository of Showreel knows one. */
  ownService?: (() => Promise<{ baseUrl: string; liveKey: string } | null>) | undefined;
}

const localService = 'http://127.0.0.1:3000';

/** The service that is meant: --url, SHOWREEL_URL, the one that was signed in to last, the one of this folder, or this machine's. */
export async function serviceOf({ url, env, ownService }: SessionParts): Promise<string> {
  const named = url ?? (env.SHOWREEL_URL?.trim() || undefined);
  if (named !== undefined) return address(named, url === undefined ? 'SHOWREEL_URL' : '--url');
  return (await readKept()).current ?? (await ownService?.())?.baseUrl ?? localService;
}

/**
 * @throws CommandFailure where there is no key. A key that was kept for one service is never sent to another.
 */
export async function openSession(parts: SessionParts): Promise<Session> {
  const baseUrl = await serviceOf(parts);
  const own = await parts.ownService?.();
  const apiKey =
    parts.env.SHOWREEL_API_KEY?.trim() ||
    (await readKept()).keys[baseUrl] ||
    (own?.baseUrl === baseUrl ? own.liveKey : null);
  if (!apiKey) {
    throw new CommandFailure(exitCodes.unauthorized, `You are not signed in to ${baseUrl}.`, {
      code: 'not_signed_in',
      hint: 'Run `showreel login`, or set SHOWREEL_API_KEY to a live key.',
    });
  }
  return { baseUrl, apiKey, client: createClient({ baseUrl, apiKey }), printer: parts.printer };
}

function address(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw usageFailure(`${source}: expected an http or https address, got "${text}".`);
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
