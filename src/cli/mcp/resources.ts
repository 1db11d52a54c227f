/** The script and the log of each demo, as documents that an agent reads when it needs them. */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import { readDemos } from '../demos/list.ts';
import { readDemo } from '../demos/watch.ts';
import type { Service } from './answer.ts';

const kinds = {
  script: 'The script of the film, as a flow that opens in the Recorder of Chrome',
  log: 'What happened at each step of the film',
} as const;
/** Older demos are read by their address. */
const mostListed = 20;

export function registerResources(server: McpServer, service: Service): void {
  for (const [kind, description] of Object.entries(kinds) as [keyof typeof kinds, string][]) {
    const mimeType = 'application/json';
    const list = async () => {
      const demos = await readDemos(service.client, { limit: mostListed, status: 'ready' });
      const generated = demos.filter(({ source }) => source === 'generated');
      return {
        resources: generated.map(({ id, title, prompt }) => ({
          uri: `showreel://demos/${id}/${kind}`,
          name: `${title ?? prompt} (${kind})`,
          mimeType,
        })),
      };
    };
    server.registerResource(
      kind,
      new ResourceTemplate(`showreel://demos/{id}/${kind}`, { list }),
      { title: `The ${kind} of a demo`, description, mimeType },
      async (uri, { id }) => {
        const demo = await readDemo(service, String(id));
        const value = demo[kind];
        if (!value) throw new Error(`The demo ${demo.id} has no ${kind}: it is ${demo.status}.`);
        return { contents: [{ uri: uri.href, mimeType, text: JSON.stringify(value, null, 2) }] };
      },
    );
  }
}
