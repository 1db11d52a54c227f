import type { AuditReport } from '../../admin/client.ts';
import { table } from '../output.ts';
import { type Command, print, UsageError } from './command.ts';

export const audit: Command = {
  usage: '[--all | --user ACCOUNT]',
  summary:
    'Check hash chains, head files, bookkeeping and read models; exits with 1 and names the first bad version of each account',
  takes: [0, 0],
  options: ['user'],
  flags: ['all'],
  async run(given) {
    const { options, flags, client, output } = given;
    if (options.user !== undefined && flags.has('all')) throw new UsageError('Give either --user or --all.');
    let report: AuditReport | null = null;
    for await (const step of await client.audit.run.query({ account: options.user ?? null })) {
      if ('report' in step) report = step.report;
      else if (!flags.has('json') && process.stderr.isTTY)
        output.progress('audited', step.progress.accounts, step.progress.accounts);
    }
    if (!report) throw new Error('The service ended the audit early. Its log says why.');
    output.settle();
    print(given, report, () => inLines(report));
    return report.findings.length > 0 ? 1 : 0;
  },
};

function inLines({ accounts, events, headFiles, notWrittenDown, findings }: AuditReport): string[] {
  const count = (number: number, what: string) =>
    `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
  const scope = `${count(accounts, 'account')} with ${count(events, 'event')}, held against ${count(headFiles, 'head file')}`;
  const hint =
    notWrittenDown > 0
      ? [`${count(notWrittenDown, 'ledger')} not in a head file yet: the next one is written at night.`]
      : [];
  if (findings.length === 0) return [`${scope}: everything is in order.`, ...hint];
  const bad = new Set(findings.flatMap(({ userId }) => userId ?? []));
  return [
    ...table(
      ['account', 'first bad version', 'rule', 'what'],
      findings.map(({ userId, version, rule, what }) => [userId ?? '—', version ?? '—', rule, what]),
    ),
    '',
    `${scope}: ${count(findings.length, 'finding')} in ${count(bad.size, 'account')}.`,
    ...hint,
  ];
}

export const heads: Command = {
  usage: '[export]',
  summary:
    'List the head files, which keep the heads of the chains outside of the log; or, with export, write one now',
  takes: [0, 1],
  async run(given) {
    const { client, output } = given;
    const [verb] = given.arguments;
    if (verb !== undefined && verb !== 'export') throw new UsageError(`"${verb}" is not known here.`);
    if (verb === 'export') {
      const file = await client.audit.exportHeads.mutate();
      if (given.flags.has('json')) print(given, file, () => []);
      else output.line(file ? `${file.key}: ${file.chains} chains` : 'Today’s file was written already.');
      return 0;
    }
    const files = await client.audit.heads.query();
    print(given, files, () =>
      files.length === 0
        ? ['There is no head file yet.']
        : table(
            ['date', 'chains', 'position', 'file', 'SHA-256'],
            files.map((f) => [f.date, f.chains, f.position, f.key, f.sha256]),
          ),
    );
    return 0;
  },
};
