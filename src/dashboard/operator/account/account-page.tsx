import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Figures } from '../../parts/figures.tsx';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { type Outputs, operators } from '../api.ts';
import styles from '../operator.module.css';
import { AccountCheck } from './account-check.tsx';
import { BalanceAt } from './balance-at.tsx';
import { Grant } from './grant.tsx';
import { Ledger } from './ledger.tsx';

/** Everything about one account: what it has, how it came to that, and what an operator can do about it. */
export function AccountPage() {
  const { id } = useParams() as { id: string };
  const found = useQuery(operators.accounts.find.queryOptions({ text: id }));
  const account = found.data?.find(({ userId }) => userId === id);
  return (
    <>
      <PageHead title={account?.email ?? 'Account'} lead={<span className={styles.id}>{id}</span>}>
        <div className="row">
          <Button component={Link} variant="default" to={`/operator/jobs?account=${id}`}>
            Jobs
          </Button>
          <Button component={Link} variant="default" to={`/operator/log?account=${id}`}>
            Events
          </Button>
        </div>
      </PageHead>
      {found.isPending && <Skeleton height={320} radius="lg" />}
      {found.isError && <FaultNote error={found.error} retry={() => found.refetch()} />}
      {found.isSuccess && !account && <Unknown id={id} />}
      {account && <Known account={account} />}
    </>
  );
}

/** An account that is missing from the read models may still have a ledger. An audit finds that. */
const Unknown = ({ id }: { id: string }) => (
  <>
    <div className="empty">
      <h2>No account has this id</h2>
      <p>Where there was one, an audit says what is left of it in the log.</p>
    </div>
    <AccountCheck userId={id} />
  </>
);

const Known = ({ account }: { account: Outputs['accounts']['find'][number] }) => (
  <>
    <Figures
      figures={[
        { name: 'Credits', value: formatNumber(account.balance) },
        { name: 'Plan', value: account.plan ?? 'None' },
        { name: 'Demos', value: formatNumber(account.demos) },
        { name: 'Keys', value: formatNumber(account.keys) },
        { name: 'Since', value: account.createdAt ? formatDate(account.createdAt) : '–' },
      ]}
    />
    <Grant userId={account.userId} />
    <Ledger userId={account.userId} />
    <BalanceAt userId={account.userId} />
    <AccountCheck userId={account.userId} />
  </>
);
