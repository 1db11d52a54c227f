/**
 * The command line of this repository: what the npm package `showreel` does, and what needs the repository. The commands are in `cli/`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Keeper } from './cli/admin/backup.ts';
import { type AdminAddress, runAdmin } from './cli/admin/index.ts';
import type { CommandHost } from './cli/command.ts';
import { runShowreel } from './cli/program.ts';
import { addRecordCommand } from './cli/record/index.ts';
import { type Output, processOutput } from './cli/terminal/output.ts';
import { readConfig } from './config.ts';
import type { Diagnosis } from './doctor/index.ts';
import { createLogger } from './log.ts';
import { readAdminAccess } from './start/data/admin-access.ts';
import { readCredentials } from './start/data/credentials.ts';

async function adminAddress(givenUrl: string | null): Promise<AdminAddress> {
  const { admin, dataDir } = readConfig();
  const kept = await readAdminAccess(dataDir);
  const url = givenUrl?.replace(/\/+$/, '') ?? admin.url ?? kept?.url ?? null;
  // The credential in the data folder is sent to the service of that folder and to no other address.
  const ownToken = url === kept?.url ? (kept?.token ?? null) : null;
  return { url, token: admin.token ?? ownToken };
}

/** Loaded where it is needed: the other commands know nothing of the service. */
const keys = () => import('./start/commands/keys.ts');

function keeper(): Keeper {
  const config = readConfig();
  const log = createLogger('warn', 'keeper');
  return {
    passphrase: config.backupPassphrase,
    async backUp(path, passphrase, onObject) {
      const { backUpService } = await import('./start/commands/backup.ts');
      return backUpService(config, path, passphrase, onObject, log);
    },
    async restore(path, passphrase) {
      const { restoreService } = await import('./start/commands/backup.ts');
      return restoreService(config, path, passphrase, log);
    },
    async copyMedia(to, onObject) {
      const { copyServiceMedia } = await import('./start/commands/copy-media.ts');
      return copyServiceMedia(config, to, onObject);
    },
    keys: {
      list: async () => (await keys()).listKeys(config, log),
      rotate: async (operator, onRow) => (await keys()).rotateKeys(config, operator, log, onRow),
      reseal: async (operator, onRow) => (await keys()).resealWithNewest(config, operator, log, onRow),
      retire: async (id) => (await keys()).retireKey(config, id, log),
    },
  };
}

function list(program: CommandHost['program'], name: string, description: string): void {
  const listed = program.command(name).description(description);
  listed.action(() => listed.error(`Expected "${name}" as the first word.`));
}

/** @returns 0 where everything that is needed works, 1 where something does not, 2 where the words or the settings are wrong */
async function runDoctor(words: string[], { line, remark }: Output): Promise<number> {
  const json = words.includes('--json');
  if (words.some((word) => word !== '--json')) {
    remark('usage: showreel doctor [--json]');
    return 2;
  }
  // The doctor loads the whole service: every command took 1.2 s of a processor to start with it, and takes 0.4 s without.
  const { examine, linesOf } = await import('./doctor/index.ts');
  try {
    const tell = (diagnosis: Diagnosis) => {
      if (!json) for (const text of linesOf(diagnosis)) line(text);
    };
    const diagnoses = await examine(readConfig(), tell);
    const works = diagnoses.every(({ state }) => state !== 'failed');
    if (json) line(JSON.stringify({ ok: works, checks: diagnoses }, null, 2));
    return works ? 0 : 1;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (json) line(JSON.stringify({ ok: false, error: message }));
    remark(message);
    return 2;
  }
}

const args = process.argv.slice(2);
if (args[0] === 'doctor') {
  process.exitCode = await runDoctor(args.slice(1), processOutput(process.stdout, process.stderr));
} else if (args[0] === 'admin') {
  process.exitCode = await runAdmin(
    args.slice(1),
    adminAddress,
    processOutput(process.stdout, process.stderr),
    keeper,
  );
} else {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  process.exitCode = await runShowreel(args, {
    version,
    ownService: () => readCredentials(readConfig().dataDir),
    addMore: (host) => {
      addRecordCommand(host);
      // Here they are only listed: they have options of their own.
      list(host.program, 'admin', 'what operators do; `showreel admin help` says more');
      list(host.program, 'doctor', 'try everything that the service needs, and say what to do');
    },
  });
}
