import { createTransport } from 'nodemailer';
import { isLoopbackHost } from '../site.ts';
import type { Letter } from './letters.ts';

export interface Mailer {
  /** @throws RefusedRecipient where another attempt would be refused too; other errors may pass. */
  send(to: string, letter: Letter): Promise<void>;
  /** Connects and signs in. @throws Error where the server refuses either. */
  check(): Promise<void>;
  close(): void;
}

/** The mail server takes no mail for this address. */
export class RefusedRecipient extends Error {}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Connections open with the first mail and close when they are idle.
 * @param url as nodemailer reads it: `smtps://user:password@host:465`, `smtp://host:587`. A connection without TLS is raised to
 *   TLS before anything is sent, and fails where that is impossible; on loopback it may stay plain. `?requireTLS=false` allows
 *   that elsewhere too.
 */
export function openMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    requireTLS: !isLoopbackHost(new URL(url).hostname),
    ...timeouts,
    // A letter is text that was written here: it names no file and no address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
    url,
  });
  return {
    async send(to, { subject, text, html }) {
      try {
        const headers = { 'Auto-Submitted': 'auto-generated' };
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, headers });
      } catch (error) {
        throw inOurWords(error);
      }
    },
    async check() {
      try {
        await transport.verify();
      } catch (error) {
        throw inOurWords(error);
      }
    },
    close: () => transport.close(),
  };
}

/** The server's own words may repeat the address and are left out. */
function inOurWords(error: unknown): Error {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string };
  const said = [code, responseCode, command].filter((part) => part !== undefined).join(' ');
  if (code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500)
    return new RefusedRecipient(`The mail server refuses the address (${said}).`);
  return new Error(`The mail server did not take the mail (${said || (error as Error).name}).`);
}
