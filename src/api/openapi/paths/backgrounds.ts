import { exampleIds } from '../../../domain/fields.ts';
import { errorResponses, limitHeaders, ref, requestIdHeader } from '../references.ts';

const string = (description: string, example: string) => ({
  type: 'string',
  description,
  examples: [example],
});

export const backgroundUpload = {
  operationId: 'backgrounds_upload',
  summary: 'Upload a background of your own',
  description:
    'The body is a form with a PNG, JPEG or WebP picture of at most 10 MB and 50 megapixels. The type is recognised by the ' +
    'content. The picture is drawn anew: turned as its orientation says, in sRGB, the first frame only, at most 3840 pixels ' +
    'long, and without metadata. Use `imageUrl` as `presentation.background.imageUrl`.',
  tags: ['Backgrounds'],
  security: [{ bearerKey: [] }, { headerKey: [] }, { sessionCookie: [] }],
  parameters: [ref('parameters', 'IdempotencyKey')],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
          required: ['file'],
        },
        encoding: { file: { contentType: 'image/png, image/jpeg, image/webp' } },
      },
    },
  },
  responses: {
    '201': {
      description: 'Created',
      headers: { ...requestIdHeader, ...limitHeaders },
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              id: string('The id, for `DELETE /backgrounds/{id}`', exampleIds.background),
              key: string('The key in the media storage', `backgrounds/${exampleIds.background}/image.webp`),
              imageUrl: string(
                'The address of the picture',
                `https://showreel.example.com/backgrounds/${exampleIds.background}.webp`,
              ),
            },
            required: ['id', 'key', 'imageUrl'],
          },
        },
      },
    },
    ...errorResponses(400, 401, 403, 409, 413, 415, 429, 500, 503),
  },
};

export const backgroundImage = {
  operationId: 'background_image',
  summary: 'The picture of an uploaded background',
  description:
    'The `previewUrl` of every background has an address of this form too. The answer honours `If-None-Match`.',
  tags: ['Media'],
  security: [],
  parameters: [
    {
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'string' },
      description: 'The id of the background',
      example: exampleIds.background,
    },
  ],
  responses: {
    '200': {
      description: 'The picture',
      headers: requestIdHeader,
      content: { 'image/webp': { schema: {} } },
    },
    '304': { description: 'The copy that the caller has is the latest', headers: requestIdHeader },
    ...errorResponses(404),
  },
};
