/** The commands about the account: login, logout, keys, credits, projects. */
import { confirm, isCancel } from '@clack/prompts';
import { type Command, Option } from 'commander';
import { unwrap } from '../../client/index.ts';
import type { CommandHost } from '../command.ts';
import { readProjects } from '../demos/projects.ts';
import { usageFailure } from '../failure.ts';
import { logIn, logOut } from './login.ts';

export function addAccountCommands({ program, signedIn, anyone }: CommandHost): void {
  program
    .command('login')
    .description('sign in through the browser; the key is kept in your configuration folder')
    .option('--no-browser', 'only show the address to open')
    .action(
      anyone(async ({ printer, baseUrl }, { browser }: { browser: boolean }) =>
        logIn({ baseUrl: await baseUrl(), printer, opensBrowser: browser }),
      ),
    );
  program
    .command('logout')
    .description('forget the key, and revoke it')
    .action(signedIn(async (session) => logOut(session)));
  program
    .command('projects')
    .description('list the projects')
    .action(
      signedIn(async ({ client, printer }) => {
        const projects = await readProjects(client);
        printer.result({ projects }, () =>
          printer.rows(
            ['id', 'demos', 'name', 'page'],
            projects.map(({ id, demo_count, name, url }) => [id, demo_count, name, url]),
          ),
        );
      }),
    );
  program
    .command('credits')
    .description('show what is left of the plan and the credits, and the last transactions')
    .action(
      signedIn(async ({ client, printer }) => {
        const [usage, credits] = await Promise.all([
          unwrap(client.GET('/api/v1/usage', {})),
          unwrap(client.GET('/api/v1/credits', {})),
        ]);
        const { demosThisMonth, demosLimit } = usage.usage;
        printer.result({ usage, credits }, () => [
          `plan      ${usage.plan.name}: ${demosThisMonth} of ${demosLimit ?? 'any number of'} demos this month`,
          `credits   ${credits.balance}`,
          ...(credits.recentTransactions.length === 0
            ? []
            : printer.rows(
                ['at', 'amount', 'balance', 'what'],
                credits.recentTransactions.map(({ created_at, amount, balance_after, description, type }) => [
                  created_at,
                  amount,
                  balance_after,
                  description ?? type,
                ]),
              )),
        ]);
      }),
    );
  addKeyCommands(program.command('keys').description('list, create and revoke API keys'), signedIn);
}

interface NewKeyOptions {
  name?: string;
  type?: 'live' | 'publishable' | 'test';
  project?: string;
  domain?: string[];
}

function addKeyCommands(keys: Command, signedIn: CommandHost['signedIn']): void {
  keys
    .command('list')
    .description('list the keys; their secret part is not known any more')
    .action(
      signedIn(async ({ client, printer }) => {
        const listed = await unwrap(client.GET('/api/v1/api-keys', { params: { query: { limit: 100 } } }));
        printer.result(listed, () =>
          printer.rows(
            ['id', 'begins with', 'type', 'name', 'last used'],
            listed.keys.map(({ id, key_prefix, type, name, last_used_at }) => [
              id,
              key_prefix,
              type,
              name,
              last_used_at ?? 'never',
            ]),
          ),
        );
      }),
    );
  keys
    .command('create')
    .description('create a key; it is shown this once')
    .option('--name <name>', 'what it is for')
    .addOption(
      new Option(
        '--type <type>',
        'publishable keys may stand in web pages, test keys film a sample site',
      ).choices(['live', 'publishable', 'test']),
    )
    .option('--project <id>', 'the only project that the key may use')
    .option('--domain <domains...>', 'the sites on which a publishable key works')
    .action(
      signedIn(async ({ client, printer }, { name, type, project, domain }: NewKeyOptions) => {
        const body = {
          ...(name && { name }),
          ...(type && { type }),
          ...(project && { project_id: project }),
          ...(domain && { allowed_domains: domain }),
        };
        const created = await unwrap(client.POST('/api/v1/api-keys', { body }));
        printer.result(created, () => [created.key]);
        printer.remark('Keep it now: it is not shown again.');
      }),
    );
  keys
    .command('revoke <id>')
    .description('stop a key at once')
    .option('--yes', 'do not ask')
    .action(
      signedIn(async ({ client, printer }, id: string, { yes }: { yes?: boolean }) => {
        if (!yes && !(await isSure(`Revoke ${id}? Whatever uses it stops working at once.`))) return;
        const answer = await unwrap(client.DELETE('/api/v1/api-keys/{id}', { params: { path: { id } } }));
        printer.result({ id, ...answer }, () => ['The key is revoked.']);
      }),
    );
}

/** @throws CommandFailure where nobody can be asked. */
async function isSure(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw usageFailure('Nobody can be asked here.', 'Add --yes to revoke the key without a question.');
  const answer = await confirm({ message: question, initialValue: false, output: process.stderr });
  return !isCancel(answer) && answer;
}
