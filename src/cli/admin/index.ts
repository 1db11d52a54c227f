import { userInfo } from 'node:os';
import { createAdminClient, refusalOf } from '../../admin/client.ts';
import type { Output } from '../output.ts';
import { balance, find, grant, ledger, refund, replay } from './accounts.ts';
import { audit, heads } from './audit.ts';
import { type Command, parseCommand, UsageError } from './command.ts';
import { jobs } from './jobs.ts';
import { log } from './log.ts';
import { projections } from './projections.ts';

/** `showreel admin …`: everything over the admin's own API, nothing of its inside. */
const commands: Record<string, Command> = {
  find,
  ledger,
  balance,
  replay,
  grant,
  refund,
  audit,
  heads,
  projections,
  jobs,
  log,
};

export interface AdminAddress {
  url: string | null;
  token: string | null;
}

/**
 * @param address where the admin is, and with what to enter, as far as settings and the data folder know.
 * @returns the exit code: 0; 1 where something is not in order or was refused; 2 where the command means nothing.
 */
export async function runAdmin(
  args: readonly string[],
  address: (givenUrl: string | null) => Promise<AdminAddress>,
  output: Output,
): Promise<0 | 1 | 2> {
  const [name = 'help', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const asked = ['help', '--help', '-h'].includes(name);
    const say = asked ? output.line : output.remark;
    if (!asked) say(`There is no command "${name}".\n`);
    for (const line of usage()) say(line);
    return asked ? 0 : 2;
  }
  try {
    const given = parseCommand(command, rest);
    if (given.flags.has('help')) {
      output.line(`showreel admin ${name} ${command.usage}\n\n${command.summary}.`);
      return 0;
    }
    const client = connect(await address(given.options.url ?? null), given.options.operator);
    return await command.run({ ...given, client, output });
  } catch (error) {
    output.settle();
    if (!(error instanceof UsageError)) return fail(error, output);
    output.remark(`${error.message}\n\nshowreel admin ${name} ${command.usage}`);
    return 2;
  }
}

function connect({ url, token }: AdminAddress, operator = userInfo().username) {
  if (!url || !token)
    throw new Error(
      'No admin is known here. Start the service, or set SHOWREEL_ADMIN_URL and SHOWREEL_ADMIN_TOKEN to those of a service elsewhere.',
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

function usage(): string[] {
  const lines = Object.entries(commands).flatMap(([name, { usage: how, summary }]) => [
    `  ${name} ${how}`,
    `      ${summary}`,
  ]);
  return [
    'showreel admin COMMAND',
    '',
    ...lines,
    '',
    'Everywhere: --json, --operator NAME (kept in the events; default: your user name), --url ADDRESS, --help.',
    'ACCOUNT is an id or an e-mail address. Exit code 1: something is not in order; 2: the command means nothing.',
  ];
}
