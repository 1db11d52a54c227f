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
      'The cookie of a signed-in browser. Only pages of this service can use it: a request with a foreign `Origin` gets a 403 ' +
      '`foreign_origin`. Behind https the cookie is named `__Secure-showreel.session_token`.',
  },
  publishableKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A publishable key, which may be visible in a web page: `X-API-Key: sr_pub_…`',
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
