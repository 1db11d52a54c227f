/**
 * The command line of this repository: what the npm package `showreel` does, and what needs the repository. The commands are in `cli/`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminAddress, runAdmin } from './cli/admin/index.ts';
import { runShowreel } from './cli/program.ts';
import { addRecordCommand } from './cli/record/index.ts';
import { processOutput } from './cli/terminal/output.ts';
import { readConfig } from './config.ts';
import { readAdminAccess } from './start/admin-access.ts';
import { readCredentials } from './start/credentials.ts';

async function adminAddress(givenUrl: string | null): Promise<AdminAddress> {
  const { admin, dataDir } = readConfig();
  const kept = await readAdminAccess(dataDir);
  const url = givenUrl?.replace(/\/+$/, '') ?? admin.url ?? kept?.url ?? null;
  // The credential in the data folder is sent to the service of that folder and to no other address.
  const ownToken = url === kept?.url ? (kept?.token ?? null) : null;
  return { url, token: admin.token ?? ownToken };
}

const args = process.argv.slice(2);
if (args[0] === 'admin') {
  process.exitCode = await runAdmin(
    args.slice(1),
    adminAddress,
    processOutput(process.stdout, process.stderr),
  );
} else {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  process.exitCode = await runShowreel(args, {
    version,
    ownService: () => readCredentials(readConfig().dataDir),
    addMore: (host) => {
      addRecordCommand(host);
      // Here it is only listed: `admin` has options of its own.
      const listed = host.program
        .command('admin')
        .description('what operators do; `showreel admin help` says more');
      listed.action(() => listed.error('Expected "admin" as the first word.'));
    },
  });
}
