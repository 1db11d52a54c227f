import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { unwrap } from '../../client/index.ts';
import { answering, type Service, told } from './answer.ts';

/** The tool that chooses what the poster and the GIF of a film show. */
export function registerMomentTool(server: McpServer, service: Service): void {
  server.registerTool(
    'pick_moment',
    {
      title: 'Choose the poster and the GIF',
      description:
        'Makes the poster of this second of the video, and the GIF of the four seconds around it. Costs nothing. They are there within seconds, ' +
        'under the same addresses.',
      inputSchema: {
        demo_id: z.string().describe('The id of a demo, demo_…'),
        at_sec: z.number().min(0).describe('The moment, in seconds from the beginning of the video'),
        only: z.enum(['thumbnail', 'gif']).optional().describe('One of the two; the other stays as it is'),
      },
      annotations: { destructiveHint: false, idempotentHint: true },
    },
    ({ demo_id: id, at_sec, only }) =>
      answering(service, async () => {
        const body = { time_ms: Math.round(at_sec * 1000), ...(only && { pictures: [only] }) };
        return told({
          ...(await unwrap(
            service.client.PUT('/api/v1/demos/{id}/moment', { params: { path: { id } }, body }),
          )),
        });
      }),
  );
}
