import { errorResponses, requestIdHeader } from '../references.ts';
import { demoIdParameter } from './demo-id.ts';

export function mediaFile(operationId: string, summary: string, type: string) {
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
      '200': { description: 'The whole file', headers: requestIdHeader, content },
      '206': { description: 'A part of the file', headers: requestIdHeader, content },
      '304': { description: 'The file that the caller has is the latest', headers: requestIdHeader },
      ...errorResponses(404, 416),
    },
  };
}

export const snapshot = counted(mediaFile('demo_snapshot', 'A still of the film', 'image/jpeg'), {
  said: 'Which still',
  description: 'As the `url` in `snapshots` names it, counted from 1. Of the latest good version.',
});
export const failurePicture = counted(
  mediaFile('demo_failure', 'The page when a step failed', 'image/jpeg'),
  {
    said: 'The version that was being made',
    description:
      'As the `error` of the demo and the failed line of its `recording_log` name it: an element was gone, or several could be it.',
  },
);

export const seenPage = counted(mediaFile('demo_page', 'The page as a version saw it', 'image/jpeg'), {
  said: 'The version',
  description:
    'As `before_url` and `after_url` in `refreshHistory` name it: the page from its top, six screens at most.',
});

function counted(one: ReturnType<typeof mediaFile>, more: { said: string; description: string }) {
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
