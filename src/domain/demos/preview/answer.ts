import { z } from 'zod';
import { unmetField, warningsField } from '../warnings.ts';
import type { ComparisonAnswer } from './comparison-job.ts';

const ms = (example: number, description?: string) =>
  z
    .number()
    .int()
    .meta({ examples: [example], ...(description && { description }) });

/** What was seen of the page before anything was planned. */
export const seenPageSchema = z.object({
  title: z.string().meta({ examples: ['Example'] }),
  pictureUrl: z.string().meta({
    description: 'The first screen of the page. It is kept for an hour',
    examples: ['https://showreel.example.com/preview/prev_6c1f0a2b9d3e4f5061728394a5b6c7d8-0.jpg'],
  }),
  sections: z
    .array(
      z.object({
        kind: z.string().meta({ examples: ['pricing'] }),
        name: z.string().meta({ examples: ['Simple pricing'] }),
      }),
    )
    .meta({ description: 'In reading order' }),
  suggestions: z.array(z.string()).meta({
    description: 'Prompts that can be fulfilled on this page, at most three',
    examples: [['Show “Simple pricing” and “Customers”', 'Switch to “Yearly”', 'Show the whole page']],
  }),
});
export type SeenPage = z.infer<typeof seenPageSchema>;

const part = (example: number) => z.number().meta({ examples: [example] });

const elementSchema = z.object({
  name: z.string().meta({ examples: ['Yearly'] }),
  role: z.string().meta({ examples: ['button'] }),
  on: z
    .object({ x: part(0.42), y: part(0.31), width: part(0.08), height: part(0.05) })
    .nullable()
    .meta({
      description:
        'Where it is on the still: parts of its width and height, from its upper left corner. null where the camera cuts it off',
    }),
  target: z.looseObject({ selectors: z.array(z.union([z.string(), z.array(z.string())])) }).meta({
    description: 'What a step of `action_script` that is about it has: `selectors`, `frame` and `showreel`',
    examples: [{ selectors: [['text/Yearly'], '#yearly'], showreel: { name: 'Yearly', role: 'button' } }],
  }),
});

export const previewSchema = z
  .object({
    title: z.string().meta({ examples: ['Pricing at a glance'] }),
    ai_plan: z.looseObject({}).meta({
      examples: [{ source: 'heuristic', summary: 'Shows the plans side by side', scenes: [], unmet: [] }],
    }),
    action_script: z
      .looseObject({ title: z.string(), steps: z.array(z.looseObject({ type: z.string() })) })
      .meta({
        description:
          'Send it as `action_script` to `POST /demos`, edited or not, and it is what will be filmed',
        examples: [
          { title: 'Pricing at a glance', steps: [{ type: 'navigate', url: 'https://example.com/' }] },
        ],
      }),
    scenes: z.array(
      z.object({
        what: z.string().meta({ examples: ['Show “Simple pricing”'] }),
        why: z.string().meta({ examples: ['The prompt speaks of it.'] }),
        stillUrl: z.string().meta({
          description: 'A picture of the scene as the video will show it. It is kept for an hour',
          examples: ['https://showreel.example.com/preview/prev_6c1f0a2b9d3e4f5061728394a5b6c7d8-1.jpg'],
        }),
        startMs: ms(0, 'When the scene begins in the video, as far as that is known before it is filmed'),
        durationMs: ms(2600),
        restMs: ms(1400, 'How much of `durationMs` its `showreel.hold` steps last'),
        elements: z.array(elementSchema).meta({
          description:
            'What is on the screen, where `elements` was asked for. A scene without a rest has none',
        }),
        step: ms(
          2,
          'The index of its first step in `action_script`. Its steps end where those of the next scene begin',
        ),
      }),
    ),
    durationMs: ms(10_000, 'How long the video will be'),
    page: seenPageSchema.nullable().meta({
      description:
        'What was seen of the page; null where a script was supplied, since nothing is planned then',
    }),
    unmet: unmetField,
    warnings: warningsField,
  })
  .meta({ id: 'Preview' });
/** The addresses of stills are paths here. The API puts the address of this service in front of them. */
export type Preview = z.infer<typeof previewSchema>;

/** What a worker found out: the preview, or what differs from a version, or why there is neither. */
export type PreviewAnswer =
  | { preview: Preview }
  | ComparisonAnswer
  | { fault: { code: string; message: string; isOurs: boolean } };
