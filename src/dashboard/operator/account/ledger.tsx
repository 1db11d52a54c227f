import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FaultNote } from '../../parts/fault-note.tsx';
import { formatDateTime, formatNumber, formatSigned } from '../../parts/format.ts';
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
          <table className="table">
            <thead>
              <tr>
                <th>When</th>
                <th>What</th>
                <th className="right">Credits</th>
                <th className="right">Balance</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <LedgerLine key={line.version} line={line} isUndone={undone.has(line.transactionId)} />
              ))}
            </tbody>
          </table>
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

function LedgerLine({ line, isUndone }: { line: Line; isUndone: boolean }) {
  const [isUndoing, setUndoing] = useState(false);
  const { version, at, type, amount, running, balanceAfter, description, transactionId, jobId } = line;
  const isTakenBack = type === 'bonus' && amount < 0;
  const isRight = running === balanceAfter;
  const undo = isUndone ? null : undoOf(line);
  return (
    <>
      <tr className={isRight ? undefined : styles.bad}>
        <td data-label="When" className={styles.short}>
          <span>
            {formatDateTime(at)}
            <span className="quiet small"> · {version}</span>
          </span>
        </td>
        <td data-label="What">
          <span>
            {/* A grant that is taken back says so in its description. */}
            {isTakenBack ? description : (kinds[type] ?? type)}
            {description && !isTakenBack && <span className="quiet small"> · {description}</span>}
            <br />
            <span className={styles.id}>{jobId ?? transactionId}</span>
          </span>
        </td>
        <td data-label="Credits" className="right num">
          {formatSigned(amount)}
        </td>
        <td data-label="Balance" className="right num">
          {isRight ? (
            formatNumber(running)
          ) : (
            <span className={styles.fault}>
              {formatNumber(running)}, not {formatNumber(balanceAfter)}
            </span>
          )}
        </td>
        <td className="right">
          {undo && (
            <Button
              size="xs"
              variant="default"
              aria-expanded={isUndoing}
              onClick={() => setUndoing(!isUndoing)}
            >
              {undo.label}
            </Button>
          )}
        </td>
      </tr>
      {undo && isUndoing && (
        <tr>
          <td colSpan={5}>
            <UndoForm line={line} onDone={() => setUndoing(false)} />
          </td>
        </tr>
      )}
    </>
  );
}
