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

/** For settings that need each other. `when` makes the check run even where another setting is wrong: all are named at once. */
export const refusal = (name: `SHOWREEL_${string}`, error: string) => ({
  path: [name],
  error,
  when: () => true,
});
