import { z } from 'zod';
import { commandOf } from '../context.ts';
import { assetKinds, trackKinds } from '../demos/events.ts';
import { exampleIds, idField, idOf } from '../fields.ts';
import { promptText, text } from '../input.ts';
import { protectedProcedure, router } from '../procedure.ts';
import { openBody } from './body.ts';
import { publishUpload } from './publish-upload.ts';
import { setAsset } from './set-asset.ts';
import { setTracks } from './set-tracks.ts';

const tags = ['Demos'];
const errors = [400, 403, 404, 411, 413, 415, 503] as const;
const videoTypes = ['video/mp4', 'video/webm'];
const addressAt = (path: string) => z.string().meta({ examples: [`https://showreel.example.com${path}`] });
const megabyte = 2 ** 20;
const trackField = z
  .string()
  .max(200_000)
  .meta({
    description: 'WebVTT, at most 200,000 characters',
    examples: ['WEBVTT\n\n00:01.000 --> 00:04.000\nThe prices, month by month\n'],
  });
const pictures = {
  thumbnail: {
    mediaTypes: ['image/png'],
    limitBytes: 5 * megabyte,
    what: 'A thumbnail',
    path: (id: string) => `/thumb/${id}.png`,
  },
  gif: {
    mediaTypes: ['image/gif'],
    limitBytes: 25 * megabyte,
    what: 'A GIF',
    path: (id: string) => `/gif/${id}.gif`,
  },
};

export const uploadRouter = router({
  video: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/local-upload',
        summary: 'Upload a video as a demo',
        description:
          'The demo is `ready` at once. The body is a complete MP4 or WebM file with a video track, sent with Content-Length. It has at ' +
          'most 200 MB unless this service has another limit. Content-Type, `format` and the content of the file have to agree. ' +
          'Checks run in this order: credential, rate limit, query (400), Content-Length (411, 413), Content-Type (415), project ' +
          '(404), format of the plan (403), uploads of the month (429), content (400, 413, 415). The duration is read from the ' +
          'file. `duration_ms` is for files that do not contain it; `null` or no value means "not known". An upload costs no ' +
          'credit. A thumbnail and a GIF are made from the video soon after.',
        tags,
      },
      access: 'upload',
      body: 'stream',
      mediaTypes: videoTypes,
      status: 201,
      errors,
      idempotent: true,
    })
    .input(
      z.object({
        project_id: idOf('project'),
        prompt: promptText.meta({ description: 'What the video shows', examples: ['The pricing page'] }),
        title: text(1, 200)
          .meta({ description: 'The title above the video', examples: ['Pricing at a glance'] })
          .optional(),
        duration_ms: z
          .number()
          .int()
          .min(0)
          .max(3_600_000)
          .nullable()
          .meta({
            description: 'The duration of the video, for a file that does not contain it',
            examples: [10_000],
          })
          .optional(),
        format: z.enum(['mp4', 'webm']).meta({ description: 'The kind of file in the body' }).default('mp4'),
      }),
    )
    .output(
      z.object({
        id: idField('demo'),
        status: z.literal('ready'),
        jobId: idField('job'),
        shareUrl: addressAt(`/share/${exampleIds.demo}`),
        embedUrl: addressAt(`/embed/${exampleIds.demo}`),
        videoUrl: addressAt(`/video/${exampleIds.demo}.mp4`),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const { services, caller, baseUrl } = ctx;
      const limitBytes = services.intake.videoLimitBytes;
      const body = openBody(ctx, { mediaTypes: videoTypes, limitBytes, what: 'A video' });
      const request = {
        userId: caller.userId,
        projectId: input.project_id,
        prompt: input.prompt,
        title: input.title ?? null,
        durationMs: input.duration_ms ?? null,
        format: input.format,
        triggeredBy: caller.via === 'session' ? 'manual' : 'api',
      } as const;
      const { demoId: id, jobId } = await publishUpload(services, commandOf(ctx), request, body);
      return {
        id,
        status: 'ready',
        jobId,
        shareUrl: `${baseUrl}/share/${id}`,
        embedUrl: `${baseUrl}/embed/${id}`,
        videoUrl: `${baseUrl}/video/${id}.${input.format}`,
      };
    }),

  tracks: protectedProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/demos/{id}/tracks',
        summary: 'Give an uploaded demo captions or chapters',
        description:
          'Both are WebVTT, as text. They take the place of those that were given before; what is left out stays. The player offers them from ' +
          'then on. A generated demo is a 400: its texts are made with its video.',
        tags,
      },
      errors: [400, 404],
    })
    .input(z.object({ id: idOf('demo'), captions: trackField.optional(), chapters: trackField.optional() }))
    .output(z.object({ id: idField('demo'), tracks: z.array(z.enum(trackKinds)) }))
    .mutation(async ({ ctx, input: { id, ...tracks } }) => {
      await setTracks(ctx.services, commandOf(ctx), { demoId: id, userId: ctx.caller.userId, tracks });
      return { id, tracks: trackKinds.filter((kind) => tracks[kind] !== undefined) };
    }),

  asset: protectedProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/demos/{id}/local-assets',
        summary: 'Replace the thumbnail or the GIF of an uploaded demo',
        description:
          'The body is a complete PNG (`type=thumbnail`, at most 5 MB) or a complete animated GIF (`type=gif`, at most 25 MB), sent with ' +
          'Content-Length. A generated demo is a 400. The addresses stay the same and show the new picture at once.',
        tags,
      },
      access: 'upload',
      body: 'stream',
      mediaTypes: ['image/png', 'image/gif'],
      status: 201,
      errors,
      idempotent: true,
    })
    .input(
      z.object({
        id: idOf('demo'),
        type: z.enum(assetKinds).meta({ description: 'The kind of file in the body' }),
      }),
    )
    .output(
      z.object({
        id: idField('demo'),
        type: z.enum(assetKinds),
        url: addressAt(`/thumb/${exampleIds.demo}.png`),
      }),
    )
    .mutation(async ({ ctx, input: { id, type } }) => {
      const { path, ...expected } = pictures[type];
      const body = openBody(ctx, expected);
      const asset = { demoId: id, userId: ctx.caller.userId, kind: type };
      await setAsset(ctx.services, commandOf(ctx), asset, body);
      return { id, type, url: `${ctx.baseUrl}${path(id)}` };
    }),
});
