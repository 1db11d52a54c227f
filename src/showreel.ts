/**
 * The entry of the command line. It reads the settings, runs the command and sets its exit code. The commands are in `cli/`.
 */
import { type AdminAddress, runAdmin } from './cli/admin/index.ts';
import { processOutput } from './cli/output.ts';
import { readConfig } from './config.ts';
import { readAdminAccess } from './start/admin-access.ts';

const output = processOutput(process.stdout, process.stderr);

async function adminAddress(givenUrl: string | null): Promise<AdminAddress> {
  const { admin, dataDir } = readConfig();
  const kept = await readAdminAccess(dataDir);
  const url = givenUrl?.replace(/\/+$/, '') ?? admin.url ?? kept?.url ?? null;
  // The credential in the data folder is sent to the service of that folder and to no other address.
  const ownToken = url === kept?.url ? (kept?.token ?? null) : null;
  return { url, token: admin.token ?? ownToken };
}

const [room, ...rest] = process.argv.slice(2);
if (room === 'admin') process.exitCode = await runAdmin(rest, adminAddress, output);
else {
  const asked = room === undefined || room === 'help' || room === '--help';
  (asked ? output.line : output.remark)(
    'showreel admin COMMAND   what operators see and do; showreel admin help says more',
  );
  process.exitCode = asked ? 0 : 2;
}
