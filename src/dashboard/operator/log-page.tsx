import { Button, Skeleton, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDateTime, formatNumber } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Table } from '../parts/table.tsx';
import { type Outputs, operators } from './api.ts';
import { Actor, StreamLink } from './links.tsx';
import { readMoment } from './moment.ts';
import styles from './operator.module.css';

type LoggedEvent = Outputs['log']['read'][number];

const filters = {
  account: 'Account',
  stream: 'Stream',
  type: 'Type of event',
  actor: 'By',
  correlation: 'Job, request or command',
  from: 'From',
  until: 'Until',
} as const;
type Filter = keyof typeof filters;
const names = Object.keys(filters) as Filter[];
const isMoment = (name: Filter) => name === 'from' || name === 'until';
const pageSize = 50;

/** Every event, newest first. What is looked for stands in the address. */
export function LogPage() {
  const [query, setQuery] = useSearchParams();
  const given = Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<
    Filter,
    string
  >;
  const wanted = Object.fromEntries(
    names
      .filter((name) => given[name] !== '')
      .map((name) => [name, isMoment(name) ? readMoment(given[name]) : given[name]]),
  );
  const log = useInfiniteQuery(
    operators.log.read.infiniteQueryOptions(
      { ...wanted, limit: pageSize },
      {
        getNextPageParam: (page) => (page.length < pageSize ? null : page.at(-1)!.position),
      },
    ),
  );
  const events = log.data?.pages.flat() ?? [];
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const filled = names.map((name) => [name, String(fields.get(name)).trim()]).filter(([, value]) => value);
    setQuery(Object.fromEntries(filled), { replace: true });
  };
  const isFiltered = names.some((name) => given[name] !== '');
  return (
    <>
      <PageHead
        title="Log"
        lead="Every event as it was recorded. Secrets are left out, also those that are sealed."
      />
      <search>
        <form className={styles.filters} onSubmit={search} key={query.toString()}>
          {names.map((name) => (
            <TextInput
              key={name}
              name={name}
              label={filters[name]}
              defaultValue={given[name]}
              {...(isMoment(name) ? { type: 'datetime-local', step: 1 } : { type: 'search', maxLength: 320 })}
            />
          ))}
          <div className="row">
            <Button type="submit" loading={log.isFetching && !log.isFetchingNextPage}>
              Show
            </Button>
            {isFiltered && (
              <Button component={Link} to="/operator/log" variant="default">
                Clear
              </Button>
            )}
          </div>
        </form>
      </search>
      {log.isPending && <Skeleton height={480} radius="lg" />}
      {log.isError && <FaultNote error={log.error} retry={() => log.refetch()} />}
      {log.isSuccess && events.length === 0 && (
        <div className="empty">
          <h2>{isFiltered ? 'No event fits' : 'The log is empty'}</h2>
          <p>
            {isFiltered
              ? 'Streams, types and ids have to be whole. A part of an address is enough for an account.'
              : 'The first thing that happens stands here.'}
          </p>
        </div>
      )}
      {events.length > 0 && <Events events={events} />}
      {log.hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={log.isFetchingNextPage}
          onClick={() => log.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

const Events = ({ events }: { events: LoggedEvent[] }) => (
  <div className="card">
    <Table
      rows={events}
      keyOf={({ position }) => position}
      rowClass={() => styles.event}
      columns={[
        { head: 'Position', kind: 'number', cell: ({ position }) => formatNumber(position) },
        { head: 'When', className: styles.short, cell: ({ at }) => formatDateTime(at) },
        { head: 'Event', cell: (event) => <What event={event} /> },
        {
          head: 'Stream',
          cell: ({ stream, version }) => (
            <span>
              <StreamLink stream={stream} />
              <span className="quiet small"> · {version}</span>
            </span>
          ),
        },
        { head: 'By', cell: ({ actor }) => <Actor actor={actor} /> },
      ]}
    />
  </div>
);

const What = ({ event }: { event: LoggedEvent }) => (
  <>
    <details className={styles.data}>
      <summary>{event.type}</summary>
      <pre>{JSON.stringify(shown(event), null, 2)}</pre>
    </details>
    {event.reason && <span className="quiet small">{event.reason}</span>}
  </>
);

const shown = ({ commandId, correlationId, schemaVersion, data }: LoggedEvent) => ({
  commandId,
  ...(correlationId !== null && { correlationId }),
  schemaVersion,
  data,
});
