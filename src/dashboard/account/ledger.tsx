import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { api, type Outputs } from '../data/api.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDateTime, formatNumber, formatSigned } from '../parts/format.ts';
import { Table } from '../parts/table.tsx';
import { download, readLedger, toCsv } from './ledger-csv.ts';

type Line = Outputs['credits']['transactions']['transactions'][number];

const kinds: Record<Line['type'], string> = {
  purchase: 'Bought',
  auto_topoff: 'Bought automatically',
  deduct: 'Spent',
  refund: 'Given back',
  bonus: 'Granted',
};

/** Every movement of the balance, the newest first, with the balance after it. */
export function Ledger() {
  const ledger = useInfiniteQuery(
    api.credits.transactions.infiniteQueryOptions(
      { limit: 30 },
      { getNextPageParam: ({ next_cursor }) => next_cursor },
    ),
  );
  const save = useMutation({
    mutationFn: async () => download('showreel-credits.csv', 'text/csv', toCsv(await readLedger())),
  });
  const lines = ledger.data?.pages.flatMap((page) => page.transactions) ?? [];
  return (
    <section className="section stack">
      <div className="row between">
        <h2>Movements</h2>
        {lines.length > 0 && (
          <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            Download as CSV
          </Button>
        )}
      </div>
      {save.isError && <FaultNote error={save.error} />}
      {ledger.isPending && <Skeleton height={160} radius="lg" />}
      {ledger.isError && <FaultNote error={ledger.error} retry={() => ledger.refetch()} />}
      {ledger.isSuccess && lines.length === 0 && <p className="quiet">No credit has moved yet.</p>}
      {lines.length > 0 && <LedgerTable lines={lines} />}
      {ledger.hasNextPage && (
        <div>
          <Button
            variant="default"
            loading={ledger.isFetchingNextPage}
            onClick={() => ledger.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </section>
  );
}

const LedgerTable = ({ lines }: { lines: Line[] }) => (
  <div className="card">
    <Table
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        { head: 'When', cell: (line) => formatDateTime(line.created_at) },
        { head: 'What', cell: (line) => <What {...line} /> },
        { head: 'Credits', kind: 'number', cell: (line) => formatSigned(line.amount) },
        { head: 'Balance', kind: 'number', cell: (line) => formatNumber(line.balance_after) },
      ]}
    />
  </div>
);

const What = ({ type, description }: Line) => (
  <span>
    {kinds[type]}
    {description && <span className="quiet small"> · {description}</span>}
  </span>
);
