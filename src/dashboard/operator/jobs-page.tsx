import { Badge, Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatAgo, formatDateTime } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import { Table } from '../parts/table.tsx';
import { type Outputs, operators } from './api.ts';
import { AccountLink } from './links.tsx';
import styles from './operator.module.css';

type Job = Outputs['jobs']['list'][number];

const states: Record<Job['status'], { words: string; color: string }> = {
  queued: { words: 'Waiting', color: 'accent' },
  running: { words: 'Running', color: 'accent' },
  completed: { words: 'Done', color: 'good' },
  failed: { words: 'Failed', color: 'fault' },
  cancelled: { words: 'Cancelled', color: 'warn' },
};
const first = 50;
const most = 1000;

/** What the queue holds, and what became of the demos' jobs, newest first. */
export function JobsPage() {
  const [query, setQuery] = useSearchParams();
  const [limit, setLimit] = useState(first);
  const [status, account] = ['status', 'account'].map((name) => query.get(name) ?? '') as [string, string];
  const jobs = useQuery({
    ...operators.jobs.list.queryOptions({
      limit,
      ...(status in states && { status: status as Job['status'] }),
      ...(account && { account }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
  const set = (name: string, value: string) => {
    setLimit(first);
    setQuery(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  };
  const ofAccount = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    set('account', String(new FormData(event.currentTarget).get('account')).trim());
  };
  return (
    <>
      <PageHead title="Jobs" lead="The queue as it is now, and what became of every demo’s jobs." />
      <search>
        <form className={styles.filters} onSubmit={ofAccount} key={account}>
          <NativeSelect
            label="State"
            value={status}
            onChange={({ currentTarget }) => set('status', currentTarget.value)}
            data={[
              { value: '', label: 'All states' },
              ...Object.entries(states).map(([value, { words }]) => ({ value, label: words })),
            ]}
          />
          <TextInput name="account" type="search" label="Account" defaultValue={account} maxLength={320} />
          <Button type="submit" className={styles.submit!} variant="default">
            Show
          </Button>
        </form>
      </search>
      {jobs.isPending && <Skeleton height={320} radius="lg" />}
      {jobs.isError && <FaultNote error={jobs.error} retry={() => jobs.refetch()} />}
      {jobs.data?.length === 0 && (
        <div className="empty">
          <h2>{status || account ? 'No job fits' : 'No job yet'}</h2>
          <p>
            {status || account ? 'Choose another state or account.' : 'The first demo makes the first job.'}
          </p>
        </div>
      )}
      {jobs.data && jobs.data.length > 0 && <Jobs jobs={jobs.data} />}
      {jobs.data?.length === limit && limit < most && (
        <Button variant="default" mt="md" onClick={() => setLimit(most)}>
          Show more
        </Button>
      )}
    </>
  );
}

function Jobs({ jobs }: { jobs: Job[] }) {
  const queries = useQueryClient();
  const again = { onSuccess: () => queries.invalidateQueries({ queryKey: operators.jobs.pathKey() }) };
  const retry = useMutation(operators.jobs.retry.mutationOptions(again));
  const cancel = useMutation(operators.jobs.cancel.mutationOptions(again));
  return (
    <div className="card">
      {retry.isError && <FaultNote error={retry.error} />}
      {cancel.isError && <FaultNote error={cancel.error} />}
      {retry.data && (
        <p role="status">
          {retry.data.id === retry.variables.id
            ? `${retry.data.id} runs as soon as a worker is free.`
            : `${retry.variables.id} runs again as ${retry.data.id}.`}
        </p>
      )}
      <Table
        rows={jobs}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Job', cell: (job) => <Named job={job} /> },
          { head: 'State', cell: (job) => <State job={job} /> },
          { head: 'For', cell: (job) => <ForWhom job={job} /> },
          {
            head: 'Since',
            className: styles.short,
            cell: ({ createdAt }) => <time title={formatDateTime(createdAt)}>{formatAgo(createdAt)}</time>,
          },
          {
            head: 'Deeds',
            kind: 'deeds',
            cell: (job) => (
              <div className={`row ${styles.deeds}`}>
                {(job.status === 'failed' || job.status === 'cancelled' || job.status === 'queued') && (
                  <Button
                    size="xs"
                    variant="default"
                    loading={retry.isPending && retry.variables.id === job.id}
                    onClick={() => retry.mutate({ id: job.id })}
                  >
                    {job.status === 'queued' ? 'Run now' : 'Retry'}
                  </Button>
                )}
                {(job.status === 'queued' || job.status === 'running') && (
                  <SureButton
                    size="xs"
                    label="Cancel"
                    ask="Cancel it?"
                    loading={cancel.isPending && cancel.variables.id === job.id}
                    onSure={() => cancel.mutate({ id: job.id })}
                  />
                )}
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

const Named = ({ job: { task, id } }: { job: Job }) => (
  <span>
    {task}
    <br />
    <Link className={styles.id} to={`/operator/log?correlation=${id}`}>
      {id}
    </Link>
  </span>
);

const ForWhom = ({ job: { userId, demoId } }: { job: Job }) => (
  <span>
    {userId ? <AccountLink userId={userId} /> : 'The service'}
    {demoId && (
      <>
        <br />
        <Link className={styles.id} to={`/operator/log?stream=demo-${demoId}`}>
          {demoId}
        </Link>
      </>
    )}
  </span>
);

const State = ({ job: { status, attempts, maxAttempts, error } }: { job: Job }) => (
  <span>
    <Badge variant="light" color={states[status].color}>
      {states[status].words}
    </Badge>
    {attempts !== null && attempts > 0 && (
      <span className="quiet small num">
        {' '}
        run {attempts} of {maxAttempts}
      </span>
    )}
    {error && <span className={`small ${styles.under}`}>{error}</span>}
  </span>
);
