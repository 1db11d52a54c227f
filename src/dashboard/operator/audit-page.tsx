import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDate, formatNumber } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { client, type Outputs, operators } from './api.ts';
import { Findings, type Report, Scope } from './findings.tsx';
import styles from './operator.module.css';
import { useRun } from './use-run.ts';

interface Seen {
  accounts: number;
  events: number;
  report: Report | null;
}

/** Holds the whole log against its seals, chains, head files and read models. */
export function AuditPage() {
  const audit = useRun(
    (options) => client.audit.run.query({ account: null }, options),
    (seen: Seen | null, step): Seen =>
      'report' in step
        ? { accounts: step.report.accounts, events: step.report.events, report: step.report }
        : { ...step.progress, report: seen?.report ?? null },
  );
  return (
    <>
      <PageHead
        title="Audit"
        lead="Holds every event against its seal, and every ledger against its chain, its head files and what its owner sees. Nothing is changed."
      >
        <Button onClick={audit.start} loading={audit.isRunning}>
          Audit everything
        </Button>
      </PageHead>
      {audit.isRunning && (
        <p role="status">
          {audit.seen
            ? `${formatNumber(audit.seen.accounts)} ledgers and ${formatNumber(audit.seen.events)} events so far`
            : 'The audit begins.'}
        </p>
      )}
      {audit.error !== null && <FaultNote error={audit.error} retry={audit.start} />}
      {audit.seen?.report && (
        <>
          <Scope report={audit.seen.report} />
          {audit.seen.report.findings.length > 0 && <Findings findings={audit.seen.report.findings} />}
        </>
      )}
      {!audit.seen && !audit.isRunning && audit.error === null && (
        <div className="empty">
          <h2>Not audited since this page was opened</h2>
          <p>A million events take some 40 seconds. The service goes on meanwhile.</p>
        </div>
      )}
      <Seal />
      <HeadFiles />
    </>
  );
}

/** A worker seals every minute. By hand it is done to note the last seal somewhere else. */
function Seal() {
  const seal = useMutation(operators.audit.seal.mutationOptions());
  return (
    <section className="section">
      <h2>Seals</h2>
      <div className="card stack">
        <div className="row between">
          <span className="quiet">
            A worker seals new events every minute. Note the last seal elsewhere, and an older copy of the
            whole storage is found out too.
          </span>
          <Button variant="default" loading={seal.isPending} onClick={() => seal.mutate()}>
            Seal now
          </Button>
        </div>
        {seal.isError && <FaultNote error={seal.error} />}
        {seal.isSuccess && <Sealed sealed={seal.data} />}
      </div>
    </section>
  );
}

function Sealed({ sealed }: { sealed: Outputs['audit']['seal'] }) {
  if (!sealed) return <p role="status">Another process is sealing the log just now.</p>;
  if (!sealed.last) return <p role="status">The log is empty.</p>;
  return (
    <div role="status">
      <p className="plain">
        {formatNumber(sealed.events)} new events sealed. File {sealed.last.number} ends at position{' '}
        {formatNumber(sealed.last.upTo)}.
      </p>
      <p className={`plain ${styles.id}`}>SHA-256 {sealed.last.sha256}</p>
      {sealed.logEndsEarly && (
        <p className={styles.fault}>
          The log ends at position {formatNumber(sealed.logEndsEarly.at)}, before its last seal: events were
          taken away. Run an audit.
        </p>
      )}
    </div>
  );
}

function HeadFiles() {
  const queries = useQueryClient();
  const files = useQuery(operators.audit.heads.queryOptions());
  const write = useMutation(
    operators.audit.exportHeads.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: operators.audit.heads.queryKey() }),
    }),
  );
  return (
    <section className="section">
      <h2>Head files</h2>
      {files.isPending && <Skeleton height={160} radius="lg" />}
      {files.isError && <FaultNote error={files.error} retry={() => files.refetch()} />}
      {files.isSuccess && (
        <div className="card stack">
          <div className="row between">
            <span className="quiet">
              {files.data.length === 0
                ? 'There is none yet. The first one is written at night.'
                : 'Every night the heads of the chains that have grown are written down, outside of the database.'}
            </span>
            <Button variant="default" loading={write.isPending} onClick={() => write.mutate()}>
              Write today’s
            </Button>
          </div>
          {write.isError && <FaultNote error={write.error} />}
          {write.isSuccess && write.data === null && <p role="status">Today’s file was written already.</p>}
          {files.data.length > 0 && <Files files={files.data} />}
        </div>
      )}
    </section>
  );
}

const Files = ({ files }: { files: Outputs['audit']['heads'] }) => (
  <Table
    rows={files}
    keyOf={({ key }) => key}
    columns={[
      { head: 'Day', cell: ({ date }) => formatDate(date) },
      { head: 'Chains', kind: 'number', cell: ({ chains }) => formatNumber(chains) },
      { head: 'Position', kind: 'number', cell: ({ position }) => formatNumber(position) },
      { head: 'SHA-256', className: styles.id, cell: ({ sha256 }) => sha256 },
    ]}
  />
);
