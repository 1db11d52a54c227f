import { Badge, Button, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { api, type Outputs } from '../data/api.ts';
import { fieldFaults } from '../data/fault.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDate } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Secret } from '../parts/secret.tsx';
import { EventChoice } from './event-choice.tsx';
import { eventsOf } from './events.ts';
import styles from './webhooks.module.css';

/** Whom Showreel tells of what has happened. */
export function WebhooksPage() {
  const endpoints = useQuery(api.webhookEndpoints.list.queryOptions({ limit: 100 }));
  const [made, setMade] = useState<Outputs['webhookEndpoints']['create'] | null>(null);
  return (
    <>
      <PageHead
        title="Webhooks"
        lead="Showreel tells your programs what has happened: that a film is ready, for example, or that credits are low."
      />
      <div className="stack">
        <NewEndpoint onMade={setMade} />
        {made && <Secret title="The signing secret is shown this once" name="secret" value={made.secret} />}
        {endpoints.isPending && <Skeleton height={120} radius="lg" />}
        {endpoints.isError && <FaultNote error={endpoints.error} retry={() => endpoints.refetch()} />}
        {endpoints.data?.endpoints.length === 0 && (
          <div className="empty">
            <h2>No endpoint yet</h2>
            <p>
              The <a href="/docs">API reference</a> says what is sent and how it is signed.
            </p>
          </div>
        )}
        {endpoints.data && endpoints.data.endpoints.length > 0 && (
          <EndpointTable endpoints={endpoints.data.endpoints} />
        )}
      </div>
    </>
  );
}

function NewEndpoint({ onMade }: { onMade: (made: Outputs['webhookEndpoints']['create']) => void }) {
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const create = useMutation(
    api.webhookEndpoints.create.mutationOptions({
      onSuccess: (made) => {
        onMade(made);
        form.current?.reset();
        void queries.invalidateQueries({ queryKey: api.webhookEndpoints.pathKey() });
      },
    }),
  );
  const faults = fieldFaults(create.error, ['url', 'description', 'events']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const description = String(fields.get('description')).trim();
    create.mutate({
      url: String(fields.get('url')).trim(),
      events: eventsOf(fields),
      ...(description && { description }),
    });
  };
  return (
    <form className="card stack" onSubmit={submit} ref={form}>
      <div className="fields">
        <TextInput
          name="url"
          type="url"
          label="Address"
          placeholder="https://example.com/hooks/showreel"
          required
          error={faults.of.url}
        />
        <TextInput
          name="description"
          label="Note, for you"
          placeholder="Staging"
          maxLength={200}
          error={faults.of.description}
        />
      </div>
      <EventChoice chosen={null} error={faults.of.events} />
      <div className="row">
        <Button type="submit" loading={create.isPending}>
          Add an endpoint
        </Button>
      </div>
      {create.isError && !faults.isTold && <FaultNote error={create.error} />}
    </form>
  );
}

type Endpoint = Outputs['webhookEndpoints']['list']['endpoints'][number];

/** What an endpoint does just now. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  if (!endpoint.enabled)
    return (
      <Badge variant="light" color="fault">
        Off
      </Badge>
    );
  return (
    <Badge variant="light" color={endpoint.failing_since ? 'warn' : 'good'}>
      {endpoint.failing_since ? 'Failing' : 'On'}
    </Badge>
  );
}

const EndpointTable = ({ endpoints }: { endpoints: Endpoint[] }) => (
  <div className="card">
    <table className="table">
      <thead>
        <tr>
          <th>Address</th>
          <th>State</th>
          <th>Events</th>
          <th>Since</th>
        </tr>
      </thead>
      <tbody>
        {endpoints.map((endpoint) => (
          <tr key={endpoint.id}>
            <td data-label="Address">
              <span>
                <Link className={styles.address} to={`/webhooks/${endpoint.id}`}>
                  {endpoint.url}
                </Link>
                {endpoint.description && (
                  <>
                    <br />
                    <span className="quiet small">{endpoint.description}</span>
                  </>
                )}
              </span>
            </td>
            <td data-label="State">
              <EndpointState endpoint={endpoint} />
            </td>
            <td data-label="Events">{endpoint.events?.join(', ') ?? 'All'}</td>
            <td data-label="Since" className="quiet">
              {formatDate(endpoint.created_at)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
