import { z } from 'zod';
import { invalid } from '../../../errors.ts';

/** The documents of a demo as objects, beside the members that hold them as JSON text. */
const documentNames = ['script', 'plan', 'log'] as const;
type DocumentName = (typeof documentNames)[number];

export const documentFields = z.object({
  script: z
    .looseObject({ title: z.string(), steps: z.array(z.looseObject({ type: z.string() })) })
    .nullable()
    .meta({
      description: '`action_script` as an object',
      examples: [
        { title: 'Pricing at a glance', steps: [{ type: 'navigate', url: 'https://example.com/' }] },
      ],
    }),
  plan: z
    .looseObject({})
    .nullable()
    .meta({
      description: '`ai_plan` as an object',
      examples: [{ source: 'heuristic', summary: 'Shows the plans side by side', scenes: [] }],
    }),
  log: z
    .array(z.looseObject({}))
    .nullable()
    .meta({
      description: '`recording_log` as an array',
      examples: [
        [{ step: 0, type: 'navigate', intent: 'Open the page', startMs: 0, endMs: 900, status: 'ok' }],
      ],
    }),
});

const oneName = `(${documentNames.join('|')})`;

/** Lists leave these objects out, since a demo has some 20 KB of them, unless the caller names them. */
export const expandField = z
  .string()
  .meta({
    description:
      'Documents that every demo of the list has as objects too: `script`, `plan` and `log`, separated by commas',
    pattern: `^${oneName}(,${oneName})*$`,
    examples: ['script,log'],
  })
  .optional();

/** @throws AppError 400 where a name is no document of a demo. */
export function readExpand(expand: string | undefined): DocumentName[] {
  if (expand === undefined) return [];
  return expand.split(',').map((given) => {
    const name = documentNames.find((one) => one === given);
    if (!name)
      throw invalid(
        `\`expand\` must be names out of \`script\`, \`plan\` and \`log\`, separated by commas, but ${JSON.stringify(given.slice(0, 60))} came.`,
      );
    return name;
  });
}

type Documents = z.infer<typeof documentFields>;

interface Texts {
  action_script: string | null;
  ai_plan: string | null;
  recording_log: string | null;
}

/** null where the demo has none. */
export const documentsOf = ({ action_script, ai_plan, recording_log }: Texts): Documents => ({
  script: parse(action_script),
  plan: parse(ai_plan),
  log: parse(recording_log),
});

const parse = (text: string | null) => (text === null ? null : JSON.parse(text));

/** Those that the caller of a list named. */
export function namedDocuments(demo: Texts, names: readonly DocumentName[]): Partial<Documents> {
  if (names.length === 0) return {};
  const documents = documentsOf(demo);
  return Object.fromEntries(names.map((name) => [name, documents[name]]));
}
