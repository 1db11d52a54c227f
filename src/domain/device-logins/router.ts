import { z } from 'zod';
import { text } from '../input.ts';
import { protectedProcedure, publicProcedure, router } from '../procedure.ts';
import {
  beginDeviceLogin,
  decideDeviceLogin,
  intervalSec,
  lifetimeSec,
  pickUpToken,
  unsupportedGrant,
} from './logins.ts';

const tags = ['Device login'];
const contentTypes: ('application/json' | 'application/x-www-form-urlencoded')[] = [
  'application/json',
  'application/x-www-form-urlencoded',
];
const exampleName = 'Showreel on ada’s laptop';
const exampleCode = '0wXzv1eB9mVvO3x2Jt6HqkYdQeF0sXJtB2bq0Kc8w1U';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const userCode = z.object({ user_code: text(1, 100).meta({ examples: ['WDJB-MJHT'] }) });

export const deviceLoginRouter = router({
  code: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/device/code',
        summary: 'Start the login of a command line',
        description:
          'RFC 8628. Show `user_code` to the person, open `verification_uri_complete`, and poll `/device/token` every `interval` seconds.',
        tags,
        contentTypes,
        protect: false,
      },
      access: 'none',
      limit: 'device-codes',
      body: 'form',
      errors: [400, 429],
    })
    .input(
      z.object({
        client_name: text(1, 100)
          .meta({ examples: [exampleName] })
          .optional()
          .describe('The name that the person is shown. The key gets the same name.'),
        client_id: text(1, 100)
          .meta({ examples: [exampleName] })
          .optional()
          .describe('The same as `client_name`, under the name that OAuth clients use.'),
        scope: z.literal('write').optional(),
      }),
    )
    .output(
      z.object({
        device_code: z.string().meta({ examples: [exampleCode] }),
        user_code: z.string().meta({ examples: ['WDJB-MJHT'] }),
        verification_uri: z.string().meta({ examples: ['https://demos.example.com/device'] }),
        verification_uri_complete: z
          .string()
          .meta({ examples: ['https://demos.example.com/device?user_code=WDJB-MJHT'] }),
        expires_in: z
          .number()
          .meta({ examples: [lifetimeSec] })
          .describe('How long the codes are valid, in seconds'),
        interval: z
          .number()
          .meta({ examples: [intervalSec] })
          .describe('The time between two polls, in seconds'),
      }),
    )
    .mutation(async ({ ctx: { services, baseUrl }, input }) => {
      const clientName = input.client_name ?? input.client_id ?? 'Command line';
      const made = await beginDeviceLogin(services, { clientName, scope: input.scope ?? 'write' });
      return {
        device_code: made.deviceCode,
        user_code: made.userCode,
        verification_uri: `${baseUrl}/device`,
        verification_uri_complete: `${baseUrl}/device?user_code=${made.userCode}`,
        expires_in: lifetimeSec,
        interval: intervalSec,
      };
    }),

  token: publicProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/device/token',
        summary: 'Pick up the key of a login',
        description:
          'RFC 8628. Until the person has decided, the answer is a 400 with the `error` `authorization_pending`. After an approval it is ' +
          'the key, once. The other errors with a 400 are `access_denied`, `expired_token` (also for unknown and used codes) and ' +
          '`unsupported_grant_type`. After a 429 `slow_down`, wait 5 seconds longer between two polls.',
        tags,
        contentTypes,
        protect: false,
      },
      access: 'none',
      body: 'form',
      errors: [400, 429],
    })
    .input(
      z.object({
        device_code: text(1, 200).meta({ examples: [exampleCode] }),
        grant_type: z
          .string()
          .meta({ description: `\`${deviceGrant}\``, examples: [deviceGrant] })
          .optional(),
      }),
    )
    .output(
      z.object({
        access_token: z
          .string()
          .meta({ examples: ['sr_live_7hQm2XvTz9KcWb4RnLs6JdYp'] })
          .describe('A live key. It is shown only this once.'),
        token_type: z.literal('bearer'),
        scope: z.string().meta({ examples: ['write'] }),
      }),
    )
    .mutation(async ({ ctx: { services }, input: { device_code, grant_type } }) => {
      if (grant_type !== undefined && grant_type !== deviceGrant) throw unsupportedGrant();
      const { token, scope } = await pickUpToken(services, device_code);
      return { access_token: token, token_type: 'bearer', scope };
    }),

  authorize: decision('approved', {
    path: '/device/authorize',
    summary: 'Approve the login of a command line',
    description:
      'The command line gets its key at its next poll. The code may be typed in any case, with or without its dash.',
  }),

  deny: decision('denied', {
    path: '/device/deny',
    summary: 'Deny the login of a command line',
    description: 'The next poll of the command line is answered with `access_denied`.',
  }),
});

/** What the person in front of the browser says of a code. */
function decision(
  verdict: 'approved' | 'denied',
  operation: { path: `/${string}`; summary: string; description: string },
) {
  return protectedProcedure
    .meta({
      openapi: { method: 'POST', ...operation, tags },
      access: 'session',
      errors: [404, 409],
    })
    .input(userCode)
    .output(z.object({ ok: z.literal(true), client_name: z.string().meta({ examples: [exampleName] }) }))
    .mutation(async ({ ctx: { services, caller }, input }) => {
      const login = { userCode: input.user_code, userId: caller.userId, verdict };
      return { ok: true as const, client_name: (await decideDeviceLogin(services, login)).clientName };
    });
}
