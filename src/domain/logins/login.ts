import { createParser } from 'css-selector-parser';
import { z } from 'zod';
import type { ActionScript } from '../../recorder/contract/script.ts';
import { suppliedScript } from '../demos/supplied.ts';
import { text } from '../input.ts';

const cookie = z.object({
  name: text(1, 256).meta({ examples: ['session'] }),
  value: z
    .string()
    .max(4096)
    .meta({ description: 'The value, which no answer shows again', examples: ['s%3A8fKq3ZtVw6LxHn2R'] }),
  domain: text(1, 255)
    .meta({
      description: "A domain on the project's site. Default: the host of the project's page",
      examples: ['example.com'],
    })
    .optional(),
  path: z
    .string()
    .max(1024)
    .regex(/^\//)
    .default('/')
    .meta({ examples: ['/'] }),
  secure: z.boolean().optional(),
  http_only: z.boolean().optional(),
  same_site: z.enum(['Strict', 'Lax', 'None']).optional(),
  expires: z
    .number()
    .positive()
    .meta({ description: 'Unix seconds. Leave it out for a session cookie', examples: [1_798_761_600] })
    .optional(),
});

/** Checks the grammar alone. Which pseudo-classes exist only the browser knows, and it says so when it films. */
const parseSelector = createParser({ syntax: 'progressive' });

/** One selector and nothing else, since it is written into a style sheet. */
const maskSelector = text(1, 200)
  .refine((value) => !/[{};@<]|\/\*/.test(value) && isSelector(value), {
    error: ({ input }) => `must be one CSS selector, but ${JSON.stringify(input)} came.`,
  })
  .meta({ examples: ['.account-number'] });

function isSelector(value: string): boolean {
  try {
    parseSelector(value);
    return true;
  } catch {
    return false;
  }
}

const cookies = z.array(cookie).max(60);
const aboutCookies = { description: 'Cookies that are set before the page is opened' };
const aboutScript = {
  description:
    "A user flow that signs in, as Chrome's Recorder exports it. It is played before each planning and recording, off camera.",
};
const maskSelectors = z.array(maskSelector).max(20);
const aboutMasks = {
  description:
    'CSS selectors of elements that no video may show. They are blurred, as password fields always are',
};

export const loginInput = {
  cookies: cookies.default([]).meta(aboutCookies),
  script: suppliedScript.optional().meta(aboutScript),
  mask_selectors: maskSelectors.default([]).meta(aboutMasks),
};

export const loginChanges = {
  cookies: cookies.optional().meta(aboutCookies),
  script: suppliedScript.nullable().optional().meta(aboutScript),
  mask_selectors: maskSelectors.optional().meta(aboutMasks),
};

/** What is encrypted. `script` is the user flow as it was read. */
export interface Login {
  /** The address of the project when the login was given. The login is for pages on this site. */
  siteUrl: string;
  cookies: z.infer<typeof cookie>[];
  script: ActionScript | null;
  maskSelectors: string[];
}

const mask = '••••••••';

export const loginView = z
  .object({
    cookies: z.array(
      z.object({
        name: z.string().meta({ examples: ['session'] }),
        value: z.literal(mask),
        domain: z
          .string()
          .nullable()
          .meta({ examples: ['example.com'] }),
        path: z.string().meta({ examples: ['/'] }),
      }),
    ),
    script: z
      .looseObject({ title: z.string(), steps: z.array(z.looseObject({ type: z.string() })) })
      .nullable()
      .meta({
        description: 'The script with its typed texts hidden; null where there is none',
        examples: [
          { title: 'Sign in', steps: [{ type: 'change', selectors: [['#password']], value: mask }] },
        ],
      }),
    mask_selectors: z.array(z.string()).meta({ examples: [['.account-number']] }),
  })
  .meta({ id: 'Login' });

/** What may be told of it: names and steps, never a value. */
export const maskedLogin = ({
  cookies,
  script,
  maskSelectors,
}: Omit<Login, 'siteUrl'>): z.infer<typeof loginView> => ({
  cookies: cookies.map(({ name, domain, path }) => ({ name, value: mask, domain: domain ?? null, path })),
  script: script && { title: script.title, steps: script.steps.map(hideTyped) },
  mask_selectors: maskSelectors,
});

function hideTyped(step: ActionScript['steps'][number]) {
  if (step.type === 'change') return { ...step, value: mask };
  return step.type === 'keyDown' || step.type === 'keyUp' ? { ...step, key: mask } : { ...step };
}
