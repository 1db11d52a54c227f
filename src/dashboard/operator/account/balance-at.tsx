import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { FaultNote } from '../../parts/fault-note.tsx';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { type Outputs, operators } from '../api.ts';
import { readMoment } from '../moment.ts';

/** What the account had at a moment, by the events until then. */
export function BalanceAt({ userId }: { userId: string }) {
  const [at, setAt] = useState<string | null>(null);
  const read = useQuery({
    ...operators.accounts.balance.queryOptions({ account: userId, ...(at !== null && { at }) }),
    enabled: at !== null,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAt(readMoment(new FormData(event.currentTarget).get('at')) ?? null);
  };
  return (
    <section className="section">
      <h2>Balance at a moment</h2>
      <form className="card stack" onSubmit={submit}>
        <div className="row end">
          <TextInput name="at" type="datetime-local" step={1} label="Moment" required />
          <Button type="submit" variant="default" loading={read.isFetching}>
            Compute
          </Button>
        </div>
        {read.isError && <FaultNote error={read.error} retry={() => read.refetch()} />}
        {read.data && <Answer balance={read.data} />}
      </form>
    </section>
  );
}

const Answer = ({ balance: { at, balance, version, used } }: { balance: Outputs['accounts']['balance'] }) => {
  const [month, demos] = Object.entries(used).at(-1) ?? [];
  return (
    <p className="plain" role="status">
      <strong className="num">{formatNumber(balance)}</strong> credits at {formatDateTime(at)}, after{' '}
      {formatNumber(version)} events
      {demos !== undefined && `, with ${formatNumber(demos)} demos of ${month}’s allowance used`}.
    </p>
  );
};
