import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Outputs } from '../data/api.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { Figures } from '../parts/figures.tsx';
import { formatDollars, formatNumber } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import styles from './account.module.css';
import { Ledger } from './ledger.tsx';
import { Month } from './month.tsx';
import { Topoff } from './topoff.tsx';

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
      {usage.data && (
        <div className="section">
          <Topoff usage={usage.data} key={JSON.stringify(usage.data.autoTopoff)} />
        </div>
      )}
      {usage.data && <Month usage={usage.data} />}
      <Ledger />
    </>
  );
}

function Left({ usage: { usage, creditBalance, plan } }: { usage: Outputs['accounts']['usage'] }) {
  const isEndless = usage.demosRemaining === null;
  return (
    <Figures
      figures={[
        { name: 'Credits', value: formatNumber(creditBalance) },
        {
          name: 'Demos left this month',
          value: isEndless ? 'No limit' : formatNumber(usage.demosRemaining!),
        },
        { name: 'Plan', value: plan.name },
      ]}
    />
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
