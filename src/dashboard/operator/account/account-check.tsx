import { Button } from '@mantine/core';
import { FaultNote } from '../../parts/fault-note.tsx';
import { formatDateTime, formatNumber, formatSigned } from '../../parts/format.ts';
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
        <table className="table">
          <thead>
            <tr>
              <th>Version</th>
              <th>When</th>
              <th>Event</th>
              <th>By</th>
              <th className="right">Credits</th>
              <th className="right">Balance</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <ReplayedLine key={event.version} event={event} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const ReplayedLine = ({ event }: { event: Replayed }) => (
  <tr className={event.faults.length > 0 ? styles.bad : undefined}>
    <td data-label="Version" className="num">
      {event.version}
    </td>
    <td data-label="When" className={styles.short}>
      {formatDateTime(event.at)}
    </td>
    <td data-label="Event">
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
    </td>
    <td data-label="By">
      <Actor actor={event.actor} />
    </td>
    <td data-label="Credits" className="right num">
      {event.amount === null ? '' : formatSigned(event.amount)}
    </td>
    <td data-label="Balance" className="right num">
      {formatNumber(event.balance)}
    </td>
  </tr>
);
