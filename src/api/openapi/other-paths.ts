import { z } from 'zod';
import { progressMessage } from '../../domain/demos/progress.ts';
import { exampleIds } from '../../domain/fields.ts';
import { healthSchema } from '../health.ts';
import { authPaths } from './auth-paths.ts';
import { backgroundImage, backgroundUpload } from './background-paths.ts';
import { oembedPath, playerParameters, sdkPath } from './page-paths.ts';
import { pollable } from './polling.ts';

/** In the order in which the reference shows them. */
export const tagDescriptions = [
  { name: 'Projects', description: 'A project groups the demos of one site.' },
  { name: 'Demos', description: 'A demo is made from a prompt, in the background, and can be made again.' },
  { name: 'Embeds', description: 'Demos that a site shows on its own pages.' },
  { name: 'API keys', description: 'Live keys are for trusted code, publishable ones for pages.' },
  { name: 'Credits', description: 'What generations cost, and what is left.' },
  { name: 'Account', description: 'The plan, and what is left of it.' },
  {
    name: 'Sessions',
    description: 'Who a browser belongs to. Pages of this service sign people in and out.',
  },
  { name: 'Device login', description: 'How a command line gets a key through a browser (RFC 8628).' },
  { name: 'Backgrounds', description: 'What a stage can be dressed in.' },
  { name: 'Media', description: 'The files of a demo, and the pages that show them. No credential.' },
  { name: 'Service', description: 'The service itself. No credential.' },
];

const error = (status: number) => ({ $ref: `#/components/responses/Error${status}` });
const demoIdParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the demo',
  schema: { type: 'string' },
  example: exampleIds.demo,
};
const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

/** The routes that are no procedures. */
export function otherPaths(prefix: string): Record<string, Record<string, object>> {
  return {
    [`${prefix}/health`]: { get: health },
    [`${prefix}/openapi.json`]: { get: pollable(document) },
    [`${prefix}/webhooks/stripe`]: { post: paymentNotice },
    [`${prefix}/embed/runtime`]: { get: runtimeEmbed },
    ...authPaths,
    [`${prefix}/backgrounds/upload`]: { post: backgroundUpload },
    '/backgrounds/{id}.webp': { get: backgroundImage },
    '/api/ws/{demoId}': { get: progressChannel },
    '/video/{id}.mp4': { get: file('demo_video_mp4', 'The video as MP4', 'video/mp4') },
    '/video/{id}.webm': { get: file('demo_video_webm', 'The video as WebM', 'video/webm') },
    '/thumb/{id}.png': { get: file('demo_thumbnail', 'The thumbnail', 'image/png') },
    '/gif/{id}.gif': { get: file('demo_gif', 'The animated GIF', 'image/gif') },
    '/snapshot/{id}-{number}.jpg': { get: snapshot },
    '/failure/{id}-{number}.jpg': { get: failure },
    '/page/{id}-{number}.jpg': { get: seenPage },
    '/captions/{id}.vtt': {
      get: file('demo_captions', 'What the film shows, in words, as WebVTT', 'text/vtt'),
    },
    '/chapters/{id}.vtt': { get: file('demo_chapters', 'The scenes of the film, as WebVTT', 'text/vtt') },
    '/share/{id}': { get: page('demo_share_page', 'A page that shows a demo', []) },
    '/embed/{id}': { get: page('demo_embed_page', 'A player for an iframe', playerParameters) },
    '/oembed': { get: oembedPath },
    '/sdk.js': { get: sdkPath },
  };
}

const healthAnswer = (description: string) => ({
  description,
  headers: requestId,
  content: { 'application/json': { schema: z.toJSONSchema(healthSchema, { target: 'draft-2020-12' }) } },
});

const health = {
  operationId: 'health',
  summary: 'Tell whether every part works',
  description: 'For load balancers and monitors. Why a part does not work is in the log, not here.',
  tags: ['Service'],
  security: [],
  responses: {
    '200': healthAnswer('Every part works'),
    '503': healthAnswer('A part does not work just now'),
  },
};

const document = {
  operationId: 'openapi',
  summary: 'Read this document',
  description: 'With the address of the service under which it was asked for.',
  tags: ['Service'],
  security: [],
  responses: {
    '200': {
      description: 'OpenAPI 3.1.0',
      headers: requestId,
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  },
};

const text = (name: string, description: string, required = true) => ({
  name,
  in: 'query',
  required,
  description,
  schema: { type: 'string', minLength: 1 },
});
const limited = {
  ...requestId,
  'RateLimit-Limit': { $ref: '#/components/headers/RateLimitLimit' },
  'RateLimit-Remaining': { $ref: '#/components/headers/RateLimitRemaining' },
  'RateLimit-Reset': { $ref: '#/components/headers/RateLimitReset' },
};
const framed = (description: string) => ({
  description,
  headers: limited,
  content: { 'text/html': { schema: { type: 'string' } } },
});

const runtimeEmbed = {
  operationId: 'embed_runtime',
  summary: 'Show a demo by a signed address, in an iframe',
  description:
    'For the `src` of an iframe on the site of the project; a server signs it with the signing secret of the project, and nobody needs a key. ' +
    '`payload` is base64url of the JSON object `{demoId}` or `{url, prompt, template, section, presentation}` (each may be left out), with the optional ' +
    'player properties `autoplay`, `loop`, `muted`, `controls` (booleans), `poster` (the address of a picture, or a boolean) and `theme` ' +
    '(`light`, `dark`, `auto`). Without a payload it is the newest finished demo of the project. `signature` is the lower-case hex of ' +
    'HMAC-SHA256, with the text of the signing secret as key, over `v1`, `project_id`, `expires` and `payload`, joined by line feeds. ' +
    '`url` has to be on the site of the project. What was made for the same project, page, prompt, template, section and ' +
    'presentation before is reused, as in `embed/generate`. Only pages of the site of the project, and of `localhost`, may frame it.',
  tags: ['Embeds'],
  security: [],
  parameters: [
    text('project_id', 'The id of the project.'),
    text('expires', 'The Unix seconds at which the address stops working, at most 31 days ahead.'),
    text('signature', '64 lower-case hex digits.'),
    text('payload', 'What to show, and how.', false),
    {
      ...text('retry', '`1`: a person asks to try again what failed. It is not signed.', false),
      schema: { type: 'string', enum: ['1'] },
    },
  ],
  responses: {
    '200': framed('The player; how far the demo is, until the player takes its place; or that it failed'),
    '202': framed('This call started a generation: how far it is, until the player takes its place'),
    ...Object.fromEntries([400, 401, 404, 429, 500, 503].map((status) => [String(status), error(status)])),
  },
};

const paymentNotice = {
  operationId: 'payment_notice',
  summary: 'Take in what Stripe says of a payment',
  description:
    'For Stripe alone: set it as the endpoint of the events `checkout.session.completed`, `payment_intent.succeeded` and ' +
    '`charge.refunded`. Authorised by the signature in `Stripe-Signature`; 404 where payment is not by Stripe.',
  tags: ['Service'],
  security: [],
  parameters: [
    {
      name: 'Stripe-Signature',
      in: 'header',
      required: true,
      schema: { type: 'string' },
      description: 'Made by Stripe over the body',
      example: 't=1772442845,v1=5f8c',
    },
  ],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    '200': {
      description: 'Taken in, or of no concern',
      headers: requestId,
      content: {
        'application/json': {
          schema: { type: 'object', properties: { received: { const: true } }, required: ['received'] },
        },
      },
    },
    ...Object.fromEntries([400, 404, 413, 415, 500, 503].map((status) => [String(status), error(status)])),
  },
};

const progressChannel = {
  operationId: 'demo_progress',
  summary: 'Watch a demo being made, over a WebSocket',
  description:
    'A WebSocket upgrade. Each message is a JSON text as shown for status 101; the first is the current state, and after ' +
    'a terminal one (`ready`, `failed`) the server closes with 1000. Authorised by the ticket of `wsUrl`, which is good ' +
    'for this demo for one hour, by a live key in a header, or by the session cookie.',
  tags: ['Demos'],
  security: [{ bearerKey: [] }, { headerKey: [] }, { sessionCookie: [] }, {}],
  parameters: [
    { ...demoIdParameter, name: 'demoId' },
    {
      name: 'ticket',
      in: 'query',
      required: false,
      schema: { type: 'string' },
      description: 'As in `wsUrl`',
      example: 'eyJkZW1vIjoi…',
    },
  ],
  responses: {
    '101': {
      description: 'Switching protocols; messages follow',
      content: {
        'application/json': { schema: z.toJSONSchema(progressMessage, { target: 'draft-2020-12' }) },
      },
    },
    '401': error(401),
    '403': error(403),
    '404': error(404),
    '426': error(426),
  },
};

function file(operationId: string, summary: string, type: string) {
  const content = { [type]: { schema: {} } };
  return {
    operationId,
    summary,
    description: 'The latest good version. Answers Range, If-None-Match and If-Range.',
    tags: ['Media'],
    security: [],
    parameters: [
      demoIdParameter,
      {
        name: 'Range',
        in: 'header',
        required: false,
        schema: { type: 'string' },
        description: 'A part of the file alone',
        example: 'bytes=0-1023',
      },
    ],
    responses: {
      '200': { description: 'The whole file', headers: requestId, content },
      '206': { description: 'A part of the file', headers: requestId, content },
      '304': { description: 'The file that the caller has is the latest', headers: requestId },
      '404': error(404),
      '416': error(416),
    },
  };
}

const snapshot = counted(file('demo_snapshot', 'A still of the film', 'image/jpeg'), {
  said: 'Which still',
  description: 'As the `url` in `snapshots` names it, counted from 1. Of the latest good version.',
});
const failure = counted(file('demo_failure', 'The page when a step failed', 'image/jpeg'), {
  said: 'The version that was being made',
  description:
    'As the `error` of the demo and the failed line of its `recording_log` name it: an element was gone, or several could be it.',
});

const seenPage = counted(file('demo_page', 'The page as a version saw it', 'image/jpeg'), {
  said: 'The version',
  description:
    'As `before_url` and `after_url` in `refreshHistory` name it: the page from its top, six screens at most.',
});

function counted(one: ReturnType<typeof file>, more: { said: string; description: string }) {
  const { said, description } = more;
  const parameter = {
    name: 'number',
    in: 'path',
    required: true,
    description: said,
    example: 1,
    schema: { type: 'integer', minimum: 1, maximum: 999 },
  };
  return { ...one, description, parameters: [...one.parameters, parameter] };
}

function page(operationId: string, summary: string, parameters: object[]) {
  const html = { 'text/html': { schema: { type: 'string' } } };
  return {
    operationId,
    summary,
    description: 'Shows how far the demo has come until there is a video, and then the latest good version.',
    tags: ['Media'],
    security: [],
    parameters: [demoIdParameter, ...parameters],
    responses: {
      '200': { description: 'The player, or how far the demo has come', headers: requestId, content: html },
      '304': { description: 'The page that the caller has, by its ETag, is the latest', headers: requestId },
      '404': { description: 'There is no such demo', headers: requestId, content: html },
    },
  };
}
