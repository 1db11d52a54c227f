import { Badge, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDateTime } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { type Outputs, operators } from './api.ts';
import { AccountLink, Actor } from './links.tsx';
import styles from './operator.module.css';

/** How the machines isolate what they run, and who may see these pages. */
export function ServicePage() {
  const machines = useQuery(operators.machines.list.queryOptions());
  const appointed = useQuery(operators.operators.list.queryOptions());
  return (
    <>
      <PageHead
        title="Service"
        lead="How machines with a worker isolate browser and ffmpeg, as their last start found out, and who is an operator."
      />
      {machines.isPending && <Skeleton height={240} radius="lg" />}
      {machines.isError && <FaultNote error={machines.error} retry={() => machines.refetch()} />}
      {machines.data?.length === 0 && (
        <div className="empty">
          <h2>No worker has started yet</h2>
          <p>A worker tries out at its start what its machine allows, and says it here.</p>
        </div>
      )}
      <div className="stack">
        {machines.data?.map((machine) => (
          <Machine key={machine.host} machine={machine} />
        ))}
      </div>
      <section className="section">
        <h2>Operators</h2>
        {appointed.isPending && <Skeleton height={120} radius="lg" />}
        {appointed.isError && <FaultNote error={appointed.error} retry={() => appointed.refetch()} />}
        {appointed.data && <Operators operators={appointed.data} />}
        <p className="quiet small">
          Operators are appointed and dismissed on the command line alone:{' '}
          <code>showreel admin operators</code>.
        </p>
      </section>
    </>
  );
}

const Machine = ({ machine }: { machine: Outputs['machines']['list'][number] }) => (
  <section className="card" aria-label={machine.host}>
    <div className="row between">
      <strong>{machine.host}</strong>
      <span className="quiet small">{formatDateTime(machine.examinedAt)}</span>
    </div>
    <Table
      rows={machine.isolation}
      keyOf={({ part }) => part}
      columns={[
        { head: 'Part', cell: ({ part }) => part },
        { head: 'On', cell: ({ state }) => state },
        { head: 'Off', cell: ({ off }) => <Off what={off} /> },
      ]}
    />
  </section>
);

const Off = ({ what }: { what: readonly string[] }) =>
  what.length === 0 ? (
    <Badge variant="light" color="good">
      Nothing
    </Badge>
  ) : (
    <ul className="remarks">
      {what.map((one) => (
        <li key={one} className={styles.fault}>
          {one}
        </li>
      ))}
    </ul>
  );

const Operators = ({ operators: all }: { operators: Outputs['operators']['list'] }) => (
  <div className="card">
    <Table
      rows={all}
      keyOf={({ userId }) => userId}
      columns={[
        {
          head: 'Account',
          cell: ({ userId, email }) => <AccountLink userId={userId}>{email}</AccountLink>,
        },
        { head: 'Appointed by', cell: ({ appointedBy }) => <Actor actor={appointedBy} /> },
        { head: 'Since', cell: ({ appointedAt }) => formatDateTime(appointedAt) },
      ]}
    />
  </div>
);
