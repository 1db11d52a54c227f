// A process that starts or joins the embedded server and stays, for tests that kill it. When the server is up, the process
// prints one JSON line. Any input on stdin makes it stop gracefully.
import { startEmbeddedPostgres } from '../../src/database/embedded.ts';
import { createLogger } from '../../src/log.ts';

const dataDir = process.argv[2];
if (!dataDir) throw new Error('expected the data folder as the only argument');
const server = await startEmbeddedPostgres({
  dataDir,
  log: createLogger('silent'),
  settings: { fsync: 'off' },
});
process.stdout.write(`${JSON.stringify({ url: server.url, firstStart: server.firstStart })}\n`);
process.stdin.once('data', async () => {
  await server.stop();
  process.exit(0);
});
process.stdin.once('end', () => process.exit(1));
