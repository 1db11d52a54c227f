/** The tools that read: the list of demos, and stills of a film. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { DemoDetail } from '../../client/index.ts';
import { readDemos } from '../demos/list.ts';
import { readDemo } from '../demos/watch.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { answering, type Service, told } from './answer.ts';

const statuses = ['pending', 'planning', 'recording', 'refreshing', 'ready', 'failed'] as const;

export function registerReadTools(server: McpServer, service: Service): void {
  const annotations = { readOnlyHint: true };
  server.registerTool(
    'list_demos',
    {
      title: 'List demos',
      description: 'The demos, newest first.',
      inputSchema: {
        project_id: z.string().optional(),
        status: z.enum(statuses).optional(),
        limit: z.number().int().min(1).max(100).default(20),
      },
      annotations,
    },
    ({ project_id: project, status, limit }) =>
      answering(service, async () => {
        const found = await readDemos(service.client, {
          limit,
          ...(project && { project }),
          ...(status && { status }),
        });
        const demos = found.map(({ id, project_id, title, prompt, status, version, source, urls }) => ({
          id,
          project_id,
          title,
          sentence: prompt,
          status,
          version,
          source,
          share: urls.share,
        }));
        return told({ demos });
      }),
  );
  server.registerTool(
    'get_still',
    {
      title: 'Look at a demo',
      description:
        'A picture of the film: its poster, or with at_sec the still that is nearest to that second.',
      inputSchema: { demo_id: z.string(), at_sec: z.number().min(0).optional() },
      annotations,
    },
    ({ demo_id: id, at_sec }) =>
      answering(service, async () => {
        const url = stillOf(await readDemo(service, id), at_sec);
        const answer = await fetch(new URL(url, service.baseUrl), { signal: AbortSignal.timeout(30_000) });
        if (!answer.ok) throw new Error(`The still was answered with ${answer.status}.`);
        const data = Buffer.from(await answer.arrayBuffer()).toString('base64');
        const mimeType = answer.headers.get('content-type') ?? 'image/png';
        return {
          content: [
            { type: 'image', data, mimeType },
            { type: 'text', text: url },
          ],
        };
      }),
  );
}

/** @throws CommandFailure where there is none yet. */
function stillOf({ id, status, urls, snapshots }: DemoDetail, atSec: number | undefined): string {
  const stills = JSON.parse(snapshots ?? '[]') as { timeMs: number; url: string }[];
  const distance = ({ timeMs }: { timeMs: number }) => Math.abs(timeMs - (atSec ?? 0) * 1000);
  const nearest = stills.toSorted((a, b) => distance(a) - distance(b))[0]?.url;
  const url = atSec === undefined ? (urls.thumbnail ?? nearest) : (nearest ?? urls.thumbnail);
  if (!url)
    throw new CommandFailure(
      exitCodes.failed,
      `There is no still of ${id}: it is ${status}. Call watch_demo first.`,
      {
        code: 'not_ready',
      },
    );
  return url;
}
