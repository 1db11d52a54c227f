import { z } from 'zod';
import { aspects } from '../../../recorder/contract/shapes.ts';
import { idField, nullableText, nullableTimeField, timeField } from '../../fields.ts';
import { demoSources, demoStatuses, jobKinds, triggers } from '../events.ts';
import { soundAnswer } from '../sound.ts';
import { warningsField } from '../warnings.ts';
import { detailUrlsField, type OwnTracks, urlsField } from './addresses.ts';
import { documentFields } from './documents.ts';
import { evidenceFields } from './evidence.ts';
import { pixels } from './film-size.ts';

const folder = 'demos/demo_01kjpx72b4fabn2v1n9dm8936v/v1';

const demoFields = z.object({
  id: idField('demo'),
  project_id: idField('project'),
  prompt: z.string().meta({ examples: ['Open the pricing section and compare the plans'] }),
  status: z.enum(demoStatuses).meta({ examples: ['ready'] }),
  title: nullableText('Pricing at a glance'),
  action_script: nullableText(
    '{"title":"Pricing at a glance","steps":[{"type":"navigate","url":"https://example.com/"}]}',
    'A Chrome DevTools Recorder user flow, as JSON text; null until the demo was planned',
  ),
  ai_plan: nullableText(
    '{"source":"heuristic","summary":"Shows the plans side by side","scenes":[]}',
    'The plan, which says what is shown and why, as JSON text',
  ),
  snapshots: nullableText(
    `[{"timeMs":1200,"key":"${folder}/snapshots/1.jpg","url":"/snapshot/demo_01kjpx72b4fabn2v1n9dm8936v-1.jpg","label":"The plans"}]`,
    'A JSON array with one member for each still, as text',
  ),
  video_key: nullableText(`${folder}/video.mp4`),
  gif_key: nullableText(`${folder}/demo.gif`),
  thumbnail_key: nullableText(`${folder}/thumb.png`),
  duration_ms: z
    .number()
    .nullable()
    .meta({ examples: [10_000] }),
  recording_log: nullableText(
    '[{"step":0,"type":"navigate","intent":"Open the page","startMs":0,"endMs":900,"status":"ok","selector":null,"message":null}]',
    'A JSON array with one member for each step, as text',
  ),
  sound: soundAnswer,
  format: z.enum(['mp4', 'webm']),
  resolution: z.enum(['720p', '1080p']).meta({ examples: ['1080p'] }),
  aspect: z
    .enum(aspects)
    .nullable()
    .meta({ description: 'The shape of the video, width to height; null for an upload', examples: ['16:9'] }),
  width: pixels('The width of the video in pixels; null for an upload whose size is not known', 1920),
  height: pixels('The height of the video in pixels; null for an upload whose size is not known', 1080),
  duration_target: nullableText('10s', '`5s`, `10s` or `30s`; null for an upload'),
  context: nullableText(null, 'What else the planner should know'),
  context_hash: nullableText(
    null,
    'Set for demos of embeds. Equal inputs have the same hash and share one demo',
  ),
  presentation: nullableText('{"background":"brand","mockup":"macos-light"}', 'A JSON object, as text'),
  window_follows_page: z.boolean().meta({
    description:
      'True where no `mockup` was named: the window is light or dark as the page is, and `presentation` has the default in its place',
    examples: [true],
  }),
  recorder_variants: nullableText(null),
  version: z.number().meta({ description: 'The number of recordings that were published', examples: [1] }),
  error: nullableText(null, 'Why the newest job failed'),
  warnings: warningsField,
  quality: z
    .number()
    .nullable()
    .meta({
      description:
        'How good the video is as far as the service can tell from its pictures and its page, from 0 to 1. It is 1 where nothing was found; `warnings` names what was. Null where there is no video, and of an upload',
      examples: [1],
    }),
  source: z.enum(demoSources),
  page_url: nullableText(null, 'The page that is filmed, where it is another one than that of the project'),
  created_at: timeField(),
  updated_at: timeField('2026-03-02T09:14:31.870Z'),
  refreshed_at: nullableTimeField(null),
});
export const demoSchema = demoFields
  .extend({ urls: urlsField, ...documentFields.partial().shape })
  .meta({ id: 'Demo' });
/** A demo as it is stored. Its addresses depend on where this service is reached (`withUrls`). */
export type DemoView = z.infer<typeof demoFields> & OwnTracks;

const detailFields = demoFields.extend({
  latestJob: z
    .object({
      id: idField('job'),
      kind: z.enum([...jobKinds, 'upload']),
      status: z
        .enum(['queued', 'running', 'completed', 'failed', 'cancelled'])
        .meta({ examples: ['completed'] }),
      step: nullableText(
        'publishing',
        'The current step: `planning`, `recording`, `rendering` or `publishing`',
      ),
      progress: z.number().meta({ description: 'The progress from 0 to 1', examples: [1] }),
      message: nullableText(null),
      started_at: nullableTimeField('2026-03-02T09:14:05.300Z'),
      completed_at: nullableTimeField('2026-03-02T09:14:31.870Z'),
      error: nullableText(null),
    })
    .nullable()
    .meta({ description: 'The newest job, in any state' }),
  refreshHistory: z
    .array(
      z.object({
        id: idField('job'),
        triggered_by: z.enum(triggers),
        result: z.enum(['queued', 'completed', 'failed', 'cancelled']),
        old_version: z.number().nullable(),
        new_version: z.number().nullable(),
        unchanged: z.boolean().meta({
          description:
            'True where a refresh found nothing new on the page: no new version was made, and its cost was given back',
          examples: [false],
        }),
        cost_returned: z.boolean().meta({
          description:
            'True where what it cost was given back: where it failed, was cancelled, or found nothing new. False where it was never queued and so cost nothing',
          examples: [false],
        }),
        error: nullableText(null),
        created_at: timeField(),
        ...evidenceFields,
      }),
    )
    .meta({ description: 'Refreshes and restyles, newest first, at most a hundred', examples: [[]] }),
});
export const demoDetailSchema = detailFields
  .extend({ urls: detailUrlsField, ...documentFields.shape })
  .meta({ id: 'DemoDetail' });
export type DemoDetail = z.infer<typeof detailFields> & OwnTracks;
