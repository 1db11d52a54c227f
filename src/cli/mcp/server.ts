import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Service } from './answer.ts';
import { registerFilmTools } from './film-tools.ts';
import { registerMomentTool } from './moment-tool.ts';
import { registerReadTools } from './read-tools.ts';
import { registerResources } from './resources.ts';

const instructions =
  'Showreel makes a demo video of a web page from one sentence. A film in three calls: create_demo with the address of the page and the ' +
  'sentence, watch_demo until it is done, then get_still to look at it or its `urls` to use it. Where the sentence is uncertain, ' +
  'preview_demo shows the storyboard first, without a cost. A demo costs one generation or credit, a refresh and a restyle too.';

/** A server for one key. */
export function createMcpServer(service: Service, version: string): McpServer {
  const server = new McpServer({ name: 'showreel', title: 'Showreel', version }, { instructions });
  registerFilmTools(server, service);
  registerMomentTool(server, service);
  registerReadTools(server, service);
  registerResources(server, service);
  return server;
}
