import { Fragment, type ReactNode } from 'react';

export interface Column<Row> {
  /** Above the column; on a phone before each of its cells, unless it is of deeds. */
  head: string;
  /** Numbers stand at the right, digit under digit. Deeds stand there too, and their heading is for screen readers alone. */
  kind?: 'number' | 'deeds';
  /** Of the cells. */
  className?: string | undefined;
  cell: (row: Row) => ReactNode;
}

/** Rows with a heading for each column. A phone shows each row as a block (`.table` in `app/frame.css`). */
export function Table<Row>(props: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  rowClass?: (row: Row) => string | undefined;
  /** What is opened below a row. */
  below?: (row: Row) => ReactNode;
}) {
  const { columns, rows, keyOf, rowClass, below } = props;
  return (
    <table className="table">
      <thead>
        <tr>
          {columns.map(({ head, kind }) => (
            <th key={head} className={kind && 'right'}>
              {kind === 'deeds' ? <span className="visually-hidden">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const opened = below?.(row);
          return (
            <Fragment key={keyOf(row)}>
              <tr className={rowClass?.(row)}>
                {columns.map((column) => (
                  <Cell key={column.head} column={column} row={row} />
                ))}
              </tr>
              {opened && (
                <tr>
                  <td colSpan={columns.length}>{opened}</td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column: { head, kind, className, cell }, row }: { column: Column<Row>; row: Row }) {
  const aligned = { number: 'right num', deeds: 'right' };
  const classes = [kind && aligned[kind], className].filter(Boolean).join(' ');
  return (
    <td data-label={kind === 'deeds' ? undefined : head} className={classes || undefined}>
      {cell(row)}
    </td>
  );
}
