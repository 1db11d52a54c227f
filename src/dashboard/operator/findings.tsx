import { formatNumber } from '../parts/format.ts';
import { Table } from '../parts/table.tsx';
import type { Outputs } from './api.ts';
import { AccountLink, StreamLink } from './links.tsx';
import styles from './operator.module.css';

type Step = Outputs['audit']['run'] extends AsyncIterable<infer One> ? One : never;
export type Report = Extract<Step, { report: unknown }>['report'];

const rules: Record<Report['findings'][number]['rule'], string> = {
  chain: 'Hash chain',
  heads: 'Head file',
  ledger: 'Bookkeeping',
  read_model: 'Read model',
  charge: 'Unpaid job',
  seal: 'Seal',
  guard: 'Guard',
  key: 'Key',
};

/** What an audit found, each with the first version that is not as it should be. */
export const Findings = ({ findings }: Pick<Report, 'findings'>) => (
  <div className="card">
    <Table
      rows={findings}
      keyOf={({ userId, stream, version, rule, what }) => `${userId}${stream}${version}${rule}${what}`}
      columns={[
        { head: 'Account or stream', cell: (finding) => <Where {...finding} /> },
        {
          head: 'First bad version',
          kind: 'number',
          cell: ({ version }) => (version === null ? '–' : formatNumber(version)),
        },
        { head: 'Rule', className: `${styles.fault} ${styles.short}`, cell: ({ rule }) => rules[rule] },
        { head: 'What is wrong', cell: ({ what }) => what.charAt(0).toUpperCase() + what.slice(1) },
      ]}
    />
  </div>
);

const Where = ({ userId, stream }: Report['findings'][number]) => {
  if (userId) return <AccountLink userId={userId} />;
  return stream ? <StreamLink stream={stream} /> : 'The database';
};

/** How much was audited, and held against what. */
export function Scope({ report }: { report: Report }) {
  const { accounts, events, headFiles, notWrittenDown, sealed, findings } = report;
  return (
    <>
      <p role="status" className={findings.length === 0 ? styles.good : styles.fault}>
        {findings.length === 0
          ? 'Everything is in order.'
          : `${formatNumber(findings.length)} ${findings.length === 1 ? 'finding' : 'findings'}.`}
      </p>
      <p className="quiet small">
        {count(accounts, 'ledger')} with {count(events, 'event')}, held against{' '}
        {count(headFiles, 'head file')}.
        {notWrittenDown > 0 && ` ${count(notWrittenDown, 'ledger')} in no head file yet.`}
        {sealed && <Seals sealed={sealed} />}
      </p>
    </>
  );
}

const Seals = ({ sealed }: { sealed: NonNullable<Report['sealed']> }) =>
  sealed.since === null ? (
    <> The log is not sealed yet.</>
  ) : (
    <>
      {' '}
      {count(sealed.events, 'event')} of all streams held against {count(sealed.files, 'seal file')}.
      {sealed.foundAtBeginning > 0 &&
        ` ${count(sealed.foundAtBeginning, 'event')} older than the first seal: nothing is known of earlier changes to these.`}
      {sealed.unsealed > 0 && ` ${count(sealed.unsealed, 'event')} not sealed yet.`}
    </>
  );

const count = (number: number, what: string) => `${formatNumber(number)} ${what}${number === 1 ? '' : 's'}`;
