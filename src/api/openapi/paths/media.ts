import { errorResponses, requestIdHeader } from '../references.ts';
import { demoIdParameter } from './demo-id.ts';

const previewIdParameter = {
  ...demoIdParameter,
  description: 'The id of the preview',
  example: 'prev_6c1f0a2b9d3e4f5061728394a5b6c7d8',
};

/** The entry of a file that belongs to a demo. */
export function mediaFile(operationId: string, summary: string, type: string) {
  const content = { [type]: { schema: {} } };
  return {
    operationId,
    summary,
    description:
      'The file of the latest published version. The answer honours `Range`, `If-None-Match` and `If-Range`.',
    tags: ['Media'],
    security: [],
    parameters: [
      demoIdParameter,
      {
        name: 'Range',
        in: 'header',
        required: false,
        schema: { type: 'string' },
        description: 'Asks for a part of the file',
        example: 'bytes=0-1023',
      },
    ],
    responses: {
      '200': { description: 'The whole file', headers: requestIdHeader, content },
      '206': { description: 'A part of the file', headers: requestIdHeader, content },
      '307': {
        description:
          'The file is at the address in `Location`, for a while: this service keeps its media in a bucket and lets callers get them from there. Only videos and pictures of demos are answered so',
        headers: {
          ...requestIdHeader,
          Location: {
            description: 'The address, which is signed and good for an hour at most',
            required: true,
            schema: { type: 'string', format: 'uri' },
          },
        },
      },
      '304': { description: 'The copy that the caller has is the latest', headers: requestIdHeader },
      ...errorResponses(404, 416),
    },
  };
}

export const snapshot = counted(mediaFile('demo_snapshot', 'A still of the video', 'image/jpeg'), {
  said: 'The number of the still',
  description:
    'A still of the latest published version. The stills are counted from 1, and `url` in `snapshots` names their addresses.',
});
export const failurePicture = counted(
  mediaFile('demo_failure', 'A picture of the page at a failed step', 'image/jpeg'),
  {
    said: 'The number of the version that was being made',
    description:
      'The step failed because its element was gone, or because several elements could be the one that is meant. The `error` of ' +
      'the demo and the failed line of its `recording_log` name the address of this picture.',
  },
);

export const seenPage = counted(
  mediaFile('demo_page', 'A picture of the page as a version saw it', 'image/jpeg'),
  {
    said: 'The number of the version',
    description:
      'The page from its top, at most six screens. `before_url` and `after_url` in `refreshHistory` name the address of this picture.',
  },
);

export const liveFrame = counted(
  mediaFile('demo_live', 'A picture of a video that is being made', 'image/jpeg'),
  {
    said: 'The number of the picture',
    description:
      'The video as it is at the moment, about one picture a second. `frame` in the messages of the progress channel names its path. The ' +
      'pictures are removed when the job ends.',
  },
);

const still = counted(mediaFile('preview_still', 'A still of a preview', 'image/jpeg'), {
  said: 'The number of the scene',
  description:
    'A picture of a scene as the video will show it. It is removed an hour after the preview. `stillUrl` in the answer of ' +
    '`POST /demos/preview` names its address, which nobody can guess.',
});
export const previewStill = {
  ...still,
  parameters: still.parameters.map((one) => (one === demoIdParameter ? previewIdParameter : one)),
};

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
