import { Button } from '@mantine/core';
import { FaultNote } from '../../parts/fault-note.tsx';
import { formatDateTime, formatNumber, formatSigned } from '../../parts/format.ts';
import { Table } from '../../parts/table.tsx';
import { client, type Outputs } from '../api.ts';
import { Findings, type Report, Scope } from '../findings.tsx';
import { Actor } from '../links.tsx';
import styles from '../operator.module.css';
import { useRun } from '../use-run.ts';

type Replayed = (Outputs['accounts']['replay'] extends AsyncIterable<infer Page> ? Page : never)[number];

/** Holds the account against everything that is known of it, or shows and checks its ledger event by event. */
export function AccountCheck({ userId }: { userId: string }) {
  const audit = useRun(
    (options) => client.audit.run.query({ account: userId }, options),
    (_, step): Report | null => ('report' in step ? step.report : null),
  );
  const replay = useRun(
    (options) => client.accounts.replay.query({ account: userId }, options),
    (seen: Replayed[] | null, page: Replayed[]) => [...(seen ?? []), ...page],
  );
  return (
    <section className="section">
      <h2>Audit and replay</h2>
      <div className="stack">
        <div className="row">
          <Button onClick={audit.start} loading={audit.isRunning}>
            Audit this account
          </Button>
          <Button variant="default" onClick={replay.start} loading={replay.isRunning}>
            Replay its ledger
          </Button>
        </div>
        {audit.error !== null && <FaultNote error={audit.error} retry={audit.start} />}
        {audit.seen && (
          <div>
            <Scope report={audit.seen} />
            {audit.seen.findings.length > 0 && <Findings findings={audit.seen.findings} />}
          </div>
        )}
        {replay.error !== null && <FaultNote error={replay.error} retry={replay.start} />}
        {replay.seen && <Replay events={replay.seen} isRunning={replay.isRunning} />}
      </div>
    </section>
  );
}

function Replay({ events, isRunning }: { events: Replayed[]; isRunning: boolean }) {
  const faults = events.flatMap((event) => event.faults);
  return (
    <div>
      <p role="status" className={faults.length > 0 ? styles.fault : styles.good}>
        {isRunning
          ? `${formatNumber(events.length)} events so far`
          : faults.length > 0
            ? 'This ledger has faults. What follows the first bad event cannot be judged.'
            : `${formatNumber(events.length)} events, all in order.`}
      </p>
      <div className="card">
        <Table
          rows={events}
          keyOf={({ version }) => version}
          rowClass={({ faults }) => (faults.length > 0 ? styles.bad : undefined)}
          columns={[
            { head: 'Version', className: 'num', cell: ({ version }) => version },
            { head: 'When', className: styles.short, cell: ({ at }) => formatDateTime(at) },
            { head: 'Event', cell: (event) => <What event={event} /> },
            { head: 'By', cell: ({ actor }) => <Actor actor={actor} /> },
            {
              head: 'Credits',
              kind: 'number',
              cell: ({ amount }) => (amount === null ? '' : formatSigned(amount)),
            },
            { head: 'Balance', kind: 'number', cell: ({ balance }) => formatNumber(balance) },
          ]}
        />
      </div>
    </div>
  );
}

const What = ({ event }: { event: Replayed }) => (
  <span>
    {event.type}
    {(event.reason ?? event.description) && (
      <span className="quiet small"> · {event.reason ?? event.description}</span>
    )}
    {event.faults.map((fault) => (
      <span key={fault} className={`${styles.fault} ${styles.under}`}>
        {fault}
      </span>
    ))}
  </span>
);
