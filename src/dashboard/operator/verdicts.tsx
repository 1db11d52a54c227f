import { formatNumber } from '../parts/format.ts';
import { Table } from '../parts/table.tsx';
import type { Outputs } from './api.ts';
import styles from './operator.module.css';

export type Step = Outputs['projections']['verify'] extends AsyncIterable<infer One> ? One : never;
export type Verdict = Exclude<Step, { progress: unknown }>;
type Difference = NonNullable<Verdict['differences']>[number];
type Row = Difference['rows'][number];

/** Which rows of read models differ from the log. */
export function Verdicts({ verdicts, isRunning }: { verdicts: Verdict[]; isRunning: boolean }) {
  const bad = verdicts.filter(({ differences }) => differences && differences.length > 0);
  if (bad.length === 0)
    return (
      <p role="status" className={isRunning ? undefined : styles.good}>
        {isRunning
          ? `${formatNumber(verdicts.length)} equal the log so far.`
          : `All ${formatNumber(verdicts.length)} read models equal the log.`}
      </p>
    );
  return (
    <div className={`stack ${styles.verdicts}`} role="status">
      <p className={`plain ${styles.fault}`}>
        {bad.length === 1 ? 'One read model differs' : `${formatNumber(bad.length)} read models differ`} from
        the log. Rebuild {bad.length === 1 ? 'it' : 'them'} to mend that; audit first to know who did it.
      </p>
      <div className="card">
        <Table
          rows={bad.flatMap(({ differences }) => differences!.flatMap(linesOf))}
          keyOf={({ table, row }) => `${table} ${row}`}
          columns={[
            { head: 'Table', cell: ({ table }) => table },
            { head: 'Row', className: styles.id, cell: ({ row }) => row },
            { head: 'Difference', cell: ({ what }) => what },
          ]}
        />
      </div>
    </div>
  );
}

const linesOf = ({ table, rows, more }: Difference) => [
  ...rows.map((row) => ({ table, row: Object.values(row.key).join(' '), what: difference(row) })),
  ...(more ? [{ table, row: '…', what: 'More rows differ.' }] : []),
];

function difference({ live, rebuilt }: Row): string {
  if (!rebuilt) return 'No event of the log made it.';
  if (!live) return 'It is missing.';
  const columns = Object.keys(rebuilt).filter((column) => text(live[column]) !== text(rebuilt[column]));
  return columns
    .map((one) => `${one} is ${text(live[one])}, and the log says ${text(rebuilt[one])}`)
    .join('; ');
}

const text = (value: unknown) => JSON.stringify(value) ?? 'null';
