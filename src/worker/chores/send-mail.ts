import { addressOfLink, type LinkPurpose, mailedLinkMs, makeLink } from '../../domain/account-links/links.ts';
import {
  noticeMailPayload,
  noticeMailTask,
  resetMailPayload,
  resetMailTask,
  verifyMailPayload,
  verifyMailTask,
} from '../../domain/account-links/tasks.ts';
import type { DomainServices } from '../../domain/services.ts';
import { offMailPayload, offMailTask } from '../../domain/webhooks/tasks.ts';
import {
  type Letter,
  type Mailer,
  passwordChangedLetter,
  RefusedRecipient,
  resetLetter,
  verifyLetter,
  webhookOffLetter,
} from '../../mail/index.ts';
import { type Task, type TaskContext, task } from '../queue/tasks.ts';

const deadlineMs = 60_000;
/** 2.7 s to 50 minutes apart, 80 minutes in all. Whoever still waits then has asked again. */
const mostAttempts = 8;

interface Reader {
  userId: string;
  email: string;
}

/** The tasks that write to the owners of accounts. @param baseUrl the public address: links begin with it. */
export function mailTasks(services: DomainServices, mailer: Mailer, baseUrl: string): Task[] {
  const { sql } = services;
  const send = sender(mailer);
  /** A new attempt makes a new link, since the token of the old one is nowhere. */
  const linkFor = async ({ userId, email }: Reader, purpose: LinkPurpose) => {
    const lifetimeMs = mailedLinkMs[purpose];
    const token = await makeLink(services, { userId, purpose, sentTo: email, lifetimeMs });
    return addressOfLink(baseUrl, purpose, token);
  };
  const readerOf = async (userId: string) => {
    const [reader] = await sql<(Reader & { verified: boolean })[]>`
      select id as "userId", email, email_verified as verified from auth.users where id = ${userId}`;
    return reader;
  };
  return [
    task({ name: resetMailTask, payload: resetMailPayload, deadlineMs }, async ({ email }, context) => {
      const [reader] = await sql<Reader[]>`
        select id as "userId", email from auth.users where email = ${email.toLowerCase()}`;
      if (reader) await send(reader, context, async () => resetLetter(await linkFor(reader, 'reset')));
      else context.log.info('no mail: a reset was asked for an address without an account');
    }),
    task({ name: verifyMailTask, payload: verifyMailPayload, deadlineMs }, async ({ userId }, context) => {
      const reader = await readerOf(userId);
      if (!reader || reader.verified) return;
      await send(reader, context, async () => verifyLetter(await linkFor(reader, 'verify')));
    }),
    task({ name: noticeMailTask, payload: noticeMailPayload, deadlineMs }, async (payload, context) => {
      const reader = await readerOf(payload.userId);
      const letter = passwordChangedLetter(new Date(payload.at), `${baseUrl}/forgot-password`);
      if (reader) await send(reader, context, async () => letter);
    }),
    task({ name: offMailTask, payload: offMailPayload, deadlineMs }, async ({ userId, reason }, context) => {
      const reader = await readerOf(userId);
      const letter = webhookOffLetter(reason, `${baseUrl}/webhooks`);
      if (reader) await send(reader, context, async () => letter);
    }),
  ];
}

function sender(mailer: Mailer) {
  return async ({ userId, email }: Reader, { attempt, log }: TaskContext, write: () => Promise<Letter>) => {
    try {
      await mailer.send(email, await write());
      log.info({ userId, attempt }, 'mail sent');
    } catch (error) {
      const isFinal = error instanceof RefusedRecipient || attempt >= mostAttempts;
      log[isFinal ? 'error' : 'warn']({ userId, attempt, err: error }, 'mail not sent');
      if (!isFinal) throw error;
    }
  };
}
