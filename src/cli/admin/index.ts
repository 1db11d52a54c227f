/**
 * `showreel admin …`, for operators. `src/showreel.ts` imports this room. It uses the admin's API through its typed client
 * and touches no database. What is done without the service, backups, is handed in.
 */
import { userInfo } from 'node:os';
import { createAdminClient, refusalOf } from '../../admin/client.ts';
import type { Output } from '../terminal/output.ts';
import {
  balance,
  deleteAccount,
  find,
  grant,
  ledger,
  passwordLink,
  refund,
  replay,
  revoke,
} from './accounts.ts';
import { audit, heads, seal } from './audit.ts';
import { type Keeper, localCommands } from './backup.ts';
import { type Command, type LocalCommand, parseCommand, UsageError } from './command.ts';
import { jobs } from './jobs.ts';
import { log } from './log.ts';
import { machines } from './machines.ts';
import { operators } from './operators.ts';
import { projections } from './projections.ts';

const commands: Record<string, Command> = {
  find,
  ledger,
  balance,
  replay,
  grant,
  revoke,
  refund,
  'password-link': passwordLink,
  delete: deleteAccount,
  audit,
  heads,
  seal,
  projections,
  jobs,
  machines,
  operators,
  log,
};

export interface AdminAddress {
  url: string | null;
  token: string | null;
}

/**
 * @param address finds the admin's address and credential in the settings and the data folder.
 * @returns the exit code: 0; 1 where the command found a fault or was refused; 2 where it was used wrongly.
 */
export async function runAdmin(
  args: readonly string[],
  address: (givenUrl: string | null) => Promise<AdminAddress>,
  output: Output,
  keeper: () => Keeper,
): Promise<0 | 1 | 2> {
  const [name = 'help', ...rest] = args;
  const local = localCommands(keeper);
  const ownCommand = Object.hasOwn(local, name) ? local[name] : undefined;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const words = ownCommand ?? command;
  if (!words) {
    const asked = ['help', '--help', '-h'].includes(name);
    const say = asked ? output.line : output.remark;
    if (!asked) say(`There is no command "${name}".\n`);
    for (const line of usage({ ...commands, ...local })) say(line);
    return asked ? 0 : 2;
  }
  try {
    const given = parseCommand(words, rest);
    if (given.flags.has('help')) {
      output.line(`showreel admin ${name} ${words.usage}\n\n${words.summary}.`);
      return 0;
    }
    if (ownCommand) return await ownCommand.run({ ...given, output });
    const client = connect(await address(given.options.url ?? null), given.options.operator);
    return await command!.run({ ...given, client, output });
  } catch (error) {
    output.settle();
    if (!(error instanceof UsageError)) return fail(error, output);
    output.remark(`${error.message}\n\nshowreel admin ${name} ${words.usage}`);
    return 2;
  }
}

function connect({ url, token }: AdminAddress, operator = userInfo().username) {
  if (!url || !token)
    throw new Error(
      'No admin is known here. Start the service, or set SHOWREEL_ADMIN_URL and SHOWREEL_ADMIN_TOKEN for a service elsewhere.',
    );
  return createAdminClient({ url, token, operator });
}

function fail(error: unknown, output: Output): 1 {
  const refusal = refusalOf(error);
  if (refusal) output.remark(`${refusal.message} (${refusal.code})`);
  else if (error instanceof Error && /fetch failed/.test(error.message))
    output.remark('The admin does not answer. Is the service running?');
  else output.remark(error instanceof Error ? error.message : String(error));
  return 1;
}

function usage(all: Record<string, Command | LocalCommand>): string[] {
  const lines = Object.entries(all).flatMap(([name, { usage: how, summary }]) => [
    `  ${name} ${how}`,
    `      ${summary}`,
  ]);
  return [
    'showreel admin COMMAND',
    '',
    ...lines,
    '',
    'Every command takes --json, --operator NAME (stored in the events; default: your user name), --url ADDRESS and --help.',
    'ACCOUNT is an id or an e-mail address. Exit code 1: a fault was found or the request was refused; 2: wrong usage.',
  ];
}
