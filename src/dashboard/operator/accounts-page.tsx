import { Button, Skeleton, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDate, formatNumber } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { type Outputs, operators } from './api.ts';
import { AccountLink } from './links.tsx';
import styles from './operator.module.css';

const first = 50;
const most = 500;

/** Accounts, newest first, or those that a text finds. */
export function AccountsPage() {
  const [query, setQuery] = useSearchParams();
  const text = query.get('q') ?? '';
  const [limit, setLimit] = useState(first);
  const found = useQuery({
    ...operators.accounts.find.queryOptions({ text: text || null, limit }),
    placeholderData: keepPreviousData,
  });
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('q')).trim();
    setLimit(first);
    setQuery(wanted ? { q: wanted } : {}, { replace: true });
  };
  return (
    <>
      <PageHead title="Accounts" lead="Look for an account by whatever somebody wrote to you." />
      <search>
        <form className={styles.search} onSubmit={search} key={text}>
          <TextInput
            name="q"
            type="search"
            label="Address, or an id of any kind"
            description="Also a demo, job, transaction, or the first characters of a key"
            defaultValue={text}
            maxLength={320}
          />
          <Button type="submit" loading={found.isPlaceholderData} className={styles.submit!}>
            Find
          </Button>
        </form>
      </search>
      {found.isPending && <Skeleton height={320} radius="lg" />}
      {found.isError && <FaultNote error={found.error} retry={() => found.refetch()} />}
      {found.data?.length === 0 && (
        <div className="empty">
          <h2>{text ? 'Nobody is found' : 'No account yet'}</h2>
          <p>
            {text
              ? 'A part of the address is enough. Ids and the first characters of keys must be whole.'
              : 'Accounts stand here as soon as somebody signs up.'}
          </p>
        </div>
      )}
      {found.data && found.data.length > 0 && <Accounts accounts={found.data} />}
      {found.data?.length === limit && limit < most && (
        <Button variant="default" mt="md" onClick={() => setLimit(most)}>
          Show more
        </Button>
      )}
    </>
  );
}

const Accounts = ({ accounts }: { accounts: Outputs['accounts']['find'] }) => (
  <div className="card">
    <Table
      rows={accounts}
      keyOf={({ userId }) => userId}
      columns={[
        {
          head: 'Account',
          cell: ({ userId, email }) => <AccountLink userId={userId}>{email}</AccountLink>,
        },
        { head: 'Plan', cell: ({ plan }) => plan ?? 'None' },
        { head: 'Credits', kind: 'number', cell: ({ balance }) => formatNumber(balance) },
        { head: 'Demos', kind: 'number', cell: ({ demos }) => formatNumber(demos) },
        { head: 'Keys', kind: 'number', cell: ({ keys }) => formatNumber(keys) },
        {
          head: 'Since',
          className: styles.short,
          cell: ({ createdAt }) => (createdAt ? formatDate(createdAt) : ''),
        },
      ]}
    />
  </div>
);
