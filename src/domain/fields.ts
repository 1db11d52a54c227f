import { z } from 'zod';

/**
 * Members that several answers and inputs share, each with its description in the API's document. All examples tell
 * one story: of one user's project and the demo that was made in it.
 */
export const exampleIds = {
  user: 'user_01kjpx6zy0ekw9jvd7cevtjtdh',
  project: 'proj_01kjpx714jewy04eheht8396xm',
  demo: 'demo_01kjpx72b4fabn2v1n9dm8936v',
  job: 'job_01kjpx73hpft69j0h0fbxepw90',
  key: 'key_01kjpx74r8fhre2avt0s3fj8ks',
  transaction: 'txn_01kjpx75ytfh26f1rsnav197pg',
  background: 'bg_01kjpx775cfwadpvpj011yh052',
} as const;

/** An id in an answer. */
export const idField = (kind: keyof typeof exampleIds) => z.string().meta({ examples: [exampleIds[kind]] });

/**
 * An id in a path, a query or a body. Its form is not checked: whatever it looks like, it is looked up, and an id
 * that names nothing is a 404.
 */
export const idOf = (kind: keyof typeof exampleIds) =>
  z
    .string()
    .min(1)
    .meta({
      description: kind === 'key' ? 'The id of the API key' : `The id of the ${kind}`,
      examples: [exampleIds[kind]],
    });

const time = (example: string | null) => ({
  description: 'ISO 8601, UTC, with milliseconds',
  examples: [example],
});

export const timeField = (example = '2026-03-02T09:14:05.120Z') =>
  z.string().meta({ ...time(example), format: 'date-time' });

/** @param example null where the time is not known yet at this point of the story */
export const nullableTimeField = (example: string | null = '2026-03-02T09:14:05.120Z') =>
  z.string().meta({ format: 'date-time' }).nullable().meta(time(example));

/** Any text or null, such as the example. */
export const nullableText = (example: string | null, description?: string) =>
  z
    .string()
    .nullable()
    .meta({ examples: [example], ...(description && { description }) });
