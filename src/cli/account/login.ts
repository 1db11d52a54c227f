/** `login` and `logout`: the device flow of RFC 8628. The key is made in the browser and never typed or shown. */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type ShowreelClient, ShowreelError, unwrap } from '../../client/index.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { credentialsFile, forgetKey, keepKey } from '../session/credentials.ts';
import type { Session } from '../session/session.ts';
import { openInBrowser } from '../terminal/browser.ts';
import type { Printer } from '../terminal/printer.ts';

export interface LoginOptions {
  baseUrl: string;
  printer: Printer;
  /** Whether a browser is opened. The address is shown in any case. */
  opensBrowser: boolean;
}

export async function logIn({ baseUrl, printer, opensBrowser }: LoginOptions): Promise<void> {
  const client = createClient({ baseUrl });
  const body = { client_name: `showreel on ${hostname()}`.slice(0, 100) };
  const code = await unwrap(client.POST('/api/v1/device/code', { body }));
  printer.remark(`Your code is ${code.user_code}. Confirm it at ${code.verification_uri_complete}`);
  if (opensBrowser) await openInBrowser(code.verification_uri_complete, printer);
  const key = await pickUpKey(client, code);
  await keepKey(baseUrl, key);
  printer.result({ url: baseUrl, credentials: credentialsFile() }, () => [
    `You are signed in to ${baseUrl}.`,
    `The key is in ${credentialsFile()}, which only you can read.`,
  ]);
}

interface DeviceCode {
  device_code: string;
  interval: number;
  expires_in: number;
}

async function pickUpKey(client: ShowreelClient, code: DeviceCode): Promise<string> {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const endMs = Date.now() + code.expires_in * 1000;
  let intervalMs = code.interval * 1000;
  while (Date.now() < endMs) {
    await pause(intervalMs);
    const body = { device_code: code.device_code, grant_type };
    // Polls are not repeated under one key: every answer is another one.
    const { data, error, response } = await client.POST('/api/v1/device/token', { body });
    if (data) return data.access_token;
    const { error: name } = (error ?? {}) as { error?: string };
    if (name === 'slow_down') intervalMs += 5000;
    else if (name === 'access_denied') throw denied('The sign-in was refused in the browser.');
    else if (name === 'expired_token') break;
    else if (name !== 'authorization_pending') throw new ShowreelError(response.status, error);
  }
  throw denied('The code has expired before it was confirmed.');
}

const denied = (message: string) =>
  new CommandFailure(exitCodes.unauthorized, message, {
    code: 'login_refused',
    hint: 'Run `showreel login` again.',
  });

/** Forgets the key of a service, and revokes it there where it can be told from the other keys. */
export async function logOut(session: Session): Promise<void> {
  const { baseUrl, apiKey, client, printer } = session;
  const isRevoked = await revoke(client, apiKey).catch(() => false);
  await forgetKey(baseUrl);
  printer.result({ url: baseUrl, revoked: isRevoked }, () => [
    `You are signed out of ${baseUrl}.`,
    isRevoked
      ? 'The key was revoked.'
      : 'The key was removed here but not revoked. Revoke it in the dashboard, under API keys.',
  ]);
}

/** The list of keys shows the beginning of each. Where two begin alike, neither is revoked. */
async function revoke(client: ShowreelClient, apiKey: string): Promise<boolean> {
  const { keys } = await unwrap(client.GET('/api/v1/api-keys', { params: { query: { limit: 100 } } }));
  const alike = keys.filter(({ key_prefix }) => apiKey.startsWith(key_prefix));
  if (alike.length !== 1) return false;
  await unwrap(client.DELETE('/api/v1/api-keys/{id}', { params: { path: { id: alike[0]!.id } } }));
  return true;
}
