import type { AuditReport } from '../../admin/client.ts';
import { table } from '../terminal/output.ts';
import { type Command, print, UsageError } from './command.ts';

export const audit: Command = {
  usage: '[--all | --user ACCOUNT]',
  summary:
    'Check the log against its seals, hash chains, head files, bookkeeping and read models; exits with 1 and names the first bad version of each account and stream',
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

const count = (number: number, what: string) =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;

function inLines({ accounts, events, headFiles, notWrittenDown, sealed, findings }: AuditReport): string[] {
  const scope = `${count(accounts, 'account')} with ${count(events, 'event')}, held against ${count(headFiles, 'head file')}`;
  const hint =
    notWrittenDown > 0
      ? [`${count(notWrittenDown, 'ledger')} not in a head file yet: the next one is written at night.`]
      : [];
  const about = [...(sealed ? sealedInLines(sealed) : []), ...hint];
  if (findings.length === 0) return [`${scope}: everything is in order.`, ...about];
  const bad = new Set(findings.flatMap(({ userId }) => userId ?? []));
  const streams = new Set(findings.flatMap(({ userId, stream }) => (userId ? [] : (stream ?? []))));
  return [
    ...table(
      ['account or stream', 'first bad version', 'rule', 'what'],
      findings.map(({ userId, stream, version, rule, what }) => [
        userId ?? stream ?? '—',
        version ?? '—',
        rule,
        what,
      ]),
    ),
    '',
    `${scope}: ${count(findings.length, 'finding')} in ${count(bad.size, 'account')}${streams.size > 0 ? ` and ${count(streams.size, 'stream')}` : ''}.`,
    ...about,
  ];
}

function sealedInLines(sealed: NonNullable<AuditReport['sealed']>): string[] {
  if (sealed.since === null)
    return ['The log is not sealed yet. A worker seals it when it starts, and then every minute.'];
  const since = `${count(sealed.events, 'event')} of all streams held against ${count(sealed.files, 'seal file')}, since ${sealed.since}`;
  const found =
    sealed.foundAtBeginning > 0
      ? [
          `${count(sealed.foundAtBeginning, 'event')} of them older than the first seal: nothing is known of earlier changes to these.`,
        ]
      : [];
  const open =
    sealed.unsealed > 0
      ? [
          `${count(sealed.unsealed, 'event')} not sealed yet, the oldest of ${sealed.unsealedSince}; last sealed at ${sealed.sealedAt}.`,
        ]
      : [];
  return [`${since}.`, ...found, ...open];
}

export const seal: Command = {
  usage: '',
  summary:
    'Seal the log now, and show the last seal, for keeping it elsewhere; a worker does so every minute',
  takes: [0, 0],
  async run(given) {
    const sealed = await given.client.audit.seal.mutate();
    print(given, sealed, () => {
      if (!sealed) return ['Another process is sealing the log just now.'];
      const { events, last, logEndsEarly } = sealed;
      if (!last) return ['The log is empty.'];
      const end = `Sealed ${count(events, 'new event')}. Seal file ${last.number} ends at position ${last.upTo}, SHA-256 ${last.sha256}`;
      return logEndsEarly
        ? [
            end,
            `The log ends at position ${logEndsEarly.at}, before its last seal: events were taken away. Run an audit.`,
          ]
        : [end];
    });
    return sealed?.logEndsEarly ? 1 : 0;
  },
};

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
      else output.line(file ? `${file.path}: ${file.chains} chains` : 'Today’s file was written already.');
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
