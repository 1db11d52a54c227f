import { errorResponses, limitHeaders, requestIdHeader } from '../references.ts';

const text = (name: string, description: string, required = true) => ({
  name,
  in: 'query',
  required,
  description,
  schema: { type: 'string', minLength: 1 },
});
const framed = (description: string) => ({
  description,
  headers: { ...requestIdHeader, ...limitHeaders },
  content: { 'text/html': { schema: { type: 'string' } } },
});

export const runtimeEmbed = {
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
    ...errorResponses(400, 401, 404, 429, 500, 503),
  },
};
