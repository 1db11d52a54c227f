import { z } from 'zod';
import { exampleIds } from '../../../domain/fields.ts';
import { embedFlags, embedThemes } from '../../../web/index.ts';
import { oembedSchema } from '../../pages/oembed.ts';
import { errorResponses, requestIdHeader } from '../references.ts';
import { demoIdParameter } from './demo-id.ts';

const flags = ['', '0', '1', 'true', 'false'];
const flagTexts: Record<(typeof embedFlags)[number], string> = {
  autoplay:
    'Starts the video by itself, without sound unless `muted` says otherwise. It is off for visitors who asked for less motion.',
  loop: 'Starts the video again at its end.',
  muted: 'Plays the video without sound.',
  controls: 'Shows the browser’s controls. They are shown unless this is `0`.',
  poster: 'Shows a still of the video until it plays. The still is shown unless this is `0`.',
};

/** The query parameters of `/embed/{id}`. Other values than these are ignored. */
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
    description: 'The colours around the video. `auto`, the default, follows the visitor’s system.',
    schema: { type: 'string', enum: [...embedThemes], default: 'auto' },
  },
];

export function playerPage(operationId: string, summary: string, parameters: object[]) {
  const html = { 'text/html': { schema: { type: 'string' } } };
  return {
    operationId,
    summary,
    description:
      'Shows the latest published version. Until there is a video, the page shows the progress of the demo.',
    tags: ['Media'],
    security: [],
    parameters: [demoIdParameter, ...parameters],
    responses: {
      '200': {
        description: 'The player, or the progress of the demo',
        headers: requestIdHeader,
        content: html,
      },
      '304': {
        description: 'The copy that the caller has, by its ETag, is the latest',
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
  description:
    'An oEmbed 1.0 answer in JSON. The frame has the shape of the video and fits into `maxwidth` and `maxheight`.',
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
  summary: 'The script that shows demos on the pages of a site',
  description:
    'For a script tag with `data-showreel-key`. The script turns every element with `data-showreel` into the demo of the page ' +
    'that the element is on.',
  tags: ['Media'],
  security: [],
  responses: {
    '200': { description: 'A classic script, under 8 KB', headers: requestIdHeader, content: script },
    '304': {
      description: 'The copy that the caller has, by its ETag, is the latest',
      headers: requestIdHeader,
    },
  },
};
