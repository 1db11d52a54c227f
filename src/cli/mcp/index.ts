/**
 * `showreel mcp`: the service for agents, by the Model Context Protocol. It makes, watches and reads demos. It never shows a key, a
 * signing secret or a login, and it deletes nothing. The protocol's library is loaded only by this command.
 */
import { InvalidArgumentError } from 'commander';
import type { CommandHost } from '../command.ts';
import type { Session } from '../session/session.ts';

export function addMcpCommand({ program, version, signedIn, anyone }: CommandHost): void {
  const overStdio = signedIn(async (session) => serveOverStdio(session, version));
  const overHttp = anyone(async ({ baseUrl, printer }, port: number) => {
    const { serveOverHttp } = await import('./http.ts');
    const served = await serveOverHttp({ baseUrl: await baseUrl(), port, version });
    printer.result({ url: served.url }, () => [served.url]);
    printer.remark(
      'Every request needs a live key, as `Authorization: Bearer sr_live_…`. Ctrl-C ends the server.',
    );
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
    });
    await served.close();
  });
  program
    .command('mcp')
    .description('serve agents by the Model Context Protocol, over stdin and stdout')
    .option('--http <port>', 'over streamable HTTP on this machine instead; 0 takes a free port', portNumber)
    .action(({ http }: { http?: number }) => (http === undefined ? overStdio() : overHttp(http)));
}

/** Ends when the agent closes stdin. Nothing but the protocol is written to stdout. */
async function serveOverStdio(session: Session, version: string): Promise<void> {
  const [{ createMcpServer }, { StdioServerTransport }] = await Promise.all([
    import('./server.ts'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ]);
  const server = createMcpServer(session, version);
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Expected a port from 0 to 65535.');
  return port;
}
