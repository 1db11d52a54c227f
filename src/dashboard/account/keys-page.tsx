import { Alert, Badge, Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, type Outputs } from '../data/api.ts';
import { CopyButtons } from '../parts/copy.tsx';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatAgo, formatDate, formatDateTime } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import { Table } from '../parts/table.tsx';
import { NewKey } from './new-key.tsx';

/** API keys: made here, shown once, and revoked. */
export function KeysPage() {
  const keys = useQuery(api.apiKeys.list.queryOptions({ limit: 100 }));
  const [made, setMade] = useState<Outputs['apiKeys']['create'] | null>(null);
  return (
    <>
      <PageHead
        title="API keys"
        lead="Programs use Showreel with a key. A live key may do everything that you may."
      >
        <Button component={Link} to="/webhooks" variant="default">
          Webhooks
        </Button>
      </PageHead>
      <div className="stack">
        <NewKey onMade={setMade} />
        {made && (
          <Alert color="good" title={`The key “${made.name}” is shown this once`} role="status">
            <div className="stack">
              <code className="mono">{made.key}</code>
              <div className="row">
                <CopyButtons texts={{ 'Copy the key': made.key }} />
              </div>
            </div>
          </Alert>
        )}
        {keys.isPending && <Skeleton height={160} radius="lg" />}
        {keys.isError && <FaultNote error={keys.error} retry={() => keys.refetch()} />}
        {keys.data?.keys.length === 0 && (
          <div className="empty">
            <h2>No key yet</h2>
            <p>
              The <a href="/docs">API reference</a> says what a program can do with one.
            </p>
          </div>
        )}
        {keys.data && keys.data.keys.length > 0 && <KeyTable keys={keys.data.keys} />}
      </div>
    </>
  );
}

type Key = Outputs['apiKeys']['list']['keys'][number];

/** Where a publishable key works. */
function placesOf({ allowed_domains, project_id }: Key, projects: { id: string; name: string }[]): string {
  const domains = allowed_domains === null ? ['every page'] : (JSON.parse(allowed_domains) as string[]);
  const on = domains.length === 0 ? 'no page' : domains.join(', ');
  const project = projects.find(({ id }) => id === project_id)?.name;
  return `On ${on}${project ? `, for ${project}` : ''}`;
}

function KeyTable({ keys }: { keys: Key[] }) {
  const projects = useQuery(api.projects.list.queryOptions({ limit: 100 }));
  const queries = useQueryClient();
  const revoke = useMutation(
    api.apiKeys.revoke.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.apiKeys.pathKey() }),
    }),
  );
  return (
    <div className="card">
      <Table
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Name', cell: (key) => <Named name={key.name} createdAt={key.created_at} /> },
          { head: 'Key', className: 'mono', cell: (key) => `${key.key_prefix}…` },
          {
            head: 'Kind',
            cell: (key) => <Kind apiKey={key} projects={projects.data?.projects ?? []} />,
          },
          { head: 'Last used', className: 'quiet', cell: (key) => <LastUsed at={key.last_used_at} /> },
          {
            head: 'Revoke',
            kind: 'deeds',
            cell: ({ id }) => (
              <SureButton
                size="xs"
                label="Revoke"
                ask="It stops at once. Revoke?"
                loading={revoke.isPending && revoke.variables.id === id}
                onSure={() => revoke.mutate({ id })}
              />
            ),
          },
        ]}
      />
      {revoke.isError && <FaultNote error={revoke.error} />}
    </div>
  );
}

const Named = ({ name, createdAt }: { name: string; createdAt: string }) => (
  <span>
    {name}
    <br />
    <span className="quiet small">since {formatDate(createdAt)}</span>
  </span>
);

const kinds: Record<Key['type'], string> = { live: 'Live', publishable: 'Publishable', test: 'Test' };

const Kind = ({ apiKey, projects }: { apiKey: Key; projects: Parameters<typeof placesOf>[1] }) => (
  <span>
    <Badge variant="light" color={apiKey.type === 'live' ? 'warn' : 'accent'}>
      {kinds[apiKey.type]}
    </Badge>
    {apiKey.type === 'publishable' && (
      <>
        <br />
        <span className="quiet small">{placesOf(apiKey, projects)}</span>
      </>
    )}
  </span>
);

const LastUsed = ({ at }: { at: string | null }) =>
  at === null ? (
    'Never'
  ) : (
    <time dateTime={at} title={formatDateTime(at)}>
      {formatAgo(at)}
    </time>
  );
