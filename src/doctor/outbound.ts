import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import { startGuard } from '../recorder/index.ts';
import { type Finding, failed, ok, warned } from './check.ts';

/** Asks through the guard for a server on this machine, which it has to refuse, and says what the settings open. */
export async function tryOutboundGuard(
  { allowHosts, allowLoopback }: Config,
  log: Logger,
): Promise<Finding[]> {
  const inside = createServer((_request, response) => response.end('inside'));
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const guard = await startGuard({ allowHosts: [], allowLoopback: false, connectTimeoutMs: 5_000, log });
  try {
    const { port } = inside.address() as AddressInfo;
    const isRefused = (await through(guard, `http://127.0.0.1:${port}/`)) !== 'inside';
    if (!isRefused)
      return [failed('pages reach this machine', 'Do not run the service like this: report it as a fault.')];
    const opened = [...(allowLoopback ? ['this machine'] : []), ...allowHosts].join(', ');
    return [
      ok('pages reach public addresses alone'),
      ...(opened
        ? [
            warned(
              `opened by settings: ${opened}`,
              'Right for your own machine; elsewhere see SHOWREEL_ALLOW_HOSTS and HOST.',
            ),
          ]
        : []),
    ];
  } finally {
    await guard.stop();
    inside.closeAllConnections();
    inside.close();
  }
}

type RunningGuard = Awaited<ReturnType<typeof startGuard>>;

function through({ url, credentials }: RunningGuard, target: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const { username, password } = credentials;
  const given = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return new Promise((resolve, reject) => {
    const headers = { host: new URL(target).host, 'proxy-authorization': given };
    const asked = request({ host: hostname, port, path: target, headers, timeout: 10_000 }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text));
      answer.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error('the guard did not answer')));
    asked.on('error', reject);
    asked.end();
  });
}
