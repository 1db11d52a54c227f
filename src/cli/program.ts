/**
 * The program `showreel`, for everybody who makes demos: a client of a running service. It is published as the npm package
 * `showreel`, so it imports nothing of this repository but the typed client. `showreel admin` is in `admin/`, which only the repository has.
 */
import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './account/commands.ts';
import type { CommandHost } from './command.ts';
import { addCompletions } from './completions.ts';
import { addDemoCommands } from './demos/index.ts';
import { addEmbedCommands } from './embeds/warm.ts';
import { CommandFailure, type ExitCode, exitCodes, toFailure } from './failure.ts';
import { addGuideCommand } from './guide.ts';
import { addMcpCommand } from './mcp/index.ts';
import { addRecordElsewhere } from './record-elsewhere.ts';
import { addReviewCommand } from './review/index.ts';
import { openSession, type SessionParts, serviceOf } from './session/session.ts';
import { addSyncCommands } from './sync/index.ts';
import { createPrinter, type Printer } from './terminal/printer.ts';
import { addUploadCommands } from './uploads.ts';
import { addWebhookCommands } from './webhooks/index.ts';

export interface ProgramParts {
  version: string;
  ownService?: SessionParts['ownService'];
  /** Adds the commands that need more of the repository than the typed client. Elsewhere they say what they need. */
  addMore?: (host: CommandHost) => void;
}

/** @returns the exit code */
export async function runShowreel(args: readonly string[], parts: ProgramParts): Promise<ExitCode> {
  const program = createProgram(parts);
  const printer = createPrinter(args.includes('--json'));
  let baseUrl: string | null = null;
  const sessionParts = (): SessionParts => ({
    url: program.opts<{ url?: string }>().url,
    env: process.env,
    printer,
    ownService: parts.ownService,
  });
  const host: CommandHost = {
    program,
    version: parts.version,
    signedIn:
      (action) =>
      async (...given) => {
        const session = await openSession(sessionParts());
        baseUrl = session.baseUrl;
        await action(session, ...given);
      },
    anyone:
      (action) =>
      async (...given) => {
        const named = async () => {
          baseUrl = await serviceOf(sessionParts());
          return baseUrl;
        };
        await action({ printer, baseUrl: named }, ...given);
      },
  };
  addCommands(host, parts);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    printer.settle();
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    const failure = error instanceof CommanderError ? misused(error) : toFailure(error, baseUrl);
    tell(failure, printer);
    return failure.exitCode;
  }
}

function createProgram({ version }: ProgramParts): Command {
  return new Command('showreel')
    .description('Demo videos from the address of a page and one sentence.')
    .version(version)
    .option('--json', 'write the result to stdout as one JSON document')
    .option('--url <address>', 'the service (default: SHOWREEL_URL, or where you signed in last)')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .addHelpText(
      'after',
      '\nSHOWREEL_API_KEY is used instead of a kept key. NO_COLOR switches colours off.\n' +
        'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not signed in, 4 not found, 5 limit or quota, 6 service unreachable.',
    );
}

function addCommands(host: CommandHost, { addMore }: ProgramParts): void {
  addDemoCommands(host);
  addUploadCommands(host);
  addEmbedCommands(host);
  addSyncCommands(host);
  addReviewCommand(host);
  addAccountCommands(host);
  addWebhookCommands(host);
  addMcpCommand(host);
  addGuideCommand(host);
  (addMore ?? addRecordElsewhere)(host);
  addCompletions(host.program);
}

/** What the parser refuses. A group of commands without a command shows its help, which is no error of its own. */
function misused({ code, message }: CommanderError): CommandFailure {
  const text = message.replace(/^error: /, '');
  return new CommandFailure(exitCodes.usage, code === 'commander.help' ? 'Name a command.' : text, {
    code: 'wrong_usage',
    hint: code === 'commander.help' ? null : '--help after a command shows its options.',
  });
}

/** People read it on stderr; with --json programs find it on stdout, in the shape of the API's errors. */
function tell({ message, code, hint, requestId, exitCode }: CommandFailure, printer: Printer): void {
  if (printer.json && !printer.hasResult())
    printer.result({ error: message, code, requestId, hint, exitCode }, () => []);
  printer.remark(message);
  if (hint) printer.remark(hint);
  if (requestId) printer.remark(`Request ${requestId}`);
}
