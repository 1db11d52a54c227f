import type { Access } from '../../domain/procedure.ts';

export const securitySchemes = {
  bearerKey: { type: 'http', scheme: 'bearer', description: 'A live key: `Authorization: Bearer sr_live_…`' },
  headerKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A live key: `X-API-Key: sr_live_…`',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'showreel.session_token',
    description:
      'A signed-in browser, from pages of this service alone: a foreign `Origin` is a 403 `foreign_origin`. Behind https ' +
      'the name is `__Secure-showreel.session_token`.',
  },
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A publishable key, which may stand in a page: `X-API-Key: sr_pub_…`',
  },
  webhookSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Webhook-Secret',
    description: "A project's webhook secret: `X-Webhook-Secret: whsec_…`",
  },
} as const;

const keys: (keyof typeof securitySchemes)[] = ['bearerKey', 'headerKey'];
/** The credentials that each kind of operation accepts; one of them is enough. */
export const securityOf: Record<Access, (keyof typeof securitySchemes)[]> = {
  account: [...keys, 'sessionCookie'],
  upload: [...keys, 'sessionCookie'],
  session: ['sessionCookie'],
  embed: [...keys, 'publishableKey'],
  webhook: ['webhookSecret', ...keys],
  none: [],
};
