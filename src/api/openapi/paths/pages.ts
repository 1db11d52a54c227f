import { z } from 'zod';
import { exampleIds } from '../../../domain/fields.ts';
import { embedFlags, embedThemes } from '../../../web/index.ts';
import { oembedSchema } from '../../pages/oembed.ts';
import { errorResponses, requestIdHeader } from '../references.ts';
import { demoIdParameter } from './demo-id.ts';

/** The entries of the document for what sites put into their pages. */
const flags = ['', '0', '1', 'true', 'false'];
const flagTexts: Record<(typeof embedFlags)[number], string> = {
  autoplay:
    'Begin by itself; muted, unless `muted` says otherwise. Off where a visitor asked for less motion.',
  loop: 'Begin again at the end.',
  muted: 'Without sound.',
  controls: 'The browser’s controls; on unless `0`.',
  poster: 'The still of the film until it plays; on unless `0`.',
};

/** What `/embed/{id}` takes in its query; a value that is none of these is as if it were not there. */
export const playerParameters = [
  ...embedFlags.map((name) => ({
    name,
    in: 'query',
    required: false,
    description: flagTexts[name],
    schema: { type: 'string', enum: flags },
  })),
  {
    name: 'theme',
    in: 'query',
    required: false,
    description: 'What surrounds the film; `auto`, as the visitor’s system has it, unless given.',
    schema: { type: 'string', enum: [...embedThemes], default: 'auto' },
  },
];

export function playerPage(operationId: string, summary: string, parameters: object[]) {
  const html = { 'text/html': { schema: { type: 'string' } } };
  return {
    operationId,
    summary,
    description: 'Shows how far the demo has come until there is a video, and then the latest good version.',
    tags: ['Media'],
    security: [],
    parameters: [demoIdParameter, ...parameters],
    responses: {
      '200': {
        description: 'The player, or how far the demo has come',
        headers: requestIdHeader,
        content: html,
      },
      '304': {
        description: 'The page that the caller has, by its ETag, is the latest',
        headers: requestIdHeader,
      },
      '404': { description: 'There is no such demo', headers: requestIdHeader, content: html },
    },
  };
}

const pixels = { type: 'integer', minimum: 1, maximum: 999_999_999 };

export const oembedPath = {
  operationId: 'oembed',
  summary: 'Describe a link for sites that turn links into players',
  description: 'oEmbed 1.0, in JSON. The frame is 16:9 and fits into what `maxwidth` and `maxheight` leave.',
  tags: ['Media'],
  security: [],
  parameters: [
    {
      name: 'url',
      in: 'query',
      required: true,
      description: 'The address of a share or embed page of this service.',
      example: `https://showreel.example.com/share/${exampleIds.demo}`,
      schema: { type: 'string', minLength: 1, maxLength: 2048 },
    },
    {
      name: 'format',
      in: 'query',
      required: false,
      description: 'Only `json` is offered',
      schema: { type: 'string', default: 'json' },
    },
    {
      name: 'maxwidth',
      in: 'query',
      required: false,
      schema: pixels,
      description: 'How wide the frame may be, in CSS pixels',
      example: 640,
    },
    {
      name: 'maxheight',
      in: 'query',
      required: false,
      schema: pixels,
      description: 'How high the frame may be, in CSS pixels',
      example: 360,
    },
  ],
  responses: {
    '200': {
      description: 'The player, as HTML to put into a page',
      headers: requestIdHeader,
      content: {
        'application/json': { schema: z.toJSONSchema(oembedSchema, { target: 'draft-2020-12' }) },
      },
    },
    ...errorResponses(400, 404, 501),
  },
};

const script = { 'text/javascript': { schema: { type: 'string' } } };

export const sdkPath = {
  operationId: 'sdk_script',
  summary: 'The script that makes and shows demos on the pages of a site',
  description:
    'For a script tag with `data-showreel-key`; it turns every element with `data-showreel` into the demo of the page it is on.',
  tags: ['Media'],
  security: [],
  responses: {
    '200': { description: 'A classic script, under 8 KB', headers: requestIdHeader, content: script },
    '304': {
      description: 'The script that the caller has, by its ETag, is the latest',
      headers: requestIdHeader,
    },
  },
};
