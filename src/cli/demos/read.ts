/** The commands that read demos: list, show, open, logs. */
import { type Command, Option } from 'commander';
import { type CommandHost, count } from '../command.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { openInBrowser } from '../terminal/browser.ts';
import { oneLine } from '../terminal/output.ts';
import { describeDemo } from './film.ts';
import { type ListOptions, readDemos, readEvents } from './list.ts';
import { readDemo } from './watch.ts';

const statuses = ['pending', 'planning', 'recording', 'refreshing', 'ready', 'failed'] as const;

export function addReadCommands(demos: Command, { signedIn }: CommandHost): void {
  demos
    .command('list')
    .description('list the demos, newest first')
    .option('--project <id>', 'those of one project')
    .addOption(new Option('--status <status>', 'those in one status').choices([...statuses]))
    .option('--limit <number>', 'how many at most', count, 50)
    .action(
      signedIn(async ({ client, printer }, options: ListOptions) => {
        const found = await readDemos(client, options);
        printer.result({ demos: found }, () =>
          found.length === 0
            ? ['No demos.']
            : printer.rows(
                ['id', 'status', 'version', 'title'],
                found.map(({ id, status, version, title, prompt }) => [id, status, version, title ?? prompt]),
              ),
        );
      }),
    );
  demos
    .command('show <id>')
    .description('show one demo and its addresses')
    .action(
      signedIn(async (session, id: string) => {
        const demo = await readDemo(session, id);
        session.printer.result(demo, () => [
          ...describeDemo(demo),
          ...(demo.error ? [`  error      ${oneLine(demo.error)}`] : []),
        ]);
      }),
    );
  demos
    .command('open <id>')
    .description('open the share page of a demo in the browser')
    .action(
      signedIn(async (session, id: string) => {
        const { urls, status } = await readDemo(session, id);
        if (!urls.share)
          throw new CommandFailure(exitCodes.failed, `The demo has no share page: it is ${status}.`, {
            code: 'not_ready',
            hint: `\`showreel demos watch ${id}\` waits for it.`,
          });
        const url = urls.share;
        session.printer.result({ id, url }, () => [url]);
        await openInBrowser(url, session.printer);
      }),
    );
  demos
    .command('logs <id>')
    .description('show what happened to a demo, and each step of its film')
    .action(
      signedIn(async (session, id: string) => {
        const { printer } = session;
        const [demo, events] = await Promise.all([readDemo(session, id), readEvents(session.client, id)]);
        const steps = (demo.log ?? []) as unknown as LoggedStep[];
        printer.result({ id, events, steps: demo.log }, () => [
          ...printer.rows(
            ['at', 'event'],
            events.map(({ at, type }) => [at, type]),
          ),
          ...(steps.length === 0
            ? []
            : ['', ...printer.rows(['film', 'step', 'status', ''], steps.map(stepRow))]),
          ...(demo.error ? ['', `error: ${oneLine(demo.error)}`] : []),
        ]);
      }),
    );
}

interface LoggedStep {
  type: string;
  intent: string | null;
  startMs: number;
  status: string;
  message: string | null;
}
const stepRow = ({ startMs, intent, type, status, message }: LoggedStep) => [
  `${(startMs / 1000).toFixed(1)} s`,
  intent ?? type,
  status,
  message,
];
