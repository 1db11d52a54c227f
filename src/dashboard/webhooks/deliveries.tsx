import { Badge, Button, SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Outputs } from '../data/api.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatAgo, formatDateTime } from '../parts/format.ts';
import { Setting } from '../parts/setting.tsx';
import styles from './webhooks.module.css';

type Delivery = Outputs['webhookDeliveries']['list']['deliveries'][number];
type Filter = Delivery['status'] | 'all';

const states: Record<Delivery['status'], { words: string; color: string }> = {
  pending: { words: 'Waiting', color: 'accent' },
  delivered: { words: 'Delivered', color: 'good' },
  failed: { words: 'Failed', color: 'fault' },
};
const first = 20;

/** What was sent to an endpoint, newest first, and what it answered. */
export function Deliveries({ endpointId, isOn }: { endpointId: string; isOn: boolean }) {
  const [filter, setFilter] = useState<Filter>('all');
  const [limit, setLimit] = useState(first);
  const deliveries = useQuery({
    ...api.webhookDeliveries.list.queryOptions({
      id: endpointId,
      limit,
      ...(filter !== 'all' && { status: filter }),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: 2_000,
  });
  return (
    <Setting title="Deliveries" about="Kept for 30 days. What fails is tried for three days.">
      <SegmentedControl
        aria-label="Which deliveries"
        value={filter}
        onChange={(value) => setFilter(value as Filter)}
        data={[
          { value: 'all', label: 'All' },
          ...Object.entries(states).map(([value, { words }]) => ({ value, label: words })),
        ]}
      />
      {deliveries.isPending && <Skeleton height={80} radius="lg" />}
      {deliveries.isError && <FaultNote error={deliveries.error} retry={() => deliveries.refetch()} />}
      {deliveries.data?.deliveries.length === 0 && (
        <p className="quiet plain">
          {filter === 'all' ? 'Nothing was sent yet.' : 'There is none in this state.'}
        </p>
      )}
      <div>
        {deliveries.data?.deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} isOn={isOn} />
        ))}
      </div>
      {deliveries.data?.next_cursor && limit < 100 && (
        <div className="row">
          <Button variant="default" onClick={() => setLimit(100)}>
            Show more
          </Button>
        </div>
      )}
    </Setting>
  );
}

function DeliveryRow({ delivery, isOn }: { delivery: Delivery; isOn: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { words, color } = states[delivery.status];
  return (
    <details
      className={styles.delivery}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Badge variant="light" color={color}>
          {words}
        </Badge>
        <span className="mono">{delivery.type}</span>
        <span className="quiet small">{attemptsOf(delivery)}</span>
        <time
          className="quiet small"
          dateTime={delivery.created_at}
          title={formatDateTime(delivery.created_at)}
        >
          {formatAgo(delivery.created_at)}
        </time>
      </summary>
      {isOpen && <DeliveryDetail delivery={delivery} isOn={isOn} />}
    </details>
  );
}

function attemptsOf({ attempts, status_code, next_attempt_at, replay_of }: Delivery): string {
  const said = status_code === null ? 'no answer' : `answer ${status_code}`;
  const parts = [
    ...(replay_of ? ['sent again'] : []),
    ...(attempts > 0 ? [said] : []),
    ...(attempts > 1 ? [`${attempts} attempts`] : []),
    ...(attempts > 0 && next_attempt_at ? [`next ${formatDateTime(next_attempt_at)}`] : []),
  ];
  return parts.join(' · ');
}

function DeliveryDetail({ delivery: { id, attempts, status }, isOn }: { delivery: Delivery; isOn: boolean }) {
  const queries = useQueryClient();
  // Asked again after each attempt.
  const detail = useQuery({
    ...api.webhookDeliveries.read.queryOptions({ id }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && (data.attempts !== attempts || data.status !== status) ? 500 : false,
  });
  const replay = useMutation(
    api.webhookDeliveries.replay.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.webhookDeliveries.pathKey() }),
    }),
  );
  if (detail.isPending) return <Skeleton height={80} radius="lg" />;
  if (detail.isError) return <FaultNote error={detail.error} retry={() => detail.refetch()} />;
  const { body, message_id, tries } = detail.data;
  return (
    <div className={`stack ${styles.more}`}>
      <div className="row">
        <Button
          size="xs"
          variant="default"
          loading={replay.isPending}
          disabled={!isOn}
          onClick={() => replay.mutate({ id })}
        >
          Send it again
        </Button>
        <span className="mono quiet small">{message_id}</span>
        <span role="status" className="quiet small">
          {replay.isSuccess && 'It is sent again.'}
        </span>
      </div>
      {replay.isError && <FaultNote error={replay.error} />}
      <div>
        <h3>Body</h3>
        <pre>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      </div>
      <ol className={styles.tries}>
        {tries.map((one) => (
          <li key={one.number}>
            <h3>
              {one.status_code === null ? 'No answer' : `Answer ${one.status_code}`}{' '}
              <span className="quiet small">
                after {one.duration_ms} ms, {formatDateTime(one.at)}
              </span>
            </h3>
            {(one.error || one.answer) && <pre>{one.error ?? one.answer}</pre>}
          </li>
        ))}
      </ol>
    </div>
  );
}
