import { Alert, Button, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { api, type Outputs } from '../data/api.ts';
import { fieldFaults } from '../data/fault.ts';
import { FaultNote } from '../parts/fault-note.tsx';
import { formatDateTime } from '../parts/format.ts';
import { PageHead } from '../parts/page-head.tsx';
import { Secret } from '../parts/secret.tsx';
import { SaveRow, Setting } from '../parts/setting.tsx';
import { SureButton } from '../parts/sure-button.tsx';
import { Deliveries } from './deliveries.tsx';
import { EventChoice } from './event-choice.tsx';
import { type EventType, eventsOf, eventTypes } from './events.ts';
import { EndpointState } from './webhooks-page.tsx';

type Endpoint = Outputs['webhookEndpoints']['read'];

/** One endpoint: what was sent to it, and how it is set. */
export function EndpointPage() {
  const { id = '' } = useParams();
  const endpoint = useQuery({ ...api.webhookEndpoints.read.queryOptions({ id }), refetchInterval: 5_000 });
  if (endpoint.isPending) return <Skeleton height={240} radius="lg" />;
  if (endpoint.isError) return <FaultNote error={endpoint.error} retry={() => endpoint.refetch()} />;
  const { data } = endpoint;
  return (
    <>
      <PageHead
        title={new URL(data.url).host}
        lead={
          <>
            <EndpointState endpoint={data} /> {data.url}
          </>
        }
      >
        <Button component={Link} to="/webhooks" variant="default">
          All webhooks
        </Button>
      </PageHead>
      <div className="stack">
        <Trouble endpoint={data} />
        <Test id={id} isOn={data.enabled} />
        <Deliveries endpointId={id} isOn={data.enabled} />
        <Settings endpoint={data} key={data.updated_at} />
        <SecretSetting endpoint={data} />
        <Removal endpoint={data} />
      </div>
    </>
  );
}

const whyOff = {
  owner: 'You switched it off.',
  failing: 'It failed for three days, so it was switched off.',
  gone: 'It answered that it is gone (410), so it was switched off.',
};

function Trouble({ endpoint }: { endpoint: Endpoint }) {
  if (endpoint.disabled_reason)
    return (
      <Alert color="fault" title="Nothing is sent to this endpoint">
        {whyOff[endpoint.disabled_reason]} What happens meanwhile is not told later.
      </Alert>
    );
  if (!endpoint.failing_since) return null;
  return (
    <Alert color="warn" title="This endpoint is failing">
      It has taken nothing since {formatDateTime(endpoint.failing_since)}. After three days it is switched
      off.
    </Alert>
  );
}

function useEdit() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: api.webhookEndpoints.pathKey() });
  return useMutation(api.webhookEndpoints.edit.mutationOptions({ onSuccess }));
}

function Test({ id, isOn }: { id: string; isOn: boolean }) {
  const queries = useQueryClient();
  const [type, setType] = useState<EventType>('demo.ready');
  const test = useMutation(
    api.webhookEndpoints.test.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.webhookDeliveries.pathKey() }),
    }),
  );
  return (
    <Setting title="Try it" about="A test event has the form of a real one. Its ids name nothing.">
      <div className="row end">
        <NativeSelect
          label="Event"
          data={eventTypes}
          value={type}
          onChange={(event) => setType(event.currentTarget.value as EventType)}
        />
        <Button onClick={() => test.mutate({ id, type })} loading={test.isPending} disabled={!isOn}>
          Send a test event
        </Button>
        <span role="status" className="quiet small">
          {test.isSuccess && 'Sent. It is in the log below.'}
        </span>
      </div>
      {test.isError && <FaultNote error={test.error} />}
    </Setting>
  );
}

function Settings({ endpoint }: { endpoint: Endpoint }) {
  const save = useEdit();
  const faults = fieldFaults(save.error, ['url', 'description', 'events']);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    save.mutate({
      id: endpoint.id,
      url: String(fields.get('url')).trim(),
      description: String(fields.get('description')).trim() || null,
      events: eventsOf(fields),
    });
  };
  return (
    <Setting title="Settings">
      <form className="stack" onSubmit={submit}>
        <div className="fields">
          <TextInput
            name="url"
            type="url"
            label="Address"
            defaultValue={endpoint.url}
            required
            error={faults.of.url}
          />
          <TextInput
            name="description"
            label="Note, for you"
            defaultValue={endpoint.description ?? ''}
            maxLength={200}
            error={faults.of.description}
          />
        </div>
        <EventChoice chosen={endpoint.events} error={faults.of.events} />
        <SaveRow saving={save} isTold={faults.isTold} />
      </form>
    </Setting>
  );
}

function SecretSetting({ endpoint: { id, previous_secret_until: until } }: { endpoint: Endpoint }) {
  const queries = useQueryClient();
  const rotate = useMutation(
    api.webhookEndpoints.rotateSecret.mutationOptions({
      onSuccess: () => queries.invalidateQueries({ queryKey: api.webhookEndpoints.pathKey() }),
    }),
  );
  const isOverlapping = until !== null && new Date(until) > new Date();
  return (
    <Setting
      title="Signing secret"
      about="After a rotation, events carry both signatures for 24 hours, so that nothing is refused while you put the new secret into place."
    >
      {rotate.data && (
        <Secret title="The new secret is shown this once" name="secret" value={rotate.data.secret} />
      )}
      <div className="row">
        <SureButton
          label="Rotate the secret"
          ask="The old one ends in 24 hours. Rotate?"
          loading={rotate.isPending}
          onSure={() => rotate.mutate({ id })}
        />
        {isOverlapping && (
          <span className="quiet small">The secret before it signs until {formatDateTime(until)}.</span>
        )}
      </div>
      {rotate.isError && <FaultNote error={rotate.error} />}
    </Setting>
  );
}

function Removal({ endpoint: { id, enabled } }: { endpoint: Endpoint }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const edit = useEdit();
  const remove = useMutation(
    api.webhookEndpoints.delete.mutationOptions({
      onSuccess: async () => {
        await navigate('/webhooks');
        await queries.invalidateQueries({ queryKey: api.webhookEndpoints.list.pathKey() });
      },
    }),
  );
  return (
    <Setting title={enabled ? 'Switch off or delete' : 'Switch on or delete'}>
      <div className="row">
        <Button
          variant="default"
          loading={edit.isPending}
          onClick={() => edit.mutate({ id, enabled: !enabled })}
        >
          {enabled ? 'Switch it off' : 'Switch it on'}
        </Button>
        <SureButton
          label="Delete the endpoint"
          ask="Its log goes with it. Delete?"
          loading={remove.isPending}
          onSure={() => remove.mutate({ id })}
        />
      </div>
      {(edit.isError || remove.isError) && <FaultNote error={edit.error ?? remove.error} />}
    </Setting>
  );
}
