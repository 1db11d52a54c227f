import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FaultNote } from '../../parts/fault-note.tsx';
import { formatDateTime, formatNumber, formatSigned } from '../../parts/format.ts';
import { Table } from '../../parts/table.tsx';
import { operators } from '../api.ts';
import styles from '../operator.module.css';
import { type Line, UndoForm, undoOf } from './undo-form.tsx';

/** Above every version that a stream can have. */
const end = 2_147_483_647;

const kinds: Record<string, string> = {
  purchase: 'Bought',
  auto_topoff: 'Bought automatically',
  deduct: 'Spent',
  refund: 'Given back',
  bonus: 'Granted',
};

/** Every movement, newest first, each with the balance added up again. */
export function Ledger({ userId }: { userId: string }) {
  const ledger = useInfiniteQuery(
    operators.accounts.ledger.infiniteQueryOptions(
      { account: userId, limit: 50 },
      {
        initialCursor: end,
        getNextPageParam: ({ more, lines }) => (more ? lines.at(-1)?.version : null),
      },
    ),
  );
  const lines = ledger.data?.pages.flatMap((page) => page.lines) ?? [];
  /** The version of the line that is being undone. */
  const [opened, setOpened] = useState<number | null>(null);
  const undone = new Set(lines.flatMap(({ refundOf }) => refundOf ?? []));
  const wrong = lines.filter(({ running, balanceAfter }) => running !== balanceAfter);
  return (
    <section className="section">
      <h2>Ledger</h2>
      {ledger.isPending && <Skeleton height={200} radius="lg" />}
      {ledger.isError && <FaultNote error={ledger.error} retry={() => ledger.refetch()} />}
      {ledger.isSuccess && lines.length === 0 && <p className="quiet">No credit has moved yet.</p>}
      {wrong.length > 0 && (
        <p className={styles.fault} role="status">
          {wrong.length === 1 ? 'One line tells' : `${formatNumber(wrong.length)} lines tell`} another balance
          than the movements add up to.
        </p>
      )}
      {lines.length > 0 && (
        <div className="card">
          <Table
            rows={lines}
            keyOf={({ version }) => version}
            rowClass={({ running, balanceAfter }) => (running === balanceAfter ? undefined : styles.bad)}
            below={(line) =>
              line.version === opened && <UndoForm line={line} onDone={() => setOpened(null)} />
            }
            columns={[
              { head: 'When', className: styles.short, cell: (line) => <When line={line} /> },
              { head: 'What', cell: (line) => <What line={line} /> },
              { head: 'Credits', kind: 'number', cell: ({ amount }) => formatSigned(amount) },
              { head: 'Balance', kind: 'number', cell: (line) => <Balance line={line} /> },
              {
                head: 'Undo',
                kind: 'deeds',
                cell: (line) =>
                  !undone.has(line.transactionId) && (
                    <Undo
                      line={line}
                      isOpen={line.version === opened}
                      toggle={() => setOpened(line.version === opened ? null : line.version)}
                    />
                  ),
              },
            ]}
          />
        </div>
      )}
      {ledger.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={ledger.isFetchingNextPage}
          onClick={() => ledger.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

const When = ({ line: { at, version } }: { line: Line }) => (
  <span>
    {formatDateTime(at)}
    <span className="quiet small"> · {version}</span>
  </span>
);

function What({ line: { type, amount, description, transactionId, jobId } }: { line: Line }) {
  const isTakenBack = type === 'bonus' && amount < 0;
  return (
    <span>
      {/* A grant that is taken back says so in its description. */}
      {isTakenBack ? description : (kinds[type] ?? type)}
      {description && !isTakenBack && <span className="quiet small"> · {description}</span>}
      <br />
      <span className={styles.id}>{jobId ?? transactionId}</span>
    </span>
  );
}

const Balance = ({ line: { running, balanceAfter } }: { line: Line }) =>
  running === balanceAfter ? (
    formatNumber(running)
  ) : (
    <span className={styles.fault}>
      {formatNumber(running)}, not {formatNumber(balanceAfter)}
    </span>
  );

function Undo({ line, isOpen, toggle }: { line: Line; isOpen: boolean; toggle: () => void }) {
  const undo = undoOf(line);
  return (
    undo && (
      <Button size="xs" variant="default" aria-expanded={isOpen} onClick={toggle}>
        {undo.label}
      </Button>
    )
  );
}
