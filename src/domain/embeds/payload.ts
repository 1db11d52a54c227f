import { z } from 'zod';
import { invalid } from '../../errors.ts';
import { presentationSchema } from '../../recorder/contract/presentation.ts';
import { pageUrl, promptText, recordId, text } from '../input.ts';

const player = {
  autoplay: z.boolean().optional(),
  loop: z.boolean().optional(),
  muted: z.boolean().optional(),
  controls: z.boolean().optional(),
  /** The address of a picture that is shown before the film plays, or whether the film's own is. */
  poster: z
    .union([z.boolean(), z.url({ protocol: /^https?$/, hostname: /^[\w.-]+$|^\[/ }).max(2048)])
    .optional(),
  theme: z.enum(['light', 'dark', 'auto']).optional(),
};
const subject = {
  url: pageUrl.optional(),
  prompt: promptText.optional(),
  template: z.string().optional(),
  section: text(1, 120).optional(),
  presentation: presentationSchema.optional(),
};

/** The payload of a signed address: what is shown, and how. Members that nobody knows are ignored. */
export const runtimePayload = z
  .object({ demoId: recordId.optional(), ...subject, ...player })
  .refine((payload) => (payload.demoId !== undefined) !== hasSubject(payload), {
    error:
      'The payload must name either `demoId` or what to show (`url`, `prompt`, `template`, `section`, `presentation`).',
  });
export type RuntimePayload = z.infer<typeof runtimePayload>;

const hasSubject = (payload: object) =>
  Object.keys(subject).some((name) => (payload as Record<string, unknown>)[name] !== undefined);

/**
 * @param encoded base64url of UTF-8 JSON, with or without padding.
 * @throws AppError 400 `invalid_payload` where it is anything else than a JSON object in that form.
 */
export function decodePayload(encoded: string): object {
  const value = parseJson(encoded);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalid('`payload` must be a JSON object in UTF-8, encoded as base64url.', 'invalid_payload');
}

function parseJson(encoded: string): unknown {
  if (!/^[\w-]+={0,2}$/.test(encoded)) return null;
  try {
    const bytes = Buffer.from(encoded, 'base64url');
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
