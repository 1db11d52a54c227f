/** The kinds of values that settings have. Only `config.ts` uses them. */
import { z } from 'zod';

export const flag = z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1');
export const whole = (low: number, high: number) => z.coerce.number().int().min(low).max(high);

/** Names, comma separated. */
export const names = z.string().transform((text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean),
);

/** `true` means one proxy, and a number means that many in a row. Any other text lists their addresses or ranges. */
export const proxies = z.string().transform((text, context) => {
  if (text === 'false' || text === '0') return false;
  if (text === 'true') return 1;
  if (/^[1-9]$/.test(text)) return Number(text);
  if (/^[\d.:a-f/]+(\s*,\s*[\d.:a-f/]+)*$/i.test(text) && /[.:]/.test(text)) return text;
  context.addIssue(
    'must be true, false, a number of proxies from 1 to 9, or their addresses, comma separated.',
  );
  return z.NEVER;
});

/** The sender of a mail. A line break would begin another header. */
export const sender = z
  .string()
  .regex(
    /^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
    'expected an address, or "Name <address>".',
  );

/** An address without anything behind the host. One with a password would be shown in logs. */
export const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  // What came may hold a password.
  context.addIssue(
    'expected an address such as https://s3.example.com: http or https, a host, perhaps a port, and nothing else (no user, no path).',
  );
  return z.NEVER;
});

export const bucketName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'expected the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens.',
  );

/** Ends in one slash, unless it is empty. */
export const keyPrefix = z.string().transform((text, context) => {
  const prefix = text.replace(/\/+$/, '');
  if (/^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/.test(prefix)) return `${prefix}/`;
  context.addIssue(
    `expected names of letters, digits, "_", "." and "-" with slashes between them, ${JSON.stringify(text)} came.`,
  );
  return z.NEVER;
});

/** For settings that need each other. `when` makes the check run even where another setting is wrong: all are named at once. */
export const refusal = (name: `SHOWREEL_${string}`, error: string) => ({
  path: [name],
  error,
  when: () => true,
});
