/** `showreel sync`: makes what `showreel.yaml` says true, and can be run as often as one likes. */
import { confirm, isCancel } from '@clack/prompts';
import type { CommandHost } from '../command.ts';
import { watchDemo } from '../demos/watch.ts';
import { CommandFailure, exitCodes, usageFailure } from '../failure.ts';
import type { Session } from '../session/session.ts';
import type { Printer } from '../terminal/printer.ts';
import { type Applied, createApply, readState } from './apply.ts';
import { readStoryboard } from './file.ts';
import { addInitCommand } from './init.ts';
import { type Action, type Plan, planSync } from './plan.ts';

interface SyncOptions {
  file: string;
  prune?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  wait?: boolean;
}

export function addSyncCommands(host: CommandHost): void {
  addInitCommand(host);
  host.program
    .command('sync')
    .description('make true what showreel.yaml says; shows its plan first')
    .option('--file <path>', 'the file', 'showreel.yaml')
    .option('--dry-run', 'only show the plan')
    .option('--yes', 'do not ask; needed where there is no terminal')
    .option('--prune', 'delete demos of its pages that the file does not name')
    .option('--wait', 'wait until all films are made')
    .action(host.signedIn(sync));
}

async function sync(session: Session, options: SyncOptions): Promise<void> {
  const { printer, client } = session;
  const storyboard = await readStoryboard(options.file);
  const plan = planSync(storyboard, await readState(client, storyboard), { prune: options.prune ?? false });
  const isTold = options.dryRun || plan.actions.length === 0;
  // With --json the document on stdout has the plan. People who are asked see it before.
  if (!isTold) for (const line of describePlan(plan, printer)) printer.remark(line);
  if (isTold || !(await isAgreed(options)))
    return printer.result({ ...plan, applied: [] }, () =>
      isTold ? describePlan(plan, printer) : ['Nothing was changed.'],
    );
  const applied = await apply(session, plan);
  const demos = options.wait ? await awaitFilms(session, applied) : [];
  printer.result({ ...plan, applied, demos }, () => [`Done: ${applied.length} changes.`]);
  const failed = demos.filter(({ error }) => error !== null);
  if (failed.length > 0)
    throw new CommandFailure(
      exitCodes.failed,
      `${failed.length} films failed. ${failed[0]!.id}: ${failed[0]!.error}`,
      {
        code: 'demo_failed',
      },
    );
}

const marks = {
  'create-project': '+ project',
  'change-project': '~ project',
  'create-demo': '+ demo',
  'restyle-demo': '~ look',
  'delete-demo': '- demo',
} as const satisfies Record<Action['kind'], string>;

function describePlan({ actions, unnamed }: Plan, printer: Printer): string[] {
  const films = actions.filter(({ kind }) => kind === 'create-demo' || kind === 'restyle-demo').length;
  return [
    ...actions.map((action) => `${marks[action.kind].padEnd(10)} ${subjectOf(action)}`),
    ...unnamed.map(
      ({ demoId, sentence, url }) => `  unnamed  ${url}  “${sentence}” (${demoId}) stays; --prune deletes it`,
    ),
    actions.length === 0
      ? 'Everything is as the file says.'
      : printer.styled('bold', `${actions.length} changes. They cost ${films} generations or credits.`),
  ];
}

function subjectOf(action: Action): string {
  if (action.kind === 'create-project')
    return `${action.page.url}  (${action.name}, ${action.page.viewport})`;
  if (action.kind === 'change-project') return `${action.url}  ${JSON.stringify(action.changes)}`;
  if (action.kind === 'create-demo') return `${action.page.url}  “${action.demo.sentence}”`;
  return `${action.url}  “${action.sentence}” (${action.demoId})`;
}

async function isAgreed({ yes }: SyncOptions): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw usageFailure(
      'Nobody can be asked here.',
      'Add --yes to carry the plan out, or --dry-run to see it only.',
    );
  const answer = await confirm({ message: 'Carry this out?', initialValue: false, output: process.stderr });
  return !isCancel(answer) && answer;
}

async function apply({ client, printer }: Session, { actions }: Plan): Promise<Applied[]> {
  const carryOut = createApply(client);
  const applied: Applied[] = [];
  for (const action of actions) {
    applied.push(await carryOut(action));
    printer.progress('changed', applied.length, actions.length);
  }
  printer.settle();
  return applied;
}

interface Ended {
  id: string;
  status: string;
  error: string | null;
}

async function awaitFilms(session: Session, applied: readonly Applied[]): Promise<Ended[]> {
  const filmed = applied.filter(({ kind }) => kind === 'create-demo' || kind === 'restyle-demo');
  const ended: Ended[] = [];
  const { signal } = new AbortController();
  for (const { id } of filmed) {
    session.printer.progress('filmed', ended.length, filmed.length);
    const { status, error } = await watchDemo(session, id, { signal, onProgress: () => undefined });
    ended.push({ id, status, error });
  }
  session.printer.settle();
  return ended;
}
