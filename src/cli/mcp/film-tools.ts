/** The tools that film: preview, create, watch, refresh, restyle. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { unwrap } from '../../client/index.ts';
import type { Presentation } from '../demos/look.ts';
import { projectOf } from '../demos/projects.ts';
import { readDemo, watchDemo } from '../demos/watch.ts';
import { aspects } from '../demos/wish.ts';
import type { FilmProgress } from '../terminal/film-display.ts';
import { answering, type Service, summaryOf, told } from './answer.ts';

const demo_id = z.string().describe('The id of a demo, demo_…');
const presentation = z
  .record(z.string(), z.unknown())
  .describe(
    'The look, such as {"background": "midnight", "mockup": "macos-dark"}. The service names what it does not know',
  );
const sound = z
  .object({
    music: z
      .string()
      .nullish()
      .describe('A name that the service offers, or any. A wrong name is answered with the right ones'),
    voice: z
      .union([z.boolean(), z.object({ voice: z.string().nullish() })])
      .nullish()
      .describe('true: a voice reads the captions'),
  })
  .describe('What the film sounds like; silent where it is left out');
const wish = {
  page: z.url().optional().describe('The address of the page. A page that has no project yet gets one'),
  project_id: z.string().optional().describe('The project, instead of the page'),
  sentence: z
    .string()
    .min(1)
    .max(500)
    .describe('What the film shows: "Open the pricing and switch to yearly"'),
  duration: z.enum(['5s', '10s', '30s']).optional(),
  resolution: z.enum(['720p', '1080p']).optional(),
  aspect: z.enum(aspects).optional().describe('The shape of the video, width to height. 16:9 unless given'),
  format: z.enum(['mp4', 'webm']).optional(),
  viewport: z
    .enum(['desktop', 'tablet', 'mobile'])
    .optional()
    .describe('The device, where the page gets a project'),
  presentation: presentation.optional(),
  sound: sound.optional(),
};
type Wish = z.infer<z.ZodObject<typeof wish>>;

export function registerFilmTools(server: McpServer, service: Service): void {
  const { client } = service;
  server.registerTool(
    'preview_demo',
    {
      title: 'Preview a demo',
      description:
        'The storyboard of a sentence: its scenes, and what of it the page cannot do. Costs nothing.',
      inputSchema: wish,
      annotations: { destructiveHint: false, openWorldHint: true },
    },
    (given) =>
      answering(service, async () => {
        const body = await bodyOf(service, given);
        const { title, durationMs, scenes, unmet, warnings } = await unwrap(
          client.POST('/api/v1/demos/preview', { body }),
        );
        const shown = scenes.map(({ what, why, startMs, stillUrl }) => ({ what, why, startMs, stillUrl }));
        return told({ project_id: body.project_id, title, durationMs, scenes: shown, unmet, warnings });
      }),
  );
  server.registerTool(
    'create_demo',
    {
      title: 'Make a demo',
      description:
        'Begins to film a page. Answers at once: call watch_demo with the id next. Costs one generation or credit.',
      inputSchema: wish,
      annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: true },
    },
    (given) =>
      answering(service, async () => {
        const created = await unwrap(client.POST('/api/v1/demos', { body: await bodyOf(service, given) }));
        return told(summaryOf(await readDemo(service, created.id)));
      }),
  );
  server.registerTool(
    'watch_demo',
    {
      title: 'Wait for a demo',
      description: 'Waits for the film of a demo. Where `done` is false after that time, call it again.',
      inputSchema: { demo_id, wait_sec: z.number().int().min(1).max(600).default(50) },
      annotations: { readOnlyHint: true },
    },
    ({ demo_id: id, wait_sec }, extra) =>
      answering(service, async () => {
        const demo = await waitFor(service, id, wait_sec, extra);
        const job = demo.latestJob?.status;
        return told({ done: job !== 'queued' && job !== 'running', ...summaryOf(demo) });
      }),
  );
  registerRetakeTools(server, service);
}

function registerRetakeTools(server: McpServer, service: Service): void {
  const { client } = service;
  const annotations = { destructiveHint: false, idempotentHint: false };
  server.registerTool(
    'refresh_demo',
    {
      title: 'Film a demo again',
      description: 'Plans and films a demo again, under the same addresses. Call watch_demo next.',
      inputSchema: { demo_id },
      annotations,
    },
    ({ demo_id: id }) =>
      answering(service, async () =>
        told({ ...(await unwrap(client.POST('/api/v1/demos/{id}/refresh', { params: { path: { id } } }))) }),
      ),
  );
  server.registerTool(
    'restyle_demo',
    {
      title: 'Give a demo another look',
      description:
        'The same film with another look, whose left out members have their defaults, and another sound where one is named. Call watch_demo next.',
      inputSchema: {
        demo_id,
        presentation,
        aspect: z
          .enum(aspects)
          .optional()
          .describe('Another shape of the video; left out, it stays as it is'),
        sound: sound.nullable().optional(),
      },
      annotations,
    },
    ({ demo_id: id, presentation, aspect, sound }) =>
      answering(service, async () => {
        const look = { presentation: presentation as Presentation, aspect };
        const body = { ...look, ...(sound !== undefined && { sound }) };
        return told({
          ...(await unwrap(client.POST('/api/v1/demos/{id}/restyle', { params: { path: { id } }, body }))),
        });
      }),
  );
}

async function bodyOf({ client }: Service, given: Wish) {
  const {
    page,
    project_id: project,
    viewport,
    sentence: prompt,
    duration: duration_target,
    ...others
  } = given;
  const project_id = await projectOf(client, {
    ...(page && { page }),
    ...(project && { project }),
    viewport,
  });
  const { format, resolution, aspect, sound } = others;
  const look = others.presentation as Presentation | undefined;
  return { project_id, prompt, duration_target, format, resolution, aspect, presentation: look, sound };
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Clients give up a call after a minute by default, so the wait ends before the film where that takes longer. */
async function waitFor(
  service: Service,
  id: string,
  waitSec: number,
  { signal, sendNotification, _meta }: Extra,
) {
  const progressToken = _meta?.progressToken;
  const onProgress = ({ progress, message, step, status }: FilmProgress) => {
    if (progressToken === undefined) return;
    const params = { progressToken, progress, total: 1, message: message ?? step ?? status };
    // An agent that has gone needs no progress.
    void sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const timeout = AbortSignal.timeout(waitSec * 1000);
  try {
    return await watchDemo(service, id, { signal: AbortSignal.any([signal, timeout]), onProgress });
  } catch (error) {
    if (!timeout.aborted) throw error;
    return readDemo(service, id);
  }
}
