import { z } from 'zod';
import {
  deletionSchema,
  linkSchema,
  passwordResetSchema,
  resetRequestSchema,
  sessionChoiceSchema,
} from '../../auth/schemas.ts';
import { errorResponses } from '../references.ts';
import { answers, example, exampleSession, tags, takes } from './sessions.ts';

const listSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string().meta({ examples: [exampleSession] }),
      device: z.string().meta({ examples: ['Firefox on Windows'] }),
      network: z
        .string()
        .nullable()
        .describe('The network that the session was started from, shortened; null where it is not known')
        .meta({ examples: ['203.0.113.x'] }),
      createdAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime().describe('To within five minutes'),
      expiresAt: z.iso.datetime(),
      isCurrent: z.boolean().describe('Whether it is the session of this request'),
    }),
  ),
});
const done = z.object({ success: z.literal(true) });
const token = 'wq0Zr3mXn5t8Yc1kVb7uLs2dHf6gJp9aEo4iTxRyQzM';

/** Links that were mailed, and the list of sessions. */
export const accountAccessPaths: Record<string, Record<string, object>> = {
  '/api/auth/delete-account': {
    post: {
      operationId: 'delete_account',
      summary: 'Delete the account and everything in it',
      description:
        'At once and for good: projects, demos, their media, uploads, backgrounds, webhook endpoints, keys, secrets and sessions. Running jobs are ' +
        'cancelled. Share and embed pages answer as for a demo that never was. What is left of the credits is lost; their ledger stays. ' +
        'So does the log of the service, in which nobody can read any more what the user has said. A wrong password is ' +
        'a 400 `wrong_password`, another address a 400 `wrong_email`, and the account of an operator a 409 `operator_account`.',
      tags,
      security: [{ sessionCookie: [] }],
      requestBody: takes(deletionSchema, example),
      responses: {
        ...answers('The account is deleted', done),
        ...errorResponses(400, 401, 403, 409, 413, 415, 429, 500, 503),
      },
    },
  },
  '/api/auth/request-password-reset': {
    post: {
      operationId: 'request_password_reset',
      summary: 'Ask for a link that sets a new password',
      description:
        'The link is mailed and works once, for an hour. The answer is the same whether or not the address has an account. Where the ' +
        'service sends no mail, it is a 501 `mail_off`.',
      tags,
      security: [],
      requestBody: takes(resetRequestSchema, { email: example.email }),
      responses: {
        ...answers('Where there is such an account, a mail is on its way', done, {}),
        ...errorResponses(400, 403, 413, 415, 429, 500, 501, 503),
      },
    },
  },
  '/api/auth/reset-password': {
    post: {
      operationId: 'reset_password',
      summary: 'Set a new password by a link',
      description:
        'Every session of the user ends. A link that was mailed verifies the address too. A link that is unknown, was used or has ' +
        'expired is a 400 `link_expired`.',
      tags,
      security: [],
      requestBody: takes(passwordResetSchema, { token, newPassword: 'another horse, another battery' }),
      responses: {
        ...answers('The new password is set', done, {}),
        ...errorResponses(400, 403, 413, 415, 429, 500, 503),
      },
    },
  },
  '/api/auth/send-verification-email': {
    post: {
      operationId: 'send_verification_email',
      summary: 'Ask for another link that verifies the address',
      description:
        'The link is mailed and works once, for three days. Where the address is verified already, nothing is sent. Where the ' +
        'service sends no mail, it is a 501 `mail_off`.',
      tags,
      security: [{ sessionCookie: [] }],
      responses: {
        ...answers('A mail is on its way, or none is needed', done, {}),
        ...errorResponses(401, 403, 429, 500, 501, 503),
      },
    },
  },
  '/api/auth/verify-email': {
    post: {
      operationId: 'verify_email',
      summary: 'Verify an address by a link',
      description: 'A link that is unknown, was used or has expired is a 400 `link_expired`.',
      tags,
      security: [],
      requestBody: takes(linkSchema, { token }),
      responses: {
        ...answers('The address is verified', done, {}),
        ...errorResponses(400, 403, 413, 415, 429, 500, 503),
      },
    },
  },
  '/api/auth/list-sessions': {
    get: {
      operationId: 'list_sessions',
      summary: 'List where the user is signed in',
      description: 'The session that was used last comes first.',
      tags,
      security: [{ sessionCookie: [] }],
      responses: {
        ...answers('The sessions that have not ended', listSchema, {}),
        ...errorResponses(401, 403, 500, 503),
      },
    },
  },
  '/api/auth/revoke-session': {
    post: {
      operationId: 'revoke_session',
      summary: 'End one session of the user',
      description: 'The session ends at once in every process of the service.',
      tags,
      security: [{ sessionCookie: [] }],
      requestBody: takes(sessionChoiceSchema, { id: 'sess_01kjpx78byefvvvx9qrhkj8e9c' }),
      responses: {
        ...answers('The session has ended', done, {}),
        ...errorResponses(400, 401, 403, 404, 413, 415, 500, 503),
      },
    },
  },
  '/api/auth/revoke-other-sessions': {
    post: {
      operationId: 'revoke_other_sessions',
      summary: 'End all other sessions of the user',
      description: 'The session of this request goes on.',
      tags,
      security: [{ sessionCookie: [] }],
      responses: {
        ...answers('How many sessions ended', done.extend({ revoked: z.int().min(0) }), {}),
        ...errorResponses(401, 403, 500, 503),
      },
    },
  },
};
