import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Outputs } from '../data/api.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDateTime, formatDollars, formatNumber, formatSigned } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import styles from './account.module.css';

/** What is left, what more costs, and every movement of the balance. */
export function CreditsPage() {
  const usage = useQuery(api.accounts.usage.queryOptions({}));
  return (
    <>
      <PageHead
        title="Credits"
        lead="A film costs one of the month’s demos, and then one credit. A film that fails costs nothing."
      />
      {usage.isPending && <Skeleton height={130} radius="lg" />}
      {usage.isError && <FaultNote error={usage.error} retry={() => usage.refetch()} />}
      {usage.data && <Left usage={usage.data} />}
      {usage.data && <Packs packs={usage.data.creditPacks} />}
      <Ledger />
    </>
  );
}

function Left({ usage: { usage, creditBalance, plan } }: { usage: Outputs['accounts']['usage'] }) {
  const isEndless = usage.demosRemaining === null;
  return (
    <dl className={styles.figures}>
      <div className="card">
        <dt>Credits</dt>
        <dd className="num">{formatNumber(creditBalance)}</dd>
      </div>
      <div className="card">
        <dt>Demos left this month</dt>
        <dd className="num">{isEndless ? 'No limit' : formatNumber(usage.demosRemaining!)}</dd>
      </div>
      <div className="card">
        <dt>Plan</dt>
        <dd>{plan.name}</dd>
      </div>
    </dl>
  );
}

function Packs({ packs }: { packs: Outputs['accounts']['usage']['creditPacks'] }) {
  const queries = useQueryClient();
  const buy = useMutation(
    api.credits.purchase.mutationOptions({
      onSuccess: (bought) => {
        if (!bought.success) window.location.assign(bought.checkoutUrl);
        else void queries.invalidateQueries({ queryKey: api.pathKey() });
      },
    }),
  );
  return (
    <section className="section">
      <h2>Buy credits</h2>
      <ul className={`plain ${styles.packs}`}>
        {packs.map((pack) => (
          <li key={pack.id} className="card" data-popular={pack.popular ?? false}>
            <strong className="num">{pack.label}</strong>
            <span className="quiet small num">
              {formatDollars(pack.perCredit)} each
              {pack.savings > 0 && ` · ${formatNumber(pack.savings)} % less`}
            </span>
            <Button
              variant={pack.popular ? 'filled' : 'default'}
              loading={buy.isPending && buy.variables.packId === pack.id}
              onClick={() => buy.mutate({ packId: pack.id })}
              aria-label={`Buy ${pack.label} for ${formatDollars(pack.price)}`}
            >
              {formatDollars(pack.price)}
            </Button>
          </li>
        ))}
      </ul>
      {buy.isError && <FaultNote error={buy.error} />}
      {buy.data?.success && (
        <p role="status">
          {formatNumber(buy.data.creditsAdded)} credits were added. You have {formatNumber(buy.data.balance)}.
        </p>
      )}
    </section>
  );
}

const kinds: Record<string, string> = {
  purchase: 'Bought',
  auto_topoff: 'Bought automatically',
  deduct: 'Spent',
  refund: 'Given back',
  bonus: 'Granted',
};

function Ledger() {
  const ledger = useInfiniteQuery(
    api.credits.transactions.infiniteQueryOptions(
      { limit: 30 },
      { getNextPageParam: ({ next_cursor }) => next_cursor },
    ),
  );
  const lines = ledger.data?.pages.flatMap((page) => page.transactions) ?? [];
  return (
    <section className="section">
      <h2>Movements</h2>
      {ledger.isPending && <Skeleton height={160} radius="lg" />}
      {ledger.isError && <FaultNote error={ledger.error} retry={() => ledger.refetch()} />}
      {ledger.isSuccess && lines.length === 0 && <p className="quiet">No credit has moved yet.</p>}
      {lines.length > 0 && (
        <div className="card">
          <table className="table">
            <thead>
              <tr>
                <th>When</th>
                <th>What</th>
                <th className="right">Credits</th>
                <th className="right">Balance</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <td data-label="When">{formatDateTime(line.created_at)}</td>
                  <td data-label="What">
                    <span>
                      {kinds[line.type] ?? line.type}
                      {line.description && <span className="quiet small"> · {line.description}</span>}
                    </span>
                  </td>
                  <td data-label="Credits" className="right num">
                    {formatSigned(line.amount)}
                  </td>
                  <td data-label="Balance" className="right num">
                    {formatNumber(line.balance_after)}
                  </td>
                </tr>
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
