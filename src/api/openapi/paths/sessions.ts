import { z } from 'zod';
import { idField } from '../../../domain/fields.ts';
import { passwordChangeSchema, signInSchema, signUpSchema } from '../../auth/schemas.ts';
import { errorResponses, requestIdHeader } from '../references.ts';

export const tags = ['Sessions'];
const setCookie = {
  'Set-Cookie': { description: 'Sets or removes the session cookie', schema: { type: 'string' } },
};

const toSchema = (schema: z.ZodType, io: 'input' | 'output' = 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io });
  return rest;
};

export const exampleSession = 'sess_01kjpx7a3cfadvy0aq9gkjv9qm';
const userSchema = z.object({
  id: idField('user'),
  name: z.string().meta({ examples: ['ada'] }),
  email: z.string().meta({ examples: ['ada@example.com'] }),
  emailVerified: z.boolean(),
  image: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
const sessionSchema = z
  .object({
    session: z.object({
      id: z.string().meta({ examples: [exampleSession] }),
      userId: idField('user'),
      createdAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
    user: userSchema,
    isOperator: z
      .boolean()
      .meta({ description: 'Whether the user may open the operator’s area of the dashboard' }),
  })
  .nullable();

export const answers = (description: string, schema: z.ZodType, headers: object = setCookie) => ({
  '200': {
    description,
    headers: { ...requestIdHeader, ...headers },
    content: { 'application/json': { schema: toSchema(schema) } },
  },
});
export const takes = (schema: z.ZodType, example: object) => ({
  required: true,
  content: { 'application/json': { schema: toSchema(schema, 'input'), example } },
});

export const example = { email: 'ada@example.com', password: 'correct horse battery' };

export const authPaths: Record<string, Record<string, object>> = {
  '/api/auth/sign-up/email': {
    post: {
      operationId: 'sign_up',
      summary: 'Create a user and sign them in',
      description:
        'For pages of this service: a request with a foreign `Origin` gets a 403. Where the email address already belongs to a ' +
        'user, the answer is a 409 `email_taken`. Where the service refuses passwords that everybody tries first, such a one is a ' +
        '400 `known_password`. Where the service sends mail, a link that verifies the address is mailed.',
      tags,
      security: [],
      requestBody: takes(signUpSchema, { ...example, name: 'Ada' }),
      responses: {
        ...answers('The user, and the session cookie', z.object({ user: userSchema })),
        ...errorResponses(400, 403, 409, 413, 415, 429, 500, 503),
      },
    },
  },
  '/api/auth/sign-in/email': {
    post: {
      operationId: 'sign_in',
      summary: 'Sign in with an email address and a password',
      description:
        'The cookie `showreel.session_token` (behind https `__Secure-showreel.session_token`) is valid for 30 days. A wrong ' +
        'password and an unknown email address get the same 401 `invalid_credentials`. Failed attempts are counted for the account ' +
        'too: a 429 says when the next one may come. A place that somebody has signed in from before has an allowance of its own.',
      tags,
      security: [],
      requestBody: takes(signInSchema, example),
      responses: {
        ...answers('The user, and the session cookie', z.object({ user: userSchema })),
        ...errorResponses(400, 401, 403, 413, 415, 429, 500, 503),
      },
    },
  },
  '/api/auth/change-password': {
    post: {
      operationId: 'change_password',
      summary: 'Change the password',
      description:
        'Every other session of the user ends. A wrong current password is a 400 `wrong_password`. Where the service sends mail, ' +
        'the owner is told.',
      tags,
      security: [{ sessionCookie: [] }],
      requestBody: takes(passwordChangeSchema, {
        currentPassword: example.password,
        newPassword: 'another horse, another battery',
      }),
      responses: {
        ...answers('The new password is set', z.object({ success: z.literal(true) })),
        ...errorResponses(400, 401, 403, 413, 415, 429, 500, 503),
      },
    },
  },
  '/api/auth/sign-out': {
    post: {
      operationId: 'sign_out',
      summary: 'End the session',
      description:
        'The session ends at once in every process of the service. Without a session nothing happens.',
      tags,
      security: [{ sessionCookie: [] }, {}],
      responses: {
        ...answers('The session has ended', z.object({ success: z.literal(true) })),
        ...errorResponses(403, 500, 503),
      },
    },
  },
  '/api/auth/get-session': {
    get: {
      operationId: 'get_session',
      summary: 'Read who is signed in',
      description: 'The answer is `null` where nobody is signed in or the session has ended.',
      tags,
      security: [{ sessionCookie: [] }, {}],
      responses: { ...answers('The session, or null', sessionSchema, {}), ...errorResponses(403, 500, 503) },
    },
  },
};
