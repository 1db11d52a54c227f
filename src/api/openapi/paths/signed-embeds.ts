import { exampleIds } from '../../../domain/fields.ts';
import { errorResponses, limitHeaders, requestIdHeader } from '../references.ts';

const text = (name: string, description: string, example: string, required = true) => ({
  name,
  in: 'query',
  required,
  description,
  example,
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
    'For the `src` of an iframe on the site of the project. A server signs the address with the signing secret of the project, so ' +
    'the page needs no key. `payload` is the base64url form of a JSON object: `{demoId}`, or `{url, prompt, template, section, ' +
    'presentation}` with every member optional. Both take the optional player properties `autoplay`, `loop`, `muted`, `controls` ' +
    '(booleans), `poster` (the address of a picture, or a boolean) and `theme` (`light`, `dark`, `auto`). Without a payload the ' +
    'newest finished demo of the project is shown. `signature` is the lower-case hex of an HMAC-SHA256 over `v1`, `project_id`, ' +
    '`expires` and `payload`, joined by line feeds; its key is the text of the signing secret. `url` has to be on the site of the ' +
    'project. A demo that was made for the same project, page, prompt, template, section and presentation is reused, as in ' +
    '`embed/generate`. Only pages on the site of the project and on `localhost` may frame it.',
  tags: ['Embeds'],
  security: [],
  parameters: [
    text('project_id', 'The id of the project.', exampleIds.project),
    text('expires', 'When the address stops working, in Unix seconds; at most 31 days ahead.', '1772448845'),
    text(
      'signature',
      '64 lower-case hex digits.',
      '5f0c1d0b6c2a4e8f9a7b3c5d1e2f40516273849506a7b8c9dae1fb2c3d4e5f60',
    ),
    // {"prompt":"Show the pricing"}
    text('payload', 'What to show, and how to play it.', 'eyJwcm9tcHQiOiJTaG93IHRoZSBwcmljaW5nIn0', false),
    {
      ...text('retry', '`1` where a person asks to try again after a failure. It is not signed.', '1', false),
      schema: { type: 'string', enum: ['1'] },
    },
  ],
  responses: {
    '200': framed(
      'The player; or the progress, which becomes the player by itself; or a notice that the demo failed',
    ),
    '202': framed(
      'This call started a generation. The page shows the progress and becomes the player by itself',
    ),
    ...errorResponses(400, 401, 404, 429, 500, 503),
  },
};
